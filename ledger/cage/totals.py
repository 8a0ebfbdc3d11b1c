"""What entered a table's accounts in a shift and left them, and what was won: reading only."""

from datetime import datetime

from ledger import totals
from ledger.cage.models import Shift
from ledger.totals import Lines


def of_shift(shift: Shift) -> Lines:
    """By kind of account and purpose, up to now where the shift is still open."""
    return totals.of_transfers(shift.book, *_between(shift))


def results_of_shift(shift: Shift) -> dict[datetime, int]:
    """Hour → the result in it."""
    return totals.results_of_transfers(shift.book, *_between(shift))


def _between(shift: Shift) -> tuple[int, int | None]:
    return shift.first, shift.end.last if shift.end else None
