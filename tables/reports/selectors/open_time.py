"""How long tables were open: from `open_table` to the closing that was not taken back, by their records."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from casino.common import clock
from casino.common.clock.periods import PeriodParts
from tables.engine.undo.events import OPENING
from tables.models import Record, Table

CLOSING = "close_table"


class Spell(NamedTuple):
    """The table (its key) was open from `begin` up to `end`."""

    table: int
    begin: datetime
    end: datetime


def spells(since: datetime, until: datetime) -> Iterator[Spell]:
    """When tables were open between these two moments, cut at both. One that is open still is so until now."""
    until = min(until, clock.now())
    before = Record.objects.filter(table=OuterRef("pk"), name=OPENING, at__lt=since).order_by("-number")
    tables = Table.objects.annotate(first=Subquery(before.values("number")[:1])).order_by("pk")
    for pk, is_open, number in tables.values_list("pk", "open", "first"):
        for begin, end in _of_table(pk, number or 0, is_open=is_open):
            first, last = max(begin, since), min(end or until, until)
            if first < last:
                yield Spell(pk, first, last)


def open_by_part(parts: PeriodParts) -> Counter[tuple[int, datetime]]:
    """(table, beginning of the part) → seconds in which it was open."""
    found: Counter[tuple[int, datetime]] = Counter()
    for spell in spells(parts.since, parts.until):
        for begin, lasted in parts.divided(spell.begin, spell.end):
            found[spell.table, begin] += int(lasted.total_seconds())
    return found


def _of_table(pk: int, number: int, *, is_open: bool) -> Iterator[tuple[datetime, datetime | None]]:
    """The spells from the record of that number on. A closing that another follows without an opening between was taken
    back, and so was the last one of a table that is open."""
    begin, closed = None, None
    happened = Record.objects.filter(table=pk, name__in=(OPENING, CLOSING), number__gte=number)
    for command, at in happened.order_by("number").values_list("name", "at"):
        if command == CLOSING:
            closed = at
            continue
        if begin:
            yield begin, closed
        begin, closed = at, None
    if begin:
        yield begin, None if is_open else closed
