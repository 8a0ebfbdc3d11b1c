"""Why the game moves money.

The code is stored with each transfer and never changes its meaning. The sentences that readers see are made from the
codes elsewhere.
"""

from enum import StrEnum


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


WON = {chance: Purpose(f"{chance}_won") for chance in ("punto", "banca", "tie")}
LOST = {chance: Purpose(f"{chance}_lost") for chance in ("punto", "banca", "tie")}
