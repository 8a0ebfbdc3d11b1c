"""Stakes that stay on the table above a maximum that was lowered (argentina art. 2)."""

from collections.abc import Iterable

from tables.engine.betting.stakes import bets_of, covered, tie_maximum
from tables.engine.game import Game
from tables.engine.state import Bet

PUNTO_FIRST = ("punto", "banca")


def above_each_maximum(game: Game) -> tuple[Bet, ...]:
    """What each person has on the table above his maximum: his largest bet is trimmed first, equal ones punto first."""
    bettors = dict.fromkeys(bet.player for bet in game.state.current.bets)
    return tuple(part for player in bettors for part in _above_his_maximum(game, player))


def above_the_bank(game: Game, capacity: int) -> tuple[Bet, ...]:
    """What the bank no longer covers: the last bets are trimmed first (chemin-de-fer art. 14)."""
    return _taken_off(reversed(game.state.current.bets), covered(game) - capacity)


def _above_his_maximum(game: Game, player: str) -> tuple[Bet, ...]:
    bets = bets_of(game.state, player)
    shared = [bet for bet in bets if bet.chance in PUNTO_FIRST]
    shared.sort(key=lambda bet: (-bet.amount, PUNTO_FIRST.index(bet.chance)))
    ties = [bet for bet in bets if bet.chance == "tie"]
    most = (
        tie_maximum(game) // game.state.limits.chip * game.state.limits.chip
    )  # a stake is a multiple of the chip
    return (
        *_taken_off(shared, sum(bet.amount for bet in shared) - game.state.limits.maximum),
        *_taken_off(ties, sum(bet.amount for bet in ties) - most),
    )


def _taken_off(bets: Iterable[Bet], excess: int) -> tuple[Bet, ...]:
    """Parts of the bets, in their order, that add up to the excess."""
    parts: list[Bet] = []
    for bet in bets:
        part = min(bet.amount, excess)
        if part > 0:
            parts.append(Bet(bet.player, bet.chance, part))
            excess -= part
    return tuple(parts)
