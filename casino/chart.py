"""The casino's chart of accounts: those of the game at a table and those of the cage, and why each moves money."""

from ledger.cage import accounts as cage
from ledger.cage.purposes import Purpose as CagePurpose
from ledger.chart import BookKind, Chart
from tables import accounts as game
from tables.engine.purposes import Purpose as GamePurpose

# Money moves from one table to another only through the cage.
TABLE = BookKind("table", (*game.KINDS, *cage.AT_A_TABLE), isolated=True)
CHART = Chart(books=(TABLE, *cage.BOOKS), purposes=(*GamePurpose, *CagePurpose))
