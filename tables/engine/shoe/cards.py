"""Cards that leave the shoe, and counts of cards that cannot be.

The engine never deals more cards of a rank than the decks have, so too many of them show as a refused card. Too few
show at the end of the shoe: the stop card comes before its time.
"""

from itertools import repeat

from tables.engine.game import Game
from tables.engine.handlers import CommandContext
from tables.engine.shoe.end import becomes_last
from tables.engine.shoe.events import CardsBurned
from tables.rules.cards import same_rank, suit_of
from tables.rules.reglamento import Reglamento

MOST_IN_A_PASS = 6  # cards


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


def stop_card_early_by(game: Game) -> int:
    """The number of cards, counted, by which the stop card has come too early; 0 where it came when it could.

    It appears in the shoe's last pass or lies before it (art. 11), so before that pass at most six cards lay in front
    of the `stop_card` behind it. More: that many were dealt and not marked, or it stands elsewhere.
    """
    shoe = game.state.shoe
    if shoe is None or not shoe.last_pass or _stands_about_there(game.rules):
        return 0
    hands = game.state.current
    before_the_pass = shoe.left + len(hands.punto) + len(hands.banca)
    return max(0, before_the_pass - MOST_IN_A_PASS - game.setting("stop_card"))


def _stands_about_there(rules: Reglamento) -> bool:
    """Whether a player puts it there by eye ("environ"): the text gives its place as a share of the cards."""
    return any(said.setting == "stop_card" and said.of_the_cards for said in rules.text_settings)
