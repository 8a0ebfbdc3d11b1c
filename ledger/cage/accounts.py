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

from ledger.chart import AccountKind, BookKind

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
