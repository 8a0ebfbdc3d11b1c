"""How long tables were open: from `open_table` to the closing that was not taken back, by their records."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from casino.common import clock
from casino.common.clock.periods import PeriodParts
from tables.engine.undo.events import OPENING
from tables.models import Record, Table

CLOSING = "close_table"
Happened = tuple[int, str, datetime]  # number of the record, its command, when


class Spell(NamedTuple):
    """The table (its key) was open from `begin` up to `end`."""

    table: int
    begin: datetime
    end: datetime


def spells(since: datetime, until: datetime) -> Iterator[Spell]:
    """When tables were open between these two moments, cut at both. One that is open still is so until now."""
    until = min(until, clock.now())
    for pk, is_open in Table.objects.order_by("pk").values_list("pk", "open"):
        for begin, end in _of_table(pk, since, is_open=is_open):
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


def _of_table(pk: int, since: datetime, *, is_open: bool) -> Iterator[tuple[datetime, datetime | None]]:
    """The spells that were not over by then. A closing that another follows without an opening between was taken
    back, and so was the last one of a table that is open."""
    begin, closed = None, None
    for _number, command, at in sorted([*_back_to(pk, OPENING, since), *_back_to(pk, CLOSING, since)]):
        if command == CLOSING:
            closed = at
            continue
        if begin:
            yield begin, closed
        begin, closed = at, None
    if begin:
        yield begin, None if is_open else closed


def _back_to(pk: int, command: str, since: datetime) -> Iterator[Happened]:
    """Records of that command, the newest first, to the last one before that moment."""
    records = Record.objects.filter(table=pk, name=command).order_by("-number")
    for number, at in records.values_list("number", "at").iterator(chunk_size=100):
        yield number, command, at
        if at < since:
            return
