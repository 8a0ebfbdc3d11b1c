"""The engine's door: a command against a state gives events, or a refusal and nothing else.

Checks come in one order: well-formed, known names, role, version, phase, article, amount.
"""

from dataclasses import dataclass

from tables.engine import (  # noqa: F401 - importing a room registers its commands
    auction,
    bank,
    betting,
    cover,
    cutting,
    dealing,
    form,
    incidents,
    limits,
    offer,
    payment,
    sabot,
    seating,
    shuffling,
    suite,
    table,
    undo,
    voiding,
)
from tables.engine.commands import Command
from tables.engine.errors import Refused
from tables.engine.events import Event
from tables.engine.history import History
from tables.engine.people import is_here
from tables.engine.reach import with_reach
from tables.engine.rooms import PASS_UNDER_WAY, ROOMS
from tables.engine.state import State
from tables.engine.turn import Turn


@dataclass(frozen=True, slots=True)
class Decision:
    """What an accepted command did: its events (at least one) and the state after them."""

    events: tuple[Event, ...]
    state: State


def decide(state: State, command: Command, role: str, history: History) -> Decision:
    """Decide `command`, given by someone of `role`. Raises Refused; then nothing has changed."""
    turn = Turn(state, role, history)
    check(turn, command)
    ROOMS[command.name].decide(turn, command)
    if turn.state.limits.next and turn.state.phase not in PASS_UNDER_WAY:
        limits.apply_waiting(turn)
    return Decision(tuple(turn.events), with_reach(turn.state, command.name, role))


def check(turn: Turn, command: Command) -> None:
    """Everything that is asked before the room's own article: form, names, role, version, phase."""
    state = turn.state
    form.check(state, command, turn.role)
    for player in command.people():
        if not is_here(state, player):
            raise Refused("unknown_player", player=player)
    if turn.role not in command.roles:
        raise Refused("not_allowed", role=turn.role)
    if command.expected_version not in (None, state.version):
        raise Refused("stale", version=state.version)
    _check_phase(turn, command)


def _check_phase(turn: Turn, command: Command) -> None:
    room, state = ROOMS[command.name], turn.state
    if state.suspended and not room.while_suspended:
        raise Refused("suspended")
    if state.phase in room.phases:
        return
    if room.otherwise and state.open:
        room.otherwise(turn, command)
    raise Refused("wrong_phase", phase=state.phase)
