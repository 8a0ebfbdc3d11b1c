"""The casino's chart of accounts: those of the game at a table and those of the cage, and why each moves money.

| kind of the game | what lies there |
|---|---|
| `chips` | the chips that a player (without a name: whoever is not known) has got from the house, less those he gave |
| `tray` | the table's float; the game pays what it owes, also beyond what is there |
| `stakes`, `bank` | what lies on the table's cloth |
| `cagnotte` | the deductions, until they are emptied |
"""

from ledger.cage import accounts as cage
from ledger.cage.accounts import Purpose as CagePurpose
from ledger.chart import AccountKind, BookKind, Chart
from tables.engine.transfers import BANK, CAGNOTTE, STAKES, TRAY
from tables.engine.transfers import Purpose as GamePurpose

# Between chips, stakes and bank the players' money moves without the house's being touched: no report totals it.
GAME = (
    AccountKind("chips", may_be_negative=True, personal=True, in_totals=False),
    AccountKind(TRAY, "Tray", may_be_negative=True, in_result=True),
    AccountKind(STAKES, "Stakes", in_totals=False),
    AccountKind(BANK, "Banks", in_totals=False),
    AccountKind(CAGNOTTE, "Cagnotte", in_result=True),
)
# Money moves from one table to another only through the cage.
TABLE = BookKind("table", (*GAME, *cage.AT_A_TABLE), isolated=True)
CHART = Chart(books=(TABLE, *cage.BOOKS), purposes=(*GamePurpose, *CagePurpose))
