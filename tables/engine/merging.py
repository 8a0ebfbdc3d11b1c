"""Bets and debts put together: one for each player and chance, one for each player and rate."""

from dataclasses import replace

from tables.engine.state import Bet, Owed


def with_bets(bets: tuple[Bet, ...], more: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Add `more` to `bets`, merging bets of the same player on the same chance."""
    for bet in more:
        bets = with_bet(bets, bet)
    return bets


def with_bet(bets: tuple[Bet, ...], more: Bet) -> tuple[Bet, ...]:
    """Add `more` to `bets`, as `with_bets` does."""
    for place, bet in enumerate(bets):
        if bet.player == more.player and bet.chance == more.chance:
            both = Bet(bet.player, bet.chance, bet.amount + more.amount)
            return (*bets[:place], both, *bets[place + 1 :])
    return (*bets, more)


def without_bets(bets: tuple[Bet, ...], less: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Take the amounts of `less` off `bets`. A bet of which nothing is left is gone."""
    off = {(bet.player, bet.chance): bet.amount for bet in less}
    left = (replace(bet, amount=bet.amount - off.get((bet.player, bet.chance), 0)) for bet in bets)
    return tuple(bet for bet in left if bet.amount)


def with_owed(owed: tuple[Owed, ...], more: tuple[Owed, ...]) -> tuple[Owed, ...]:
    """Add `more` to `owed`, merging what a player owes at the same rate."""
    for one in more:
        for place, other in enumerate(owed):
            if (other.player, other.rate) == (one.player, one.rate):
                owed = (*owed[:place], replace(other, won=other.won + one.won), *owed[place + 1 :])
                break
        else:
            owed = (*owed, one)
    return owed
