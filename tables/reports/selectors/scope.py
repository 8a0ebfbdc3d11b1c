"""The part of a table's past that a report is about: a shift, or a period."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from ledger.cage.models import Shift, Slip
from ledger.models import Entry
from tables.models import Pass, Table
from tables.record.openings import Openings
from tables.record.postings import book_of


@dataclass(frozen=True, slots=True)
class Scope:
    """The events at a table in that part: passes that were paid or voided, slips, and entries of the ledger.

    The entries are not limited to the table's accounts; whoever reads them names the account. `openings` are the
    table's whole past.
    """

    table: Table
    passes: QuerySet[Pass]
    slips: QuerySet[Slip]
    entries: QuerySet[Entry]
    openings: Openings


def of_shift(table: Table, shift: Shift) -> Scope:
    """Exactly what lies between the shift's two counts, or after the first while it is open."""
    passes = Pass.objects.filter(table=table, paid__gt=shift.first_record)
    entries = Entry.objects.filter(transfer_id__gt=shift.first)
    if closing := shift.end:
        passes = passes.filter(paid__lte=closing.last_record)
        entries = entries.filter(transfer_id__lte=closing.last)
    return Scope(table, passes, Slip.objects.filter(shift=shift), entries, Openings(table))


def of_period(table: Table, since: datetime, until: datetime) -> Scope:
    """The part from `since` up to, but not including, `until`."""
    return Scope(
        table,
        Pass.objects.filter(table=table, paid_at__gte=since, paid_at__lt=until),
        Slip.objects.filter(book=book_of(table.slug), at__gte=since, at__lt=until),
        Entry.objects.filter(transfer__at__gte=since, transfer__at__lt=until),
        Openings(table),
    )


def shift_numbered(table: Table, number: int) -> Shift | None:
    """A table's shift by its number."""
    shifts = Shift.objects.filter(book=book_of(table.slug), number=number)
    return shifts.select_related("opening", "closing__slip").first()
