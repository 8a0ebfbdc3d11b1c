"""The undo event, and the number of last commands that each role may undo: the croupier back to the last payment, the
jefe to the opening. The event needs the state of an earlier version, so it cannot be applied like other events."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import State, UndoLimits
from tables.rules.roles import END_CROUPIERS_UNDO

OPENING = "open_table"
UNDO = "undo"
ENDS_THE_CROUPIERS = frozenset({"settle", "void_pass", "burn_shoe", "suite"})


@event("undone")
class Undone(Event):
    """The table goes back to version `to`.

    `records` are the numbers of the records whose commands are taken back, newest first.
    """

    to: int
    records: tuple[int, ...]
    reason: str | None


def restore(state: State, earlier: State) -> State:
    """Bring back an `earlier` state. The version still rises, and the passes paid since are remembered as undone."""
    since = range(earlier.current.number, state.current.number)
    paid = {number for number in since if number not in state.voided}
    return replace(earlier, version=state.version + 1, undone=tuple(sorted(paid | {*state.undone})))


def undo_limits_after(state: State, command: str, role: str) -> UndoLimits:
    """The limits with one more command that may be undone. `state`: after it; an undo has already restored the limits
    of the earlier state."""
    limits = state.undo_limits
    if command == UNDO:
        return limits
    if command == OPENING:
        return UndoLimits()
    return UndoLimits(0 if ends_the_croupiers_undo(command, role) else limits.croupier + 1, limits.jefe + 1)


def ends_the_croupiers_undo(command: str, role: str) -> bool:
    """Whether the croupier may not undo beyond this command: settle, void_pass, burn_shoe, suite or any of the
    jefe's."""
    return command in ENDS_THE_CROUPIERS or role in END_CROUPIERS_UNDO
