"""The cut, and the players who may make it (argentina art. 9; monte-carlo: any player; elsewhere the croupier)."""

from tables.engine.game import Bounds, Game, bounds
from tables.engine.handlers import CommandContext
from tables.engine.shoe.events import CutDeclined, CutOffered, CutterChanged
from tables.engine.state import CROUPIER, Cutting, is_here, seated_to_the_left
from tables.rules.cards import CARDS_IN_A_DECK

ANYONE = ""  # any player may cut; the croupier cuts while nobody is at the table


def cutting_of(game: Game) -> Cutting:
    """The cut that is being asked for. Raises AssertionError if there is none."""
    if game.state.cutting is None:
        raise AssertionError("no cut is being asked for")
    return game.state.cutting


def play_or_cut(context: CommandContext) -> None:
    """A bank has its holder: its first pass is bet on, once the shoe is cut."""
    shoe = context.state.shoe
    if shoe and shoe.is_cut:
        first = burns_by_first_card(context) and not shoe.dealt
        context.enter("burning" if first else "betting")
    else:
        ask_for_the_cut(context)


def burns_by_first_card(game: Game) -> bool:
    """Whether the first card of a shoe is shown and decides how many are burned."""
    return game.choice("burn") == "first_card"


def ask_for_the_cut(context: CommandContext) -> None:
    """Ask the next person who may cut: to the left of the banker, the banker last, then the croupier."""
    context.emit(CutOffered(asked=_next_cutter(context)))


def passes_over(context: CommandContext, player: str) -> None:
    """`player` has left or moved. If he was asked to cut, he has declined. A burned shoe is shuffled before it is
    cut."""
    if context.state.cutting is None or context.state.cutting.asked != player:
        return
    context.emit(CutDeclined(player=player))
    if context.state.phase == "cutting":
        ask_for_the_cut(context)
    else:
        context.emit(CutterChanged(asked=_next_cutter(context)))


def no_bank_to_cut_for(context: CommandContext) -> None:
    """The bank has ended while a burned shoe waits to be shuffled. Who cuts is known when the next bank is."""
    if context.state.cutting is not None:
        context.emit(CutterChanged(asked=None))


def cutters(game: Game) -> list[str]:
    """The players who may cut now."""
    cutting = cutting_of(game)
    asked = game.state.names if cutting.asked == ANYONE else (cutting.asked,)
    return [who for who in asked if is_here(game.state, who)]


def cut_bounds(game: Game) -> Bounds | None:
    """The depths at which the shoe may be cut: `cut_minimum` cards must remain above and below (art. 10)."""
    least = game.setting("cut_minimum")
    return bounds(least, CARDS_IN_A_DECK * game.setting("decks") - least)


def _next_cutter(game: Game) -> str:
    if game.rules.cutter == "any_player":
        return ANYONE
    if game.rules.cutter != "left_of_banker":
        return CROUPIER
    declined = game.state.cutting.declined if game.state.cutting else ()
    left = seated_to_the_left(game.state, game.bank.seat)
    return next((player for _, player in left if player not in declined), CROUPIER)
