"""One timeline of what was done: the record's commands, the counter's slips with their steps, and the disputes with
their decisions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from ledger.cage.models import Slip, Step
from tables.models import Decision, Dispute, PutAway, Record, Table
from tables.record.search import PAGE, Filters, fitting, order_of
from tables.view.timeline.disputes import decisions_that_fit, disputes_that_fit
from tables.view.timeline.slips import slips_that_fit, steps_that_fit

MOST_COUNTED = 10_000  # hits: beyond, a reader is told that there are more
Shown = Record | Slip | Step | Dispute | Decision
Before = tuple[int | None, ...]  # of each stream, the key that the next page begins below
KINDS: dict[str, QuerySet[Any]] = {
    "record": Record.objects.select_related("table").defer("state"),
    "slip": Slip.objects.prefetch_related("taken"),
    "step": Step.objects.select_related("slip"),
    "dispute": Dispute.objects.select_related("table"),
    "decision": Decision.objects.select_related("dispute__table"),
}
EVERY_SLIP = "slip"  # among the commands: all slips; with `:` and a kind, those of that kind
DISPUTES = "dispute"  # among the commands: all disputes
PRESETS = ("incident", DISPUTES, EVERY_SLIP, "undo")  # what is looked for most: one touch above the list


@dataclass(frozen=True, slots=True)
class Looked:
    """The result of a search: a page, newest first. `hits`: how many fit in all, one more than MOST_COUNTED for more
    than that. `onward`: where the next page begins; None if this is the last."""

    shown: tuple[Shown, ...]
    hits: int
    onward: Before | None


@dataclass(frozen=True, slots=True)
class _Stream:
    """Rows that fit, and the field in whose order, highest first, they are newest first."""

    rows: QuerySet[Any]
    key: str

    def page(self, before: int | None, size: int) -> list[Any]:
        """The newest of them, one more than a page has."""
        rows = self.rows if before is None else self.rows.filter(**{f"{self.key}__lt": before})
        return list(rows.order_by(f"-{self.key}")[: size + 1])


def key_of(one: Shown) -> str:
    """What an address calls this act: `record-812`."""
    return f"{type(one).__name__.lower()}-{one.pk}"


def named(key: str) -> Shown | None:
    """The act that an address calls so; None if there is none."""
    kind, _, number = key.partition("-")
    if kind not in KINDS or not (number.isascii() and number.isdecimal() and len(number) < 18):
        return None
    found: Shown | None = KINDS[kind].filter(pk=int(number)).first()
    return found


def look(filters: Filters, before: Before = (), size: int = PAGE) -> Looked:
    """A page of what fits, of `size` rows. Each stream is cut by its own key, so that what is made meanwhile
    moves nothing to another page."""
    streams = _streams(filters)
    begin = before if len(before) == len(streams) else (None,) * len(streams)
    found = [stream.page(start, size) for stream, start in zip(streams, begin, strict=True)]
    shown = tuple(islice(merge(*found, key=lambda row: row.at, reverse=True), size))
    more = sum(map(len, found)) > len(shown)
    return Looked(shown, _hits(filters, streams), _onward(streams, begin, shown) if more else None)


def counted(filters: Filters) -> dict[str, int]:
    """Command → how many acts fit with it instead of the one that is asked for: of PRESETS, and for an empty one of
    all; none is more than MOST_COUNTED."""
    found = {name: replace(filters, command=name or None) for name in ("", *PRESETS)}
    return {name: min(_hits(of, _streams(of)), MOST_COUNTED) for name, of in found.items()}


def _streams(filters: Filters) -> tuple[_Stream, ...]:
    wanted, _, kind = (filters.command or "").partition(":")
    records = fitting(filters)
    of_slips = of_disputes = filters
    if wanted == EVERY_SLIP:
        records, of_slips = records.none(), replace(filters, command=None)
    elif wanted == DISPUTES:
        records, of_disputes = records.none(), replace(filters, command=None)
    return (
        _Stream(records, order_of(filters)),
        _Stream(slips_that_fit(of_slips, kind or None), "pk"),
        _Stream(steps_that_fit(of_slips, kind or None), "pk"),
        _Stream(disputes_that_fit(of_disputes), "pk"),
        _Stream(decisions_that_fit(of_disputes), "pk"),
    )


def _onward(streams: Sequence[_Stream], begin: Before, shown: Sequence[Shown]) -> Before:
    ends = []
    for stream, start in zip(streams, begin, strict=True):
        of_stream = [row for row in shown if isinstance(row, stream.rows.model)]
        ends.append(getattr(of_stream[-1], stream.key) if of_stream else start)
    return tuple(ends)


def _hits(filters: Filters, streams: Sequence[_Stream]) -> int:
    if filters == Filters(table=filters.table):
        return min(_all_records(filters.table) + _counted(streams[1:]), MOST_COUNTED + 1)
    return min(_counted(streams), MOST_COUNTED + 1)


def _counted(streams: Sequence[_Stream]) -> int:
    return sum(stream.rows.order_by()[: MOST_COUNTED + 1].count() for stream in streams)


def _all_records(slug: str | None) -> int:
    """As every table says itself, which is faster than counting, without those that were put away."""
    its = {} if slug is None else {"slug": slug}
    there = sum(Table.objects.filter(**its).values_list("records", flat=True))
    return there - sum(PutAway.objects.filter(**its).values_list("gone", flat=True))
