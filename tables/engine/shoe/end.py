"""The end of a shoe: its last pass is played, or it is burned (argentina arts. 7, 11, 42, 44)."""

from tables.engine.bank.lifecycle import return_stake
from tables.engine.betting.events import BetsReturned
from tables.engine.game import Game
from tables.engine.handlers import CommandContext
from tables.engine.payment.commission import collect_commission
from tables.engine.shoe.events import ResumeSet, ShoeBurned
from tables.engine.state import Resume, resumed_at_the_first_seat


def is_over_after_this_pass(game: Game) -> bool:
    """Whether the pass on the table is the shoe's last (art. 11)."""
    return game.state.shoe is not None and game.state.shoe.last_pass


def becomes_last(game: Game, cards: int) -> bool:
    """Whether drawing `cards` cards reaches the stop card, which makes this pass the last."""
    shoe = game.state.shoe
    return shoe is not None and (shoe.last_pass or shoe.left - cards <= game.setting("stop_card"))


def end(context: CommandContext, resume: Resume) -> None:
    """End the shoe after its last pass. Bets go back; the bank stays, unless it is a suite (art. 42)."""
    resume = suite_over(context) or resume
    if context.state.current.bets:
        context.emit(BetsReturned(bets=context.state.current.bets))
    collect_commission(context)
    context.emit(ResumeSet(resume=resume))
    context.enter("shuffling")


def suite_over(context: CommandContext) -> Resume | None:
    """End a bank in suite with its shoe; the next bank is offered to the right of the original giver (art. 42)."""
    held, policy = context.state.bank, context.rules.suite
    if held is None or policy is None or not policy.ends_with_the_shoe or held.first_giver is None:
        return None
    return_stake(context, "suite_over")
    return Resume("offer", held.first_giver)


def burn(context: CommandContext, reason: str) -> None:
    """Take the whole shoe out of play. A new auction follows on the next one."""
    collect_commission(context)
    context.emit(ShoeBurned(reason=reason, cards=context.shoe.left))
    context.emit(ResumeSet(resume=resumed_at_the_first_seat(context.state, "first")))
    context.enter("shuffling")
