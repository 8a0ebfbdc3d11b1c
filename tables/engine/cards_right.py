"""Who receives punto's cards (argentina arts. 17, 27, 45–47; slovenia 5; spain)."""

from tables.engine.people import seat_of
from tables.engine.state import Bet, State
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.seats import distance_left, distance_right

LEFT_OF_THE_CROUPIER = 1  # counting left from seat 1 meets seat 14 first


def leader(state: State) -> str | None:
    """The largest punto bet among the seated who may take the cards; None: the croupier shows them."""
    rules = REGLAMENTOS[state.reglamento]
    if first := _called_or_owed(state):
        return first
    bets = [bet for bet in state.current.bets if _may_take(state, rules, bet)]
    best = min(bets, key=lambda bet: (-bet.amount, *_distance(state, rules, bet.player)), default=None)
    return best.player if best else None


def _called_or_owed(state: State) -> str | None:
    """Chemin de fer: who made banco before a larger bank (art. 8), then who calls banco now, standing too."""
    current = state.current
    bettors = {bet.player for bet in current.bets} - set(current.cards_declined)
    called = current.banco.player if current.banco else None
    return next((who for who in (current.card_right, called) if who in bettors), None)


def _may_take(state: State, rules: Reglamento, bet: Bet) -> bool:
    if rules.cards is None or bet.chance != "punto" or seat_of(state, bet.player) is None:
        return False
    holds_bank = state.bank is not None and state.bank.holder == bet.player
    both = any(other.player == bet.player and other.chance == "banca" for other in state.current.bets)
    barred = holds_bank or (rules.cards.punto_alone and both)
    return not barred and bet.player not in state.current.cards_declined


def _distance(state: State, rules: Reglamento, player: str) -> tuple[bool, int]:
    """Chemin de fer: who changed seat or came mid-shoe lets one hand pass before he has priority."""
    just_sat = rules.bank == "cover" and state.sat_in.get(player) == state.current.number
    seat = seat_of(state, player) or 0
    if rules.cards and rules.cards.nearest == "croupier_left":
        return just_sat, distance_left(LEFT_OF_THE_CROUPIER, seat)
    sabot = state.bank.seat if state.bank else (state.shoe.seat if state.shoe else None)
    return just_sat, distance_right(sabot or 14, seat)
