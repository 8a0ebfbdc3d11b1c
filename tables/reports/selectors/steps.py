"""Turnover and results of tables, hour by hour or day by day."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from casino.common import days
from ledger import totals
from tables.models import Table
from tables.postings import book_of
from tables.reports.period import Period
from tables.reports.selectors.game import turnover_by_day, turnover_by_hour
from tables.slip_service import slug_of

# The beginning of the hour or day → table's slug → amount. In UTC: when the clocks are set back, an hour comes twice.
Amounts = dict[datetime, Counter[str]]


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


def steps_of(period: Period, table: Table | None = None) -> Steps:
    """The steps of a period, of one table or of all."""
    since, until = period.ends
    book = book_of(table.slug) if table else None
    if period.is_hourly:
        played = turnover_by_hour(since, until, table)
        won = totals.results_by_hour(since, until, book)
    else:
        with days.room_for_sums():
            played = turnover_by_day(since, until, table)
            won = totals.results_by_day(since, until, book)
    slugs = dict(Table.objects.values_list("pk", "slug"))
    return Steps(
        _by_step({(slugs[pk], begin): amount for (pk, begin), amount in played.items()}),
        _by_step({(slug_of(of) or "", begin): amount for (of, begin), amount in won.items()}),
    )


def _by_step(amounts: dict[tuple[str, datetime], int]) -> Amounts:
    found: Amounts = {}
    for (slug, begin), amount in amounts.items():
        found.setdefault(begin.astimezone(UTC), Counter())[slug] += amount
    return found
