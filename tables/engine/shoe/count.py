"""A count of cards that cannot be: what the record says has been dealt, against the place of the stop card.

The engine never deals more cards of a rank than the decks have (`tables.engine.shoe.draws`), so too many of them show
as a refused card. Too few show at the end of the shoe: the stop card comes before its time.
"""

from tables.engine.game import Game
from tables.rules.reglamento import Reglamento

MOST_IN_A_PASS = 6


def stop_card_early_by(game: Game) -> int:
    """By how many cards, counted, the stop card has come too early; 0 where it came when it could.

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
    """Where the text gives its place as a share of the cards, a player puts it there by eye ("environ")."""
    return any(said.setting == "stop_card" and said.of_the_cards for said in rules.text_settings)
