"""Conduct at the table (argentina arts. 12, 14, 16; slovenia 6): notes about a person, and who was sent away."""

from tables.engine.game import Game
from tables.engine.handlers import CommandContext, handles
from tables.engine.incidents.commands import Conduct, Readmit
from tables.engine.incidents.events import ConductNoted, PlayerReadmitted
from tables.engine.incidents.register import happens
from tables.engine.state import OPEN


@happens("conduct", *OPEN)
def conduct(context: CommandContext, command: Conduct) -> None:
    """Arts. 12, 14, 16 and similar: the incident is noted and has no effect on the game. Who is sent away or handed
    over finishes the pass, and does not join again until a jefe lifts it."""
    if command.player:
        name = context.state.names[command.player]
        sent_away = command.done in ("sent_away", "handed_over")
        context.emit(
            ConductNoted(player=command.player, name=name, article=command.article, sent_away=sent_away)
        )


def sent_away(game: Game) -> list[str]:
    """The players who may not join until a jefe lifts it."""
    return [player for player, notes in game.state.conduct.items() if notes.sent_away]


def _somebody_was_sent_away(game: Game) -> bool:
    return bool(sent_away(game))


@handles("readmit", *OPEN, may=_somebody_was_sent_away, while_suspended=True)
def readmit(context: CommandContext, command: Readmit) -> None:
    """The jefe lifts it. The notes about the player stay."""
    if command.player not in sent_away(context):
        context.refuse("not_sent_away", player=command.player)
    context.emit(PlayerReadmitted(player=command.player, reason=command.reason))
