"""The chapters' reasons in one place: why the table is as it is, and why each event of a command came about."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tables.engine.auction.reasons import of_auction, of_award
from tables.engine.dealing.reasons import of_card_holder, of_drawing
from tables.engine.event import Event, evolve
from tables.engine.game import Game, Reason
from tables.engine.incidents.reasons import of_incident
from tables.engine.offer.reasons import of_offer
from tables.engine.payment.reasons import of_next_win, of_payment
from tables.engine.shoe.reasons import of_cut, of_last_pass
from tables.engine.state import CARDS_OUT
from tables.engine.suite.reasons import of_suite, of_suite_given
from tables.rules.reglamento import Reglamento

FROM_BEFORE: Mapping[str, Callable[[Game, Any], Iterator[Reason]]] = {
    "pass_settled": of_payment,
    "suite_given": of_suite_given,
    "auction_closed": of_award,
    "incident_noted": of_incident,
}
FROM_AFTER: Mapping[str, Callable[[Game], Iterator[Reason]]] = {
    "bank_offered": of_offer,
    "suite_offered": of_suite,
    "cut_offered": of_cut,
    "second_round_opened": of_auction,
    "betting_closed": of_card_holder,
    "cards_given": of_card_holder,
    "will_spoken": of_drawing,
    "card_dealt": of_drawing,
}


def now(game: Game) -> list[Reason]:
    """The reasons why somebody is asked, holds the cards or draws at this moment, and what the bank's next win pays."""
    if not game.state.open:
        return []
    phase = game.state.phase
    asked = (*of_offer(game), *of_suite(game), *of_cut(game), *of_auction(game))
    holder = of_card_holder(game) if phase == "betting" or phase in CARDS_OUT else ()
    cards = of_drawing(game) if phase in CARDS_OUT else ()
    return [*asked, *holder, *cards, *of_next_win(game), *of_last_pass(game)]


def of_events(game: Game, rules: Reglamento, events: Iterable[Event]) -> list[Reason]:
    """The reasons why these events of one command came about. `game`: the table before them."""
    found: list[Reason] = []
    for event in events:
        after = Game(evolve(game.state, event), rules, game.role)
        if before := FROM_BEFORE.get(event.type):
            found += before(game, event)
        if also := FROM_AFTER.get(event.type):
            found += also(after)
        game = after
    return found
