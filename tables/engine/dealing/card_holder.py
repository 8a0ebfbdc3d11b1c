"""The player who receives punto's cards (argentina arts. 17, 27, 45–47; slovenia 5; spain)."""

from tables.engine.bank.kinds import kind_of
from tables.engine.betting.stakes import lies_on
from tables.engine.game import Game
from tables.engine.state import Bet, last_seat, seat_of
from tables.rules.reglamento import CardsPolicy
from tables.rules.seats import distance_left, distance_right

LEFT_OF_THE_CROUPIER = 1  # counting to the left from seat 1 reaches the highest seat first


def leader(game: Game) -> str | None:
    """The player with the largest punto bet who may take the cards; None if the croupier shows them."""
    if first := _called_or_owed(game):
        return first
    return next((bet.player for bet in candidates(game)), None)


def candidates(game: Game) -> list[Bet]:
    """The punto bets whose players may take the cards, the first in line first."""
    policy = game.cards_policy
    if policy is None:
        return []
    bets = [bet for bet in game.state.current.bets if _may_take(game, policy, bet)]
    return sorted(bets, key=lambda bet: (-bet.amount, *_distance(game, policy, bet.player)))


def _called_or_owed(game: Game) -> str | None:
    """Chemin de fer: first the player who had called banco before a larger bank (art. 8), then the caller of banco, who
    may be standing."""
    current = game.state.current
    called = current.banco.player if current.banco else None
    if called is None and current.card_right is None:
        return None
    bettors = {bet.player for bet in current.bets} - set(current.cards_declined)
    return next((who for who in (current.card_right, called) if who in bettors), None)


def _may_take(game: Game, policy: CardsPolicy, bet: Bet) -> bool:
    state = game.state
    if bet.chance != "punto" or not (policy.standing or seat_of(state, bet.player)):
        return False
    holds_bank = state.bank is not None and state.bank.holder == bet.player
    if holds_bank or bet.player in state.current.cards_declined:
        return False
    return not (policy.punto_alone and lies_on(state, bet.player, "banca"))


def _distance(game: Game, policy: CardsPolicy, player: str) -> tuple[bool, int]:
    """The order among equal bets: the seated before the standing, of whom the first bet counts. If this kind of bank
    makes newcomers wait, they come last."""
    state = game.state
    seat = seat_of(state, player)
    if seat is None:
        return True, 0
    just_sat = kind_of(game).newcomers_wait and state.sat_in.get(player) == state.current.number
    if policy.nearest == "croupier_left":
        return just_sat, distance_left(state.seats, LEFT_OF_THE_CROUPIER, seat)
    sabot = state.bank.seat if state.bank else (state.shoe.seat if state.shoe else None)
    return just_sat, distance_right(state.seats, sabot or last_seat(state), seat)
