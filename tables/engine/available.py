"""Which commands could be accepted now, and what their amounts may be: asked of the handlers, not tried."""

from casino.accounts.permissions import may_command
from tables.engine.commands import COMMANDS
from tables.engine.decide import HANDLERS
from tables.engine.game import Bounds, Game
from tables.rules.reglamento import COMMON_COMMANDS


def actions(game: Game) -> list[str]:
    """The commands that the game's role could give now with some fields."""
    listed = game.rules.commands if game.state.open else COMMON_COMMANDS
    return [name for name in COMMANDS if name in listed and is_available(game, name)]


def is_available(game: Game, name: str) -> bool:
    """Whether the game's role could give this command now with some fields."""
    handler, state = HANDLERS[name], game.state
    if state.phase not in handler.phases or not may_command(game.role, name):
        return False
    return (handler.while_suspended or not state.suspended) and handler.may(game)


def bounds_of(game: Game, name: str, **fields: str) -> Bounds | None:
    """What the amount of a command may be now; `fields` are those that it depends on, such as a bidder's `player`.
    None where there is no such amount."""
    bounds = HANDLERS[name].bounds
    return bounds(game, **fields) if bounds else None
