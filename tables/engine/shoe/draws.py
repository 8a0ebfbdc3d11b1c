"""Cards that leave the shoe."""

from tables.engine.context import CommandContext
from tables.engine.game import Game
from tables.engine.shoe.end import becomes_last
from tables.engine.shoe.events import CardsBurned
from tables.rules.cards import rank_of, suit_of


def check_in_the_shoe(context: CommandContext, keyed: str) -> None:
    """Refuse a card that cannot be in the shoe any more."""
    if not is_in_the_shoe(context, keyed):
        context.refuse("impossible_card", card=keyed)


def is_in_the_shoe(game: Game, keyed: str) -> bool:
    """Whether a card of this rank, and of this suit if one was keyed, can still be in the shoe."""
    shoe = game.state.shoe
    if shoe is None:
        raise AssertionError("cards without a shoe")
    same_rank = sum(count for seen, count in shoe.seen.items() if rank_of(seen) == rank_of(keyed))
    same_card = shoe.seen.get(keyed, 0) if suit_of(keyed) else 0
    return shoe.left > 0 and same_rank < 4 * shoe.decks and same_card < shoe.decks


def burn_cards(context: CommandContext, *seen: str, unseen: int = 0) -> None:
    """Burn cards from the shoe: those in `seen`, and `unseen` more face down."""
    count = len(seen) + unseen
    context.emit(CardsBurned(cards=seen, count=count, last_pass=becomes_last(context, count)))
