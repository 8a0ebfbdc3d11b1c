"""Cards that leave the shoe."""

from itertools import repeat

from tables.engine.context import CommandContext
from tables.engine.game import Game
from tables.engine.shoe.end import becomes_last
from tables.engine.shoe.events import CardsBurned
from tables.rules.cards import same_rank, suit_of


def check_in_the_shoe(context: CommandContext, keyed: str) -> None:
    """Refuse a card that cannot be in the shoe any more."""
    if not is_in_the_shoe(context, keyed):
        context.refuse("impossible_card", card=keyed)


def is_in_the_shoe(game: Game, keyed: str) -> bool:
    """Whether a card of this rank, and of this suit if one was keyed, can still be in the shoe."""
    shoe = game.shoe
    seen, decks = shoe.seen, shoe.decks
    if shoe.left <= 0 or (suit_of(keyed) and seen.get(keyed, 0) >= decks):
        return False
    return sum(map(seen.get, same_rank(keyed), repeat(0))) < 4 * decks


def burn_cards(context: CommandContext, *seen: str, unseen: int = 0) -> None:
    """Burn cards from the shoe: those in `seen`, and `unseen` more face down."""
    count = len(seen) + unseen
    context.emit(CardsBurned(cards=seen, count=count, last_pass=becomes_last(context, count)))
