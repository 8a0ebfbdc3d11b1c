"""What a director measures tables by: result, drop, hours open, passes, seats, tips; by table and part of a period.

All of it is read from sums by the hour and the day, and from the openings in the record.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from datetime import datetime
from operator import add
from typing import NamedTuple, TypeVar

from casino.common.clock.periods import PeriodParts
from ledger import totals
from ledger.cage.accounts import Purpose as CagePurpose
from tables.models import Table
from tables.record.postings import book_of
from tables.reports.selectors.game import played_by_part
from tables.reports.selectors.money import DEDUCTED
from tables.reports.selectors.occupancy import Seats, seats_by_part
from tables.reports.selectors.open_time import open_by_part

HOUR = 3600  # seconds
DROP, TIPS = totals.Flow(("drop",), (CagePurpose.BUY_IN,)), totals.Flow(("tips",), (CagePurpose.TIP,))
FLOWS = (totals.RESULT, DROP, DEDUCTED, TIPS)
Group = TypeVar("Group", bound=Hashable)


class Measures(NamedTuple):
    """Of a table in a part of a period, or of several together. Money in the smallest unit.

    `result`: what the house won; `drop`: money changed into chips at the table; `deducted`: the house's part of what
    players won; `open`: seconds in which tables were open; `taken`, `seats`: see `occupancy.Seats`.
    """

    passes: int = 0
    turnover: int = 0
    result: int = 0
    drop: int = 0
    deducted: int = 0
    tips: int = 0
    open: int = 0
    taken: int = 0
    seats: int = 0

    def __add__(self, other: "Measures") -> "Measures":  # type: ignore[override]  # they are summed, not joined
        return Measures._make(map(add, self, other))

    @property
    def hold(self) -> float | None:
        """The result as a share of the drop; None without a drop."""
        return self.result / self.drop if self.drop else None

    @property
    def per_table_hour(self) -> int | None:
        """The result of one table in one hour, in whole units; None where none was open."""
        return round(self.result * HOUR / self.open) if self.open else None

    @property
    def passes_per_hour(self) -> float | None:
        """The passes of one table in one hour."""
        return self.passes * HOUR / self.open if self.open else None

    @property
    def table_hours(self) -> float:
        """The hours in which tables were open, together."""
        return self.open / HOUR

    @property
    def occupancy(self) -> float | None:
        """The share of the seats that was taken while tables were played."""
        return Seats(self.taken, self.seats).share

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened."""
        return not any(self)


ByPart = Mapping[tuple[int, datetime], Measures]


def measures_by_part(parts: PeriodParts) -> dict[tuple[int, datetime], Measures]:
    """(table, beginning of the part) → its measures; parts in which nothing happened are left out."""
    found: defaultdict[tuple[int, datetime], Measures] = defaultdict(Measures)
    for key, played in played_by_part(parts).items():
        found[key] += Measures(passes=played.passes, turnover=played.turnover)
    for key, (result, drop, deducted, tips) in _of_tables(totals.flows_of_part(parts, *FLOWS)):
        found[key] += Measures(result=result, drop=drop, deducted=deducted, tips=tips)
    for key, seconds in open_by_part(parts).items():
        found[key] += Measures(open=seconds)
    for key, seats in seats_by_part(parts).items():
        found[key] += Measures(taken=seats.taken, seats=seats.all)
    return {key: one for key, one in found.items() if not one.is_empty}


def measures_of(since: datetime, until: datetime) -> dict[int, Measures]:
    """Table (its key) → its measures in the hours from `since` up to `until`."""
    return {table: one for (table, _), one in measures_by_part(PeriodParts.one(since, until)).items()}


def together(measures: Iterable[Measures]) -> Measures:
    """Their sum."""
    return sum(measures, Measures())


def by_group(found: Mapping[int, Measures], group: Callable[[int], Group]) -> dict[Group, Measures]:
    """The measures of tables by the group that a table (its key) belongs to: its pit, its reglamento."""
    grouped: defaultdict[Group, Measures] = defaultdict(Measures)
    for table, one in found.items():
        grouped[group(table)] += one
    return dict(grouped)


def course(found: ByPart, begins: Iterable[datetime]) -> list[Measures]:
    """The measures of all tables together in each of these parts."""
    parts: defaultdict[datetime, Measures] = defaultdict(Measures)
    for (_table, begin), one in found.items():
        parts[begin] += one
    return [parts[begin] for begin in begins]


def _of_tables(
    sums: Mapping[tuple[str, datetime], tuple[int, ...]],
) -> Iterator[tuple[tuple[int, datetime], tuple[int, ...]]]:
    """By the keys of tables instead of their books; what is of no table is left out."""
    keys = {book_of(slug): pk for pk, slug in Table.objects.values_list("pk", "slug")}
    for (book, begin), amounts in sums.items():
        if book in keys:
            yield (keys[book], begin), amounts
