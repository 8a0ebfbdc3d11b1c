"""The money that an event moves between the accounts of its table."""

from typing import NamedTuple

from tables.engine.purposes import Purpose
from tables.engine.state import Bet

STAKES = "stakes"
BANK = "bank"
TRAY = "tray"
CAGNOTTE = "cagnotte"


def chips(player: str) -> str:
    """The name of a player's chips account."""
    return f"chips:{player}"


class Transfer(NamedTuple):
    """`amount` (greater than 0) leaves `source` and enters `target`. Both are names of accounts of one table."""

    source: str
    target: str
    amount: int
    purpose: Purpose


def in_halves(
    holder: str, associate: str | None, amount: int, share: int, purpose: Purpose
) -> tuple[Transfer, ...]:
    """The transfers of money that leaves a bank: `share` of it to the associate, the rest to the holder."""
    mine = Transfer(BANK, holder, amount - share, purpose)
    return (mine, Transfer(BANK, chips(associate), share, purpose)) if associate else (mine,)


def returned(bets: tuple[Bet, ...]) -> tuple[Transfer, ...]:
    """The transfers of stakes that go back to their players."""
    return tuple(Transfer(STAKES, chips(bet.player), bet.amount, Purpose.BET_RETURNED) for bet in bets)


def owner_of(player: str | None) -> str:
    """The account of a bank's owner: a player's chips, or the tray if the house holds the bank."""
    return chips(player) if player else TRAY
