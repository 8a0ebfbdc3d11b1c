"""A pass is void, a shoe is burned, a table is suspended, something is noted (argentina arts. 11, 49, 50)."""

from tables.engine import holding, limits, shoe_end
from tables.engine.commands import BurnShoe, Note, Suspend, VoidPass
from tables.engine.commands import Resume as ResumeTable
from tables.engine.errors import Refused
from tables.engine.events.bank import SuiteClosed, SuiteDeductionGivenBack
from tables.engine.events.incidents import (
    Noted,
    PassVoided,
    TableResumed,
    TableSuspended,
    cards_on_the_table,
)
from tables.engine.events.shoe import BettingOpened, ShoeBurned
from tables.engine.events.table import BetsReturned, ResumeSet
from tables.engine.rooms import CARDS_OUT, OPEN, decides
from tables.engine.state import Resume
from tables.engine.turn import Turn


@decides("void_pass", "betting", *CARDS_OUT, while_suspended=True)
def void_pass(turn: Turn, command: VoidPass) -> None:
    """The jefe voids the pass: its cards are burned, bets stay; the last pass ends the shoe all the same."""
    void(turn, command.reason, shoe_is_over=bool(turn.state.shoe and turn.state.shoe.last_pass))


@decides("burn_shoe", "auction", "cutting", "burning", "offer", "betting", *CARDS_OUT, "suite")
def burn_shoe(turn: Turn, command: BurnShoe) -> None:
    """Art. 49: bets go back, the bank or an open offer is kept, a suite ends as in art. 42."""
    state = turn.state
    if state.phase in CARDS_OUT:
        _void(turn, command.reason)
    if turn.state.current.bets:
        turn.emit(BetsReturned(turn.state.current.bets))
    turn.emit(ShoeBurned(command.reason, turn.state.shoe.left if turn.state.shoe else 0))
    turn.emit(ResumeSet(_resume_after(turn)))
    turn.enter("shuffling")


@decides("suspend", *OPEN)
def suspend(turn: Turn, command: Suspend) -> None:
    """Nothing is played until the jefe resumes."""
    turn.emit(TableSuspended(command.reason))


@decides("resume", *OPEN, while_suspended=True)
def resume(turn: Turn, command: ResumeTable) -> None:
    """Play goes on where it was."""
    if not turn.state.suspended:
        raise Refused("not_suspended")
    turn.emit(TableResumed())


@decides("note", *OPEN, while_suspended=True)
def note(turn: Turn, command: Note) -> None:
    """A remark in the record, without effect."""
    turn.emit(Noted(command.text, command.article))


def void(turn: Turn, reason: str, shoe_is_over: bool) -> None:
    """The pass counts for nothing; the bank goes on (art. 44)."""
    _void(turn, reason)
    limits.apply_waiting(turn)
    if shoe_is_over:
        shoe_end.end(turn, Resume("bank"))
    else:
        turn.emit(BettingOpened(turn.state.current.number))


def _void(turn: Turn, reason: str) -> None:
    current = turn.state.current
    turn.emit(PassVoided(current.number, reason, cards_on_the_table(current)))


def _resume_after(turn: Turn) -> Resume:
    suite, held = turn.state.suite, turn.state.bank
    if suite is not None:
        if suite.deduction:
            turn.emit(SuiteDeductionGivenBack(suite.giver, suite.deduction))
        turn.emit(SuiteClosed("shuffling"))
        return Resume("offer", suite.first_giver)
    suite_ends = turn.rules.suite is not None and turn.rules.suite.ends_with_the_shoe
    if held is not None and suite_ends and held.first_giver is not None:
        holding.return_stake(turn, "suite_over")
        return Resume("offer", held.first_giver)
    before_the_bank = turn.state.phase in ("auction", "cutting", "burning", "offer")
    return turn.state.resume if held is None and before_the_bank else Resume("bank")
