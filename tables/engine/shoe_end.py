"""A shoe ends: its last pass is played, or it is burned (argentina arts. 7, 11, 42, 44)."""

from tables.engine import holding
from tables.engine.events.shoe import ShoeBurned
from tables.engine.events.table import BetsReturned, ResumeSet
from tables.engine.state import Resume
from tables.engine.turn import Turn


def end(turn: Turn, resume: Resume) -> None:
    """The last pass was played: bets go back, the bank does not, unless it is a suite (art. 42)."""
    held = turn.state.bank
    suite_ends = turn.rules.suite is not None and turn.rules.suite.ends_with_the_shoe
    if held and suite_ends and held.first_giver is not None:
        resume = Resume("offer", held.first_giver)
        holding.return_stake(turn, "suite_over")
    if turn.state.current.bets:
        turn.emit(BetsReturned(turn.state.current.bets))
    turn.emit(ResumeSet(resume))
    turn.enter("shuffling")


def burn(turn: Turn, reason: str) -> None:
    """The whole shoe goes out of play; with no bank left a new auction follows on the next one."""
    if turn.state.shoe:
        turn.emit(ShoeBurned(reason, turn.state.shoe.left))
    turn.emit(ResumeSet(Resume("first")))
    turn.enter("shuffling")
