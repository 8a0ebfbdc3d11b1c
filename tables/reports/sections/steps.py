"""Turnover and results hour by hour, day by day or month by month, with a column for each table after those of all."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.http import urlencode

from casino.common.wording import lazy_text as _
from tables.models import Table
from tables.reports.period import Period, Unit
from tables.reports.report import Column, Kind, Section, Text
from tables.reports.selectors.steps import Steps


@dataclass(frozen=True, slots=True)
class StepRow:
    """One hour, day or month. `begin`: when it begins, or the title of the sum. `results`: what the house won, by the
    table's slug; `query`: that step in an address."""

    begin: datetime | Text
    turnover: int
    results: Mapping[str, int]
    query: str = ""


# The title of the section, that of its first column, and its kind
WORDS: dict[Unit, tuple[Text, Text, Kind]] = {
    Unit.HOUR: (_("Results by the hour"), _("Time"), Kind.TIME),
    Unit.DAY: (_("Results by the day"), _("Day"), Kind.DAY),
    Unit.MONTH: (_("Results by the month"), _("Month"), Kind.MONTH),
}


def by_step(period: Period, tables: Sequence[Table], steps: Steps, page: str) -> Section[StepRow]:
    """The steps in which there is anything to show, and their sum. A day or a month leads to the same report of it, at
    the address `page`."""
    title = WORDS[period.unit][0]
    columns = (_begin(period, page), *_amounts(tables))
    held = len(columns) - len(tables)
    return Section(title, columns, tuple(_rows(period, steps)), _total(steps), held=held)


def _begin(period: Period, page: str) -> Column[StepRow]:
    _title, name, kind = WORDS[period.unit]
    leads = None if period.unit is Unit.HOUR else lambda row: f"{page}?{row.query}" if row.query else None
    return Column(name, kind, lambda row: row.begin, leads)


def _amounts(tables: Sequence[Table]) -> tuple[Column[StepRow], ...]:
    every = Column[StepRow](_("All tables"), Kind.SIGNED, lambda row: sum(row.results.values()))
    return (
        Column(_("Turnover"), Kind.MONEY, lambda row: row.turnover),
        *([every] if len(tables) > 1 else []),
        *map(_column, tables),
    )


def _column(table: Table) -> Column[StepRow]:
    """A table's results, each leading to the passes of its step."""
    slug, page = table.slug, reverse("report-passes", args=[table.slug])
    return Column(
        table.name,
        Kind.SIGNED,
        lambda row: row.results.get(slug, 0),
        lambda row: f"{page}?{row.query}" if row.query else None,
    )


def _rows(period: Period, steps: Steps) -> Iterator[StepRow]:
    for begin in steps.begins():
        query = urlencode(period.step(begin).query)
        turnover = steps.turnover_at(begin).total()
        yield StepRow(begin, turnover, steps.results_at(begin), query)


def _total(steps: Steps) -> StepRow:
    results = Counter[str]()
    for won in steps.results.values():
        results.update(won)  # and not +, which drops what is negative
    turnover = sum(played.total() for played in steps.turnover.values())
    return StepRow(_("Total"), turnover, results)
