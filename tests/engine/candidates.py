"""Fields with which each command is likely to be accepted: what `actions` says must be taken with one of these.

A command that is not here is tried with the fields that its schema requires and each of the players.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tables.engine.auction.handlers import bid_bounds
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.stakes import chances_offered
from tables.engine.cover.handlers import set_aside_bounds
from tables.engine.game import Game
from tables.engine.shoe.cutting import ANYONE
from tables.engine.state import CROUPIER, STANDING, State
from tables.rules.cards import RANKS
from tables.rules.reglamentos import REGLAMENTOS

Fields = dict[str, Any]


def _game(state: State) -> Game:
    return Game(state, REGLAMENTOS.get(state.reglamento), "jefe")


def _nothing(state: State) -> Iterator[Fields]:
    yield {}


def _opening(state: State) -> Iterator[Fields]:
    slug = next(iter(REGLAMENTOS))
    yield {"reglamento": slug, "minimum": 1, "maximum": 100, "chip": 1, "settings": {}}


def _same_limits(state: State) -> Iterator[Fields]:
    yield {"minimum": state.limits.minimum, "maximum": state.limits.maximum}


def _newcomer(state: State) -> Iterator[Fields]:
    number = len(state.names) + 1
    while f"p{number}" in state.names:
        number += 1
    yield {"player": f"p{number}", "display_name": None}


def _any_free_seat(state: State) -> Iterator[Fields]:
    free = [seat for seat, sitter in state.seats.items() if not sitter and seat not in state.lent]
    return ({"player": player, "seat": seat} for seat in free[:1] for player in state.names)


def _fewest_riffles(state: State) -> Iterator[Fields]:
    yield {"riffles": state.settings["riffles_minimum"]}


def _shallowest_cut(state: State) -> Iterator[Fields]:
    asked = state.cutting.asked if state.cutting else CROUPIER
    cutters: dict[str, list[str | None]] = {CROUPIER: [None], ANYONE: [*state.names] or [None]}
    for player in cutters.get(asked, [asked]):
        yield {"player": player, "depth": state.settings["cut_minimum"]}


def _cutter(state: State) -> Iterator[Fields]:
    return _named(state.cutting.asked if state.cutting else None, state)


def _highest_bid(state: State) -> Iterator[Fields]:
    allowed = ((player, bid_bounds(_game(state), player)) for player in state.names)
    return ({"player": player, "amount": bounds.maximum} for player, bounds in allowed if bounds)


def _offered(state: State) -> Iterator[Fields]:
    asked = state.offer.asked if state.offer else None
    amount = None if not kind_of(_game(state)).staked else state.limits.minimum
    return ({"player": player, "amount": amount} for player in _those(asked, state))


def _declining_offer(state: State) -> Iterator[Fields]:
    yield {"player": _spoken(state.offer.asked if state.offer else None)}


def _whole_bank(state: State) -> Iterator[Fields]:
    most = _game(state).bank_maximum // state.limits.chip * state.limits.chip
    yield {"amount": most, "associate_agrees": True}


def _suite_taker(state: State) -> Iterator[Fields]:
    asked = state.suite.asked if state.suite else None
    people: Iterable[str] = _those(asked, state) if asked else state.names
    return ({"player": player, "amount": None, "associate": None} for player in people)


def _declining_suite(state: State) -> Iterator[Fields]:
    yield {"player": _spoken(state.suite.asked if state.suite else None)}


def _smallest_bet(state: State) -> Iterator[Fields]:
    limits = state.limits
    for player in state.names:
        for chance in chances_offered(_game(state)):
            lies = sum(b.amount for b in state.current.bets if (b.player, b.chance) == (player, chance))
            total = -(-max(lies + 1, limits.minimum) // limits.chip) * limits.chip
            yield {"player": player, "chance": chance, "amount": total - lies}


def _lying_bet(state: State) -> Iterator[Fields]:
    return ({"player": bet.player, "chance": bet.chance} for bet in state.current.bets[:1])


def _all_stakes(state: State) -> Iterator[Fields]:
    yield {"players": None}


def _cards_holder(state: State) -> Iterator[Fields]:
    return _named(state.current.card_holder, state)


def _stand(state: State) -> Iterator[Fields]:
    yield {"choice": "stand"}


def _any_card(state: State) -> Iterator[Fields]:
    return ({"hand": hand, "card": rank} for hand in ("punto", "banca") for rank in RANKS)


def _any_banco(state: State) -> Iterator[Fields]:
    for kind in ("suivi", "solo", "table"):
        yield from ({"player": player, "kind": kind, "players": None} for player in state.names)
    for player in state.names:
        for other in state.names:
            if other != player:
                yield {"player": player, "kind": "association", "players": [other]}


def _any_garaje(state: State) -> Iterator[Fields]:
    if state.bank:
        chip = state.limits.chip
        yield {"amount": max(state.bank.stake // 2 // chip * chip, chip)}
        yield {"amount": chip}
        if bounds := set_aside_bounds(_game(state)):
            yield {"amount": bounds.maximum}


def _first_card(state: State) -> Iterator[Fields]:
    return ({"card": rank} for rank in RANKS)


def _any_incident(state: State) -> Iterator[Fields]:
    numbered = _game(state).rules.source.articles
    yield {"kind": "conduct", "text": "-", "article": next(iter(numbered), None)}


def _sent_away(state: State) -> Iterator[Fields]:
    return ({"player": player} for player, notes in state.conduct.items() if notes.sent_away)


def _with_consent(state: State) -> Iterator[Fields]:
    yield {"reason": "-", "consent": "jefe"}


def _with_reason(state: State) -> Iterator[Fields]:
    yield {"reason": "-"}


def _named(player: str | None, state: State) -> Iterator[Fields]:
    return ({"player": who} for who in [player] if who in state.names)


def _those(asked: str | None, state: State) -> tuple[str, ...]:
    if asked == STANDING:
        return state.standing
    return (asked,) if asked in state.names and asked else ()


def _spoken(asked: str | None) -> str | None:
    return None if asked == STANDING else asked


CANDIDATES: dict[str, Callable[[State], Iterator[Fields]]] = {
    "open_table": _opening,
    "set_limits": _same_limits,
    "close_table": _with_reason,
    "join": _newcomer,
    "sit": _any_free_seat,
    "shuffle": _fewest_riffles,
    "cut": _shallowest_cut,
    "decline_cut": _cutter,
    "bid": _highest_bid,
    "accept_bank": _offered,
    "decline_bank": _declining_offer,
    "raise_bank": _whole_bank,
    "take_suite": _suite_taker,
    "decline_suite": _declining_suite,
    "house_takes_suite": _with_reason,
    "place_bet": _smallest_bet,
    "remove_bet": _lying_bet,
    "repeat_bets": _all_stakes,
    "decline_cards": _cards_holder,
    "will": _stand,
    "bank_choice": _stand,
    "banco": _any_banco,
    "set_aside": _any_garaje,
    "card": _any_card,
    "burn_first": _first_card,
    "void_pass": _with_reason,
    "burn_shoe": _with_consent,
    "readmit": _sent_away,
    "suspend": _with_reason,
    "incident": _any_incident,
}
