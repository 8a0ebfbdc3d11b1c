"""The extent of a year: which records of each table and which entries of the journal belong to it.

A shift belongs to the year in which it was opened, to its end; records outside shifts to the casino's day on which they
were made, and the last night of a table ends when it is opened again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Min

from casino.common import clock
from casino.common.clock import moments
from casino.journal.models import Entry
from casino.operations.answer import Fault
from casino.operations.language import gettext as _
from ledger.cage.models import Shift
from tables.engine.undo.events import OPENING
from tables.models import Record, Seal, Table
from tables.record.anchors.anchor import ChainHead

NOTHING = ChainHead(0, "")


@dataclass(frozen=True, slots=True)
class Part:
    """Records of a table, behind the one numbered `after` and up to `last`: those of a shift, if there is one."""

    table: Table
    after: int
    last: int
    shift: Shift | None = None

    @property
    def name(self) -> str:
        """Its file in the folder of the year."""
        return f"{self.table.slug}/{self.after + 1:09}-{self.last:09}.jsonl"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a chain: the head behind which it begins, and the one with which it ends."""

    before: ChainHead
    head: ChainHead

    def as_dict(self) -> dict[str, int | str]:
        """As the manifest has it."""
        first, previous = self.before.number + 1, self.before.digest
        return {"first": first, "last": self.head.number, "previous": previous, "head": self.head.digest}


@dataclass(frozen=True, slots=True)
class Extent:
    """A year that can be sealed. `begin`, `end`: in UTC; `tables`: by slug, of those with records in it; `ends`: of
    these, and of those that had records before; `previous`: the digest of the year sealed before, or empty."""

    year: int
    begin: datetime
    end: datetime
    tables: Mapping[str, Span]
    ends: Mapping[str, ChainHead]
    journal: Span
    previous: str

    def parts(self) -> Iterator[Part]:
        """All records, a shift at a time, and those outside shifts a day at a time."""
        for slug, span in self.tables.items():
            yield from _parts(Table.objects.get(slug=slug), span.before.number, span.head.number)


def extent_of(year: int) -> Extent:
    """Raises Fault where the year is not over, or is not the next to be sealed."""
    if sealed := Seal.objects.filter(year=year).first():
        says = _("%(year)s has been sealed, on %(at)s: its manifest has the digest %(digest)s.")
        raise Fault(says % {"year": year, "at": moments.minute(sealed.at), "digest": sealed.digest})
    newest = Seal.objects.order_by("-year").first()
    due = newest.year + 1 if newest else _first_year()
    if due is None or year < due:
        raise Fault(_("Nothing was recorded in %(year)s.") % {"year": year})
    if year > due:
        raise Fault(_("%(due)s comes first: it has not been sealed yet.") % {"due": due})
    begin, end = clock.begin_of(date(year, 1, 1)), clock.begin_of(date(year + 1, 1, 1))
    if clock.now() < end:
        raise Fault(_("%(year)s is not over: it ends on %(at)s.") % {"year": year, "at": moments.minute(end)})
    return _extent(year, begin, end, newest)


def _first_year() -> int | None:
    first = Entry.objects.filter(number=1).aggregate(at=Min("at"))["at"]
    record = Record.objects.filter(number=1).aggregate(at=Min("at"))["at"]
    known = [clock.date_of(at).year for at in (first, record) if at]
    return min(known) if known else None


def _extent(year: int, begin: datetime, end: datetime, newest: Seal | None) -> Extent:
    tables, ends = {}, {}
    for table in Table.objects.order_by("slug"):
        before = ChainHead(*newest.tables[table.slug]) if newest and table.slug in newest.tables else NOTHING
        last = max(before.number, _last_of(table, before.number, end))
        head = ChainHead(last, _digest(table, last)) if last > before.number else before
        if head != before:
            tables[table.slug] = Span(before, head)
        if head.number:
            ends[table.slug] = head
    before = ChainHead(newest.journal, newest.journal_head) if newest else NOTHING
    journal = Span(before, _journal_at(end, before))
    return Extent(year, begin, end, tables, ends, journal, newest.digest if newest else "")


def _last_of(table: Table, after: int, end: datetime) -> int:
    """The number of the table's last record that belongs to the year. Raises Fault where that is not certain yet."""
    last = after
    for shift in _shifts(table, after):
        if shift.at >= end:
            return shift.first_record
        if shift.end is None:
            says = _("Shift %(number)s of table %(table)s is open: close it first.")
            raise Fault(says % {"number": shift.number, "table": table.slug})
        last = shift.end.last_record
    opened = Record.objects.filter(table=table, name=OPENING, at__gte=end, number__gt=last)
    if (first := opened.order_by("number").values_list("number", flat=True).first()) is not None:
        return first - 1
    if table.open and table.records > last:
        says = _("Table %(table)s is open, and no shift of it began after the year: close it first.")
        raise Fault(says % {"table": table.slug})
    return table.records


def _shifts(table: Table, after: int) -> list[Shift]:
    """In their order: those that have not ended up to that record."""
    found = Shift.objects.filter(book=table.book).select_related("closing", "opening").order_by("number")
    return [shift for shift in found if shift.end is None or shift.end.last_record > after]


def _digest(table: Table, number: int) -> str:
    return Record.objects.values_list("digest", flat=True).get(table=table, number=number)


def _journal_at(end: datetime, before: ChainHead) -> ChainHead:
    entries = Entry.objects.filter(number__gt=before.number).order_by("number")
    later = entries.filter(at__gte=end).first()
    last = (entries.filter(number__lt=later.number) if later else entries).last()
    return ChainHead(last.number, last.digest) if last else before


def _parts(table: Table, after: int, last: int) -> Iterator[Part]:
    for shift in _shifts(table, after):
        if shift.end is None or shift.first_record >= last:
            break
        yield from _by_day(table, after, shift.first_record)
        after = max(after, shift.first_record)
        end = min(shift.end.last_record, last)
        if after < end:
            is_whole = (after, end) == (shift.first_record, shift.end.last_record)
            yield Part(table, after, end, shift if is_whole else None)
            after = end
    yield from _by_day(table, after, last)


def _by_day(table: Table, after: int, last: int) -> Iterator[Part]:
    while after < last:
        records = Record.objects.filter(table=table, number__gt=after, number__lte=last).order_by("number")
        over = clock.next_day(clock.day_of(records.values_list("at", flat=True)[0]))
        later = records.filter(at__gte=over).values_list("number", flat=True).first()
        end = last if later is None else later - 1
        yield Part(table, after, end)
        after = end
