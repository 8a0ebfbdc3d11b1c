"""Turnover and results of tables, hour by hour, day by day or month by month."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from casino.common.clock import DAY, day_of
from casino.common.clock.periods import PeriodParts, midnight, months
from ledger import totals
from tables.door.slips import slug_of
from tables.models import Table
from tables.record.postings import book_of
from tables.reports.period import Period, Unit
from tables.reports.selectors import game
from tables.reports.selectors.game import Hours

# The beginning of the step → table's slug → amount. In UTC: when the clocks are set back, an hour comes twice.
Amounts = dict[datetime, Counter[str]]
Of = TypeVar("Of")
Sums = tuple[Hours, dict[tuple[str, datetime], int]]


@dataclass(frozen=True, slots=True)
class Steps:
    """The turnover of each step, and what the house won; steps in which nothing happened are left out."""

    turnover: Amounts
    results: Amounts

    def begins(self) -> list[datetime]:
        """The beginnings of all steps, in their order."""
        return sorted(self.turnover.keys() | self.results.keys())

    def turnover_at(self, begin: datetime) -> Counter[str]:
        """Table's slug → its turnover in that step."""
        return self.turnover.get(begin, Counter())

    def results_at(self, begin: datetime) -> Counter[str]:
        """Table's slug → what the house won in that step."""
        return self.results.get(begin, Counter())

    def only(self, slugs: Collection[str]) -> "Steps":
        """Those of these tables."""
        return Steps(_only(self.turnover, slugs), _only(self.results, slugs))


def steps_of(period: Period, table: Table | None = None) -> Steps:
    """The steps of a period, of one table or of all."""
    played, won = _SUMS[period.unit](period, table, book_of(table.slug) if table else None)
    slugs = dict(Table.objects.values_list("pk", "slug"))
    return Steps(
        _by_step({(slugs[pk], begin): amount for (pk, begin), amount in played.items()}),
        _by_step({(slug_of(of) or "", begin): amount for (of, begin), amount in won.items()}),
    )


def by_day(hours: Mapping[tuple[Of, datetime], int]) -> dict[tuple[Of, datetime], int]:
    """(whose, hour) → amount by (whose, beginning of the casino's day)."""
    found: Counter[tuple[Of, datetime]] = Counter()
    begins = {hour: day_of(hour) for hour in {hour for _of, hour in hours}}
    for (of, hour), amount in hours.items():
        found[of, begins[hour]] += amount
    return dict(found)


def _hourly(period: Period, table: Table | None, book: str | None) -> Sums:
    return game.turnover_by_hour(*period.ends, table), totals.results_by_hour(*period.ends, book)


def _daily(period: Period, table: Table | None, book: str | None) -> Sums:
    played, won = _hourly(period, table, book)
    return by_day(played), by_day(won)


def _monthly(period: Period, table: Table | None, book: str | None) -> Sums:
    since, until = _played_within(period)
    parts = PeriodParts(since, until, tuple(months(since, until)))
    return game.turnover_by_part(parts, table), totals.results_by_part(parts, book)


def _played_within(period: Period) -> tuple[datetime, datetime]:
    """The period from the first day on which the house has played to the last: a query has a part for each month."""
    kept = [ends for ends in (game.days_kept(), totals.days_kept()) if ends]
    if not kept:
        return period.since, period.since
    firsts, lasts = zip(*kept, strict=True)
    since = max(period.since, midnight(min(firsts)))
    return since, max(since, min(period.until, midnight(max(lasts)) + DAY))


_SUMS = {Unit.HOUR: _hourly, Unit.DAY: _daily, Unit.MONTH: _monthly}


def _only(amounts: Amounts, slugs: Collection[str]) -> Amounts:
    own = {begin: {slug: of[slug] for slug in of.keys() & slugs} for begin, of in amounts.items()}
    return {begin: Counter(of) for begin, of in own.items() if of}


def _by_step(amounts: dict[tuple[str, datetime], int]) -> Amounts:
    found: Amounts = {}
    for (slug, begin), amount in amounts.items():
        found.setdefault(begin.astimezone(UTC), Counter())[slug] += amount
    return found
