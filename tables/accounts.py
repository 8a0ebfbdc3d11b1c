"""The accounts of the game at a table.

| kind | what lies there |
|---|---|
| `chips` | the chips that a player (without a name: whoever is not known) has got from the house, less those he gave |
| `tray` | the table's float; the game pays what it owes, also beyond what is there |
| `stakes`, `bank` | what lies on the table's cloth |
| `cagnotte` | the deductions, until they are emptied |
"""

from ledger.chart import AccountKind
from tables.engine.transfers import BANK, CAGNOTTE, STAKES, TRAY

# Between chips, stakes and bank the players' money moves without the house's being touched: no report totals it.
KINDS = (
    AccountKind("chips", may_be_negative=True, personal=True, in_totals=False),
    AccountKind(TRAY, "Tray", may_be_negative=True, in_result=True),
    AccountKind(STAKES, "Stakes", in_totals=False),
    AccountKind(BANK, "Banks", in_totals=False),
    AccountKind(CAGNOTTE, "Cagnotte", in_result=True),
)
