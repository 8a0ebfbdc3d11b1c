"""How many of the last commands each role may undo: the croupier back to the last payment, the jefe to the opening."""

from functools import lru_cache

from casino.accounts.permissions import Right
from tables.engine.copying import finished
from tables.engine.state import State, UndoLimits

OPENING = "open_table"
UNDO = "undo"
HIS_COMMANDS_STAND = Right.END_CROUPIERS_UNDO.roles
ENDS_THE_CROUPIERS = frozenset({"settle", "void_pass", "burn_shoe", "suite"})


def with_undo_limits(after: State, before: State, command: str, role: str) -> State:
    """Count one more command that may be undone. An undo has already restored the limits of the earlier state."""
    if command == UNDO:
        return after
    if command == OPENING:
        return finished(after, before, "undo_limits", UndoLimits())
    limits = after.undo_limits
    croupier = 0 if ends_the_croupiers_undo(command, role) else limits.croupier + 1
    return finished(after, before, "undo_limits", _limits(croupier, limits.jefe + 1))


@lru_cache(maxsize=4096)
def _limits(croupier: int, jefe: int) -> UndoLimits:
    """The same few come again every evening: to find one takes a quarter of the time of making it."""
    return UndoLimits(croupier, jefe)


def ends_the_croupiers_undo(command: str, role: str) -> bool:
    """Whether the croupier may not undo beyond this command: settle, void_pass, burn_shoe, suite or any of the
    jefe's."""
    return command in ENDS_THE_CROUPIERS or role in HIS_COMMANDS_STAND
