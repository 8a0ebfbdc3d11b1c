"""Undo takes back the last commands that still stand. Nothing is erased from the record."""

from itertools import islice, takewhile

from casino.common.refusals import Refusal
from tables.engine.game import Game, Standing
from tables.engine.handlers import CommandContext, handles
from tables.engine.state import PHASES
from tables.engine.undo.commands import Undo
from tables.engine.undo.events import Undone
from tables.rules.roles import UNDO_PAST_SETTLEMENT


def _allowed(game: Game) -> int:
    """The number of last commands that this role may still undo."""
    limits = game.state.undo_limits
    return limits.jefe if game.role in UNDO_PAST_SETTLEMENT else limits.croupier


def _something_stands(game: Game) -> bool:
    return _allowed(game) > 0


@handles("undo", *PHASES, may=_something_stands, while_suspended=True)
def undo(context: CommandContext, command: Undo) -> None:
    """Undo the last command, or with `to` every command after that version, within the limits of the role."""
    taken_back = _taken_back(context, command.to)
    count = len(taken_back)
    if count == 0 or count > context.state.undo_limits.jefe:
        raise Refusal("nothing_to_undo")
    if count > _allowed(context):
        raise Refusal("not_allowed", role=context.role)
    records = tuple(made.number for made in taken_back)
    context.restore(Undone(to=taken_back[-1].before, records=records, reason=command.reason))


def _taken_back(context: CommandContext, to: int | None) -> list[Standing]:
    """The commands to undo, newest first. One more than the jefe's limit is enough to see that it is too many."""
    newest_first = reversed(context.history.standing())
    if to is None:
        return list(islice(newest_first, 1))
    after = takewhile(lambda made: made.version > to, newest_first)
    return list(islice(after, context.state.undo_limits.jefe + 1))
