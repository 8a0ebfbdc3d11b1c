"""The figures as values: what the views have by the hour, also by the casino's day or month."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.common.clock.periods import HourParts, PeriodParts
from ledger import totals
from tables.door.slips import slug_of
from tables.models import Table
from tables.record.projections.sums import Figures
from tables.reports.period import Period, Unit
from tables.reports.selectors.game import lines_by_part
from tables.reports.selectors.measures import measures_by_part
from tables.reports.selectors.money import kept_by_part

Row = dict[str, Any]
# The steps of one page: a day, a month, a year. No question takes long, however long its period.
STEPS = {Unit.HOUR: 24, Unit.DAY: 31, Unit.MONTH: 12}


@dataclass(frozen=True, slots=True)
class Page:
    """The figures of a part of the period. `rest`: what comes after it, None at the end."""

    period: Period
    rest: Period | None
    rows: list[Row]


def tables() -> list[Row]:
    """The tables of the floor, in its order, with those that were taken off it."""
    every = sorted(Table.objects.select_related("pit").defer("state"), key=lambda table: table.place)
    return [
        {
            "table_slug": table.slug,
            "name": table.name,
            "pit": table.pit.name if table.pit else None,
            "retired": table.retired,
        }
        for table in every
    ]


def page(name: str, period: Period, by: Unit) -> Page:
    """The first steps of a period. Raises KeyError for figures of another name."""
    begins = Period(period.since, period.until, by).begins()
    first = begins[: STEPS[by]]
    end = begins[len(first)] if len(begins) > len(first) else period.until
    shown = Period(period.since, end, by)
    rest = Period(end, period.until, by) if end < period.until else None
    kind = HourParts if by is Unit.HOUR else PeriodParts
    rows = FIGURES[name](kind(*shown.ends, tuple(first))) if first else ()
    return Page(shown, rest, sorted(rows, key=lambda row: [str(value) for value in list(row.values())[:4]]))


def _results(parts: PeriodParts) -> Iterator[Row]:
    for (slug, begin), one in _named(measures_by_part(parts)):
        yield {
            "begin": begin,
            "table_slug": slug,
            "passes": one.passes,
            "turnover": one.turnover,
            "result": one.result,
            "drop": one.drop,
            "deducted": one.deducted,
            "tips": one.tips,
            "open_seconds": one.open,
            "seats_taken": one.taken,
            "seats": one.seats,
        }


def _chances(parts: PeriodParts) -> Iterator[Row]:
    for (slug, begin), lines in _named(lines_by_part(parts)):
        for line, figures in lines.items():
            yield {"begin": begin, "table_slug": slug, "line": line, **figures._asdict()}
    for (book, begin), kept in kept_by_part(parts).items():
        for line, amount in kept.items():
            if amount:
                beside = Figures(deducted=amount)
                yield {"begin": begin, "table_slug": slug_of(book), "line": line, **beside._asdict()}


def _money(parts: PeriodParts) -> Iterator[Row]:
    for (book, begin, account, purpose), amount in totals.flows_by_part(parts).items():
        place = {"begin": begin, "book": book, "table_slug": slug_of(book)}
        yield {**place, "account": account, "purpose": purpose, "amount": amount}


def _named(found: Mapping[tuple[int, datetime], Any]) -> Iterator[tuple[tuple[str, datetime], Any]]:
    slugs = dict(Table.objects.values_list("pk", "slug"))
    for (table, begin), one in found.items():
        yield (slugs[table], begin), one


FIGURES: Mapping[str, Callable[[PeriodParts], Iterator[Row]]] = {
    "results": _results,
    "chances": _chances,
    "money": _money,
}
