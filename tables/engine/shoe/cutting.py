"""Who cuts (argentina art. 9; monte-carlo: any player; elsewhere the croupier)."""

from tables.engine.context import CommandContext
from tables.engine.game import Bounds, Game, bounds
from tables.engine.people import is_here, seated_to_the_left
from tables.engine.shoe.events import CutDeclined, CutOffered
from tables.engine.state import CROUPIER, Cutting
from tables.rules.cards import CARDS_IN_A_DECK

ANYONE = ""


def cutting_of(game: Game) -> Cutting:
    """The cut on offer; only asked for where there is one."""
    if game.state.cutting is None:
        raise AssertionError("no cut is being asked for")
    return game.state.cutting


def ask_for_the_cut(context: CommandContext) -> None:
    """Ask the first who may cut: left of the next banker and further left, he himself last, then the croupier."""
    context.emit(CutOffered(asked=_next_cutter(context)))


def passes_over(context: CommandContext, player: str) -> None:
    """`player` has gone or moved: if he was asked to cut, he has declined."""
    if context.state.cutting and context.state.cutting.asked == player:
        context.emit(CutDeclined(player=player))
        if context.state.phase == "cutting":  # else the shoe was burned and must be shuffled first
            ask_for_the_cut(context)


def cutters(game: Game) -> list[str]:
    """The players who may cut now."""
    cutting = game.state.cutting
    if cutting is None:
        return []
    asked = game.state.names if cutting.asked == ANYONE else (cutting.asked,)
    return [who for who in asked if is_here(game.state, who)]


def cut_bounds(game: Game) -> Bounds | None:
    """Art. 10: so many cards are left above the cut, and below it."""
    least = game.setting("cut_minimum")
    return bounds(least, CARDS_IN_A_DECK * game.setting("decks") - least)


def _next_cutter(game: Game) -> str:
    if game.rules.cutter == "any_player" and game.state.names:
        return ANYONE
    if game.rules.cutter != "left_of_banker":
        return CROUPIER
    declined = game.state.cutting.declined if game.state.cutting else ()
    left = seated_to_the_left(game.state, game.bank.seat)
    return next((player for _, player in left if player not in declined), CROUPIER)
