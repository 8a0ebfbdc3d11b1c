"""Which commands could be accepted now, and within which bounds. The answers come from the handlers' own checks."""

from casino.accounts.permissions import may_command
from tables.engine.commands import COMMANDS
from tables.engine.decide import HANDLERS
from tables.engine.game import Bounds, Game
from tables.rules.reglamento import COMMON_COMMANDS


def actions(game: Game) -> list[str]:
    """The names of the commands that the game's role could give now with suitable fields."""
    listed = game.rules.commands if game.state.open else COMMON_COMMANDS
    return [name for name in COMMANDS if name in listed and is_available(game, name)]


def is_available(game: Game, name: str) -> bool:
    """Whether the game's role could give this command now with suitable fields."""
    handler, state = HANDLERS[name], game.state
    if state.phase not in handler.phases or not may_command(game.role, name):
        return False
    return (handler.while_suspended or not state.suspended) and handler.may(game)


def bounds_of(game: Game, name: str, **fields: str) -> Bounds | None:
    """The bounds of a command's amount now; None if it has none.

    `fields` are the fields on which the bounds depend, such as the `player` of a bid.
    """
    bounds = HANDLERS[name].bounds
    return bounds(game, **fields) if bounds else None
