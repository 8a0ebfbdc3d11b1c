"""The accounts that the cage keeps: at a table, in the cage itself, and the house's own.

| kind | what lies there |
|---|---|
| `tips`, `drop` | a table's tips; the money for chips sold there |
| `transit` | chips of a fill or credit that have left one place and not reached the other |
| `stock`, `cash` | the cage's chips and money |
| `capital`, `tronc` | what the house put up; its staff's tips |
| `over_short` | what counts found over (negative) or short |
| `outside` | money that people brought in (negative) or carried out |
"""

from enum import StrEnum

from ledger.chart import AccountKind, BookKind


class Purpose(StrEnum):
    """The kind of the slip that moved the money, or what its count found over or short."""

    FILL = "fill"
    CREDIT = "credit"
    BUY_IN = "buy_in"
    CASH_OUT = "cash_out"
    TIP = "tip"
    TIPS_OUT = "tips_out"
    CAGNOTTE_OUT = "cagnotte_out"
    DROP_OUT = "drop_out"
    CAGE_CHIPS_IN = "cage_chips_in"
    CAGE_CHIPS_OUT = "cage_chips_out"
    CAGE_CASH_IN = "cage_cash_in"
    CAGE_CASH_OUT = "cage_cash_out"
    TRONC_OUT = "tronc_out"

    OPENING_OVER_SHORT = "opening_over_short"
    COUNT_OVER_SHORT = "count_over_short"
    CLOSING_OVER_SHORT = "closing_over_short"
    TIPS_OVER_SHORT = "tips_out_over_short"
    CAGNOTTE_OVER_SHORT = "cagnotte_out_over_short"
    DROP_OVER_SHORT = "drop_out_over_short"
    CHIP_INVENTORY_OVER_SHORT = "chip_inventory_over_short"
    CASH_COUNT_OVER_SHORT = "cash_count_over_short"

    @property
    def in_result(self) -> bool:
        """The cage wins and loses nothing: what it counts over or short is an account of its own."""
        return False


def over_short_of(kind: str) -> Purpose:
    """Of what a count found over or short. Raises ValueError for a kind of slip that counts nothing."""
    return Purpose(f"{kind}_over_short")


OVER_SHORT = frozenset(purpose for purpose in Purpose if purpose.endswith("_over_short"))


CAGE, HOUSE = "cage:main", "house:main"

AT_A_TABLE = (
    AccountKind("tips", "Tips"),
    AccountKind("drop", "Drop"),
    AccountKind("transit", "On the way"),
)
BOOKS = (
    BookKind("cage", (AccountKind("stock", "Chips in the cage"), AccountKind("cash", "Money in the cage"))),
    BookKind(
        "house",
        (
            AccountKind("capital", may_be_negative=True),
            AccountKind("tronc", "The staff's tips"),
            AccountKind("over_short", may_be_negative=True),
            AccountKind("outside", may_be_negative=True),
        ),
    ),
)
