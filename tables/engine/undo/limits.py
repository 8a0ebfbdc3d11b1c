"""How many of the last commands each role may undo: the croupier back to the last payment, the jefe to the opening."""

from dataclasses import replace

from casino.accounts.permissions import Right, may
from tables.engine.state import State, UndoLimits

OPENING = "open_table"
UNDO = "undo"
ENDS_THE_CROUPIERS = frozenset({"settle", "void_pass", "burn_shoe", "suite"})


def with_undo_limits(state: State, command: str, role: str) -> State:
    """Count one more command that may be undone. An undo has already restored the limits of the earlier state."""
    if command == UNDO:
        return state
    return replace(state, undo_limits=_longer(state.undo_limits, command, role))


def ends_the_croupiers_undo(command: str, role: str) -> bool:
    """Whether the croupier may not undo beyond this command: settle, void_pass, burn_shoe, suite or any of the
    jefe's."""
    return command in ENDS_THE_CROUPIERS or may(role, Right.END_CROUPIERS_UNDO)


def _longer(limits: UndoLimits, command: str, role: str) -> UndoLimits:
    if command == OPENING:
        return UndoLimits()
    if ends_the_croupiers_undo(command, role):
        return UndoLimits(croupier=0, jefe=limits.jefe + 1)
    return UndoLimits(limits.croupier + 1, limits.jefe + 1)
