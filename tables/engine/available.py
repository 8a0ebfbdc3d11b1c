"""Which commands could be accepted now, and within which bounds. The answers come from the handlers' own checks."""

from functools import lru_cache

from casino.accounts.permissions import REQUESTS, may_ask_for, may_command
from tables.engine.commands import COMMANDS
from tables.engine.decide import HANDLERS
from tables.engine.game import Bounds, Game
from tables.engine.incidents.consent import all_cards_known
from tables.engine.incidents.register import CONSEQUENCES
from tables.engine.phase import Phase
from tables.rules.reglamento import COMMON_COMMANDS


def actions(game: Game) -> list[str]:
    """The names of the commands that the game's role could give now with suitable fields."""
    state = game.state
    listed = game.rules.commands if state.open else COMMON_COMMANDS
    admitted = _admitted(listed, state.phase, state.suspended, game.role)
    return [name for name in admitted if HANDLERS[name].may(game)]


def is_available(game: Game, name: str) -> bool:
    """Whether the game's role could give this command now with suitable fields."""
    state = game.state
    return _is_admitted(name, state.phase, state.suspended, game.role) and HANDLERS[name].may(game)


@lru_cache(maxsize=1024)
def _admitted(listed: tuple[str, ...], phase: Phase, suspended: bool, role: str) -> tuple[str, ...]:
    """Those of the listed commands that a role may give in a phase, whatever else lies on the table."""
    return tuple(name for name in COMMANDS if name in listed and _is_admitted(name, phase, suspended, role))


def _is_admitted(name: str, phase: Phase, suspended: bool, role: str) -> bool:
    handler = HANDLERS[name]
    fits = phase in handler.phases and (handler.while_suspended or not suspended)
    return fits and may_command(role, name)


def on_request(game: Game) -> list[str]:
    """What the game's role could ask another person to sign now, as the permission table calls it."""
    if not game.state.open:
        return []
    return [act for act in REQUESTS if may_ask_for(game.role, act) and _could_be_signed(game, act)]


def _could_be_signed(game: Game, act: str) -> bool:
    if act in CONSEQUENCES:
        listed = act in game.rules.incidents and is_available(game, "incident")
        return listed and all_cards_known(game.state) and CONSEQUENCES[act].expected(game.state)
    signers = REQUESTS[act][1]
    return any(is_available(Game(game.state, game.rules, role), act) for role in signers)


def bounds_of(game: Game, name: str, **fields: str) -> Bounds | None:
    """The bounds of a command's amount now; None if it has none.

    `fields` are the fields on which the bounds depend, such as the `player` of a bid.
    """
    bounds = HANDLERS[name].bounds
    return bounds(game, **fields) if bounds else None
