"""Readings of the money that entered the accounts of a book and left them, by purpose, and of the result.

Between two transfers exactly, from the entries; of a period in whole hours, from the hourly totals, and from the daily
ones of the days that lie in it.
"""

from collections import Counter
from collections.abc import Collection
from datetime import UTC, date, datetime
from operator import add
from typing import NamedTuple

from django.db.models import BigIntegerField, Case, F, Max, Min, Q, QuerySet, Sum, Value, When
from django.db.models.functions import TruncHour

from casino.common.clock.periods import PeriodParts
from ledger.conf import CHART
from ledger.models import DailyTotal, Entry, HourlyTotal, Transfer

Lines = dict[str, Counter[str]]  # kind of account → purpose → what entered, negative for what left

NOTHING = Value(0, output_field=BigIntegerField())


class Flow(NamedTuple):
    """What enters the accounts of these kinds for these purposes, less what leaves them."""

    kinds: Collection[str]
    purposes: Collection[str]


RESULT = Flow(CHART.result_kinds, CHART.result_purposes)


def of_transfers(book: str, after: int, last: int | None) -> Lines:
    """By the transfers numbered above `after` and up to `last`, or to the newest. Persons' accounts are left out."""
    found: Lines = {}
    entries = _entries(book, after, last).exclude(account__kind__in=CHART.personal)
    sums = entries.values_list("account__kind", "transfer__purpose").annotate(total=Sum("amount")).order_by()
    for kind, purpose, total in sums:
        found.setdefault(kind, Counter())[purpose] += total
    return found


def results_of_transfers(book: str, after: int, last: int | None) -> dict[datetime, int]:
    """Hour → the result in it, by the transfers numbered above `after` and up to `last`, or to the newest."""
    won = _entries(book, after, last).filter(
        account__kind__in=CHART.result_kinds, transfer__purpose__in=CHART.result_purposes
    )
    hours = won.annotate(hour=TruncHour("transfer__at", tzinfo=UTC)).values_list("hour")
    return dict(hours.annotate(total=Sum("amount")).order_by())


def results_since(since: datetime, book: str) -> dict[datetime, int]:
    """Moment → the result of the transfers of that moment, from the first one at `since` or later."""
    first = Transfer.objects.filter(at__gte=since).order_by("at").values_list("pk", flat=True).first()
    if first is None:
        return {}
    won = _entries(book, first - 1, None).filter(
        account__kind__in=CHART.result_kinds, transfer__purpose__in=CHART.result_purposes
    )
    return dict(won.values_list("transfer__at").annotate(total=Sum("amount")).order_by())


def of_hours(since: datetime, until: datetime, book: str | None = None) -> dict[str, Lines]:
    """Book → its lines, by the hours from `since` up to `until`, which is left out; of one book or of all."""
    found: dict[str, Lines] = {}
    for totals in _totals(PeriodParts.one(since, until), book):
        flows = totals.values_list("book", "source", "target", "purpose")
        for of, source, target, purpose, total in flows.annotate(total=Sum("amount")).order_by():
            lines = found.setdefault(of, {})
            lines.setdefault(source, Counter())[purpose] -= total
            lines.setdefault(target, Counter())[purpose] += total
    return found


def flows_by_part(parts: PeriodParts) -> dict[tuple[str, datetime, str, str], int]:
    """(book, beginning of the part, kind of account, purpose) → what entered in its hours, negative for what left; what
    comes to nothing is left out."""
    found: Counter[tuple[str, datetime, str, str]] = Counter()
    hours, whole = _totals(parts, None)
    flow = ("source", "target", "purpose", "amount")
    for totals in (hours.values_list("book", "hour", *flow), whole.values_list("book", "day", *flow)):
        for book, begin, source, target, purpose, amount in totals:
            part = parts.part_of(begin)
            found[book, part, source, purpose] -= amount
            found[book, part, target, purpose] += amount
    return {key: amount for key, amount in found.items() if amount}


def results_by_hour(
    since: datetime, until: datetime, book: str | None = None
) -> dict[tuple[str, datetime], int]:
    """(book, hour) → the result in it."""
    hours = _hours(since, until, book).filter(purpose__in=RESULT.purposes).values_list("book", "hour")
    return {(of, hour): result for of, hour, result in hours.annotate(result=_entered(RESULT)).order_by()}


def results_by_part(parts: PeriodParts, book: str | None = None) -> dict[tuple[str, datetime], int]:
    """(book, beginning of the part) → the result of its hours."""
    return {key: result for key, (result,) in flows_of_part(parts, RESULT, book=book).items()}


def flows_of_part(
    parts: PeriodParts, *flows: Flow, book: str | None = None
) -> dict[tuple[str, datetime], tuple[int, ...]]:
    """(book, beginning of the part) → each of these flows in its hours."""
    found: dict[tuple[str, datetime], tuple[int, ...]] = {}
    sums = {f"flow_{number}": _entered(flow) for number, flow in enumerate(flows)}
    purposes = {purpose for flow in flows for purpose in flow.purposes}
    hours, whole = _totals(parts, book)
    for totals, of_row in ((hours, "hour"), (whole, "day")):
        of_part = totals.filter(purpose__in=purposes).values_list("book", parts.begin(of_row))
        for of, begin, *amounts in of_part.annotate(**sums).order_by():
            key = of, parts.part_of(begin)
            found[key] = tuple(map(add, found[key], amounts)) if key in found else tuple(amounts)
    return found


def days_kept() -> tuple[date, date] | None:
    """The first and the last day in UTC of which there are totals; None without any."""
    first, last = DailyTotal.objects.aggregate(first=Min("day"), last=Max("day")).values()
    return (first, last) if first else None


def result_of(lines: Lines) -> int:
    """The winnings: what entered the accounts of the result for purposes that count to it, less what left them."""
    return sum(
        amount
        for kind in CHART.result_kinds
        for purpose, amount in lines.get(kind, Counter()).items()
        if purpose in CHART.result_purposes
    )


def _entered(flow: Flow) -> Sum:
    # The kinds first: they are few, and most rows have another.
    counts = Q(purpose__in=flow.purposes)
    entered = Case(When(Q(target__in=flow.kinds) & counts, then=F("amount")), default=NOTHING)
    left = Case(When(Q(source__in=flow.kinds) & counts, then=F("amount")), default=NOTHING)
    return Sum(entered - left)


def _entries(book: str, after: int, last: int | None) -> QuerySet[Entry]:
    entries = Entry.objects.filter(account__book=book, transfer_id__gt=after)
    return entries if last is None else entries.filter(transfer_id__lte=last)


def _hours(since: datetime, until: datetime, book: str | None = None) -> QuerySet[HourlyTotal]:
    hours = HourlyTotal.objects.filter(hour__gte=since, hour__lt=until)
    return hours if book is None else hours.filter(book=book)


def _totals(parts: PeriodParts, book: str | None) -> tuple[QuerySet[HourlyTotal], QuerySet[DailyTotal]]:
    hours, whole = HourlyTotal.objects.filter(parts.hours), DailyTotal.objects.filter(parts.days)
    return (hours, whole) if book is None else (hours.filter(book=book), whole.filter(book=book))
