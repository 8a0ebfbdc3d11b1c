"""The money that an event moves between the accounts of its table, and why.

The code of a purpose is stored with each transfer and never changes its meaning. The sentences that readers see are
made from the codes elsewhere.
"""

from enum import StrEnum
from typing import Literal, NamedTuple

from tables.engine.state import Bet


class Purpose(StrEnum):
    """A reason for a transfer. `in_result` is whether it counts in the house's result.

    A stake or bank that is laid down or taken back is its owner's money and does not count. Nor does a bank of the
    house, whose wins and losses are the other side of the players' stakes.
    """

    in_result: bool

    def __new__(cls, code: str, in_result: bool = False) -> "Purpose":
        """Create a member whose value is its code, with `in_result` as an attribute."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.in_result = in_result
        return member

    BET_PLACED = "bet_placed"
    BET_REPEATED = "bet_repeated"
    BET_REMOVED = "bet_removed"
    BET_RETURNED = "bet_returned"  # at the end of a shoe, or because its player leaves
    BANCO_PLACED = "banco_placed"
    STAKE_RETURNED = "stake_returned"  # together with a payment

    PUNTO_WON = "punto_won", True
    PUNTO_LOST = "punto_lost", True
    BANCA_WON = "banca_won", True
    BANCA_LOST = "banca_lost", True
    BANCA_DEDUCTION = "banca_deduction", True
    TIE_WON = "tie_won", True
    TIE_LOST = "tie_lost", True
    CHANCE_WON = "chance_won", True
    CHANCE_LOST = "chance_lost", True
    CHANCE_DEDUCTION = "chance_deduction", True
    COMMISSION_COLLECTED = "commission_collected", True
    BANK_WON = "bank_won", True
    BANK_LOST = "bank_lost", True
    BANK_DEDUCTION = "bank_deduction", True
    HOUSE_BANK_WON = "house_bank_won"
    HOUSE_BANK_LOST = "house_bank_lost"
    SUITE_DEDUCTION = "suite_deduction", True
    SUITE_DEDUCTION_RETURNED = "suite_deduction_returned", True

    BANK_OPENED = "bank_opened"
    BANK_RAISED = "bank_raised"
    BANK_HALVED = "bank_halved"
    BANK_TRIMMED = "bank_trimmed"  # what exceeds a new maximum
    BANK_EXCESS = "bank_excess"  # the part of a win above the maximum
    BANK_RETURNED = "bank_returned"
    BANK_SET_ASIDE = "bank_set_aside"
    BANK_UNCOVERED = "bank_uncovered"  # the part of a lost bank that nobody played against
    ASSOCIATE_JOINED = "associate_joined"


_OWN = (
    "punto",
    "banca",
    "tie",
)  # chances with purposes of their own; all others share those that name the chance


def paid_on(chance: str, what: Literal["won", "lost", "deduction"]) -> tuple[Purpose, str]:
    """The purpose of a payment on a chance, and the chance that the transfer must name: empty where the purpose says
    it."""
    if what == "deduction":
        return (Purpose.BANCA_DEDUCTION, "") if chance == "banca" else (Purpose.CHANCE_DEDUCTION, chance)
    return (Purpose(f"{chance}_{what}"), "") if chance in _OWN else (Purpose(f"chance_{what}"), chance)


STAKES = "stakes"
BANK = "bank"
TRAY = "tray"
CAGNOTTE = "cagnotte"


def chips(player: str) -> str:
    """The name of a player's chips account."""
    return f"chips:{player}"


class Transfer(NamedTuple):
    """`amount` (greater than 0) leaves `source` and enters `target`. Both are names of accounts of one table.
    `chance`: that of the bet, where the purpose does not tell it."""

    source: str
    target: str
    amount: int
    purpose: Purpose
    chance: str = ""


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
