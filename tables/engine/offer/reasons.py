"""Reasons for asking a player to take the bank or the sabot (argentina arts. 6, 31–33; chemin-de-fer art. 3; spain)."""

from collections.abc import Iterator

from tables.engine.game import Fact, Game, Reason, facts, of_bounds
from tables.engine.offer.handlers import accept_bounds
from tables.engine.offer.walk import policy_of
from tables.engine.state import Offer


def of_offer(game: Game) -> Iterator[Reason]:
    """The player who is asked now, and those who were passed over."""
    offer = game.state.offer
    if offer is None:
        return
    found = facts(
        Fact("asked", offer.asked, "who"),
        Fact("from_seat", offer.origin),
        Fact("for_seat", offer.seat),
        Fact("declined", offer.declined, "people"),
        *_of_lap(game),
        *of_bounds(accept_bounds(game)),
    )
    yield Reason(_rule(offer), found)


def _rule(offer: Offer) -> str:
    if offer.desister:
        return "desist"
    if offer.again:
        return "twice_running"
    return "forced_offer" if offer.forced else "offer"


def _of_lap(game: Game) -> tuple[Fact, ...]:
    """Nobody opens twice in a lap, nor three times running: who has opened is passed over."""
    lap = game.state.lap
    if not policy_of(game).laps:
        return ()
    return (
        Fact("lap", lap.number),
        Fact("openers", lap.openers, "people"),
        Fact("last_opener", lap.last_opener, "who"),
        Fact("running", lap.running if lap.last_opener else None),
    )
