"""The casino's chart of accounts: the game's at a table and the cage's everywhere, with why each moves money."""

from ledger.cage import accounts as cage
from ledger.cage.purposes import Purpose as CagePurpose
from ledger.chart import BookKind, Chart
from tables import accounts as game
from tables.engine.purposes import Purpose as GamePurpose

# From one table to another money goes through the cage.
TABLE = BookKind("table", (*game.KINDS, *cage.AT_A_TABLE), isolated=True)
CHART = Chart(books=(TABLE, *cage.BOOKS), purposes=(*GamePurpose, *CagePurpose))
