"""Void passes and burned shoes (argentina arts. 11, 42, 44, 49, 50)."""

from tables.engine.betting.events import BetsReturned, BettingOpened
from tables.engine.handlers import CommandContext, handles
from tables.engine.incidents.commands import BurnShoe, VoidPass
from tables.engine.incidents.events import PassVoided, cards_on_the_table
from tables.engine.payment.commission import collect_commission
from tables.engine.shoe import end
from tables.engine.shoe.events import ResumeSet, ShoeBurned
from tables.engine.state import CARDS_OUT, Phase, Resume, resumed_at_the_first_seat
from tables.engine.suite.events import SuiteClosed, SuiteDeductionGivenBack
from tables.engine.table.limits import apply_waiting

BEFORE_THE_BANK: tuple[Phase, ...] = ("auction", "cutting", "burning", "offer")


@handles("void_pass", "betting", *CARDS_OUT, while_suspended=True)
def void_pass(context: CommandContext, command: VoidPass) -> None:
    """The jefe voids the pass: its cards are burned and the bets stay. If it was the shoe's last pass, the shoe still
    ends."""
    void(context, command.reason, shoe_is_over=end.is_over_after_this_pass(context))


@handles("burn_shoe", *BEFORE_THE_BANK, "betting", *CARDS_OUT, "suite")
def burn_shoe(context: CommandContext, command: BurnShoe) -> None:
    """Art. 49: bets go back. A bank or an open offer is kept; a suite ends as in art. 42."""
    if context.state.phase in CARDS_OUT:
        _void(context, command.reason)
    if context.state.current.bets:
        context.emit(BetsReturned(bets=context.state.current.bets))
    collect_commission(context)
    left = context.state.shoe.left if context.state.shoe else 0
    context.emit(ShoeBurned(reason=command.reason, cards=left))
    context.emit(ResumeSet(resume=_resume_after(context)))
    context.enter("shuffling")


def void(context: CommandContext, reason: str, shoe_is_over: bool) -> None:
    """Void the pass: nothing is won or lost, and the bank goes on (art. 44)."""
    _void(context, reason)
    apply_waiting(context)
    if shoe_is_over:
        end.end(context, resumed_at_the_first_seat(context.state, "bank"))
    else:
        context.emit(BettingOpened(number=context.state.current.number))


def _void(context: CommandContext, reason: str) -> None:
    current = context.state.current
    context.emit(PassVoided(number=current.number, reason=reason, cards=cards_on_the_table(current)))


def _resume_after(context: CommandContext) -> Resume:
    """The game's way on from the next shuffle after the shoe was burned."""
    held = context.state.bank
    if context.state.suite is not None:
        return _suite_broken_off(context)
    if over := end.suite_over(context):
        return over
    before_the_bank = context.state.phase in BEFORE_THE_BANK
    if held is None and before_the_bank:
        return context.state.resume
    return resumed_at_the_first_seat(context.state, "bank")


def _suite_broken_off(context: CommandContext) -> Resume:
    """Art. 42: nobody took the suite, so its deduction goes back to the giver."""
    suite = context.state.suite
    if suite is None:
        raise AssertionError("no suite on offer")
    if suite.deduction:
        context.emit(SuiteDeductionGivenBack(player=suite.giver, amount=suite.deduction))
    context.emit(SuiteClosed(phase="shuffling"))
    return Resume("offer", suite.first_giver)
