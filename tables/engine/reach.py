"""How far an undo reaches (game.md, "What may be undone")."""

from dataclasses import replace

from tables.engine.state import Reach, State

OPENING = "open_table"
UNDO = "undo"
ENDS_THE_CROUPIERS_REACH = frozenset({"settle", "void_pass", "burn_shoe", "suite"})


def with_reach(state: State, command: str, role: str) -> State:
    """Count one more command that may be undone; an undo's own reach came back with the earlier state."""
    if command == UNDO:
        return state
    return replace(state, reach=_longer(state.reach, command, role))


def ends_the_croupiers_reach(command: str, role: str) -> bool:
    """The last settle, void_pass, burn_shoe, suite or jefe's command."""
    return role == "jefe" or command in ENDS_THE_CROUPIERS_REACH


def _longer(reach: Reach, command: str, role: str) -> Reach:
    if command == OPENING:
        return Reach()
    if ends_the_croupiers_reach(command, role):
        return Reach(croupier=0, jefe=reach.jefe + 1)
    return Reach(reach.croupier + 1, reach.jefe + 1)
