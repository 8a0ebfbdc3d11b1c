"""How many seats were taken while tables were played, from the sums of phases by the hour."""

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from django.db.models import Sum

from casino.common import clock
from casino.common.clock.periods import PeriodParts
from tables.models import PhaseTime

MILLISECONDS = 1000


class Seats(NamedTuple):
    """Seats times milliseconds in which a phase of the game lasted: those that were taken, and all."""

    taken: int = 0
    all: int = 0

    def __add__(self, other: "Seats") -> "Seats":  # type: ignore[override]  # they are summed, not joined
        return Seats(self.taken + other.taken, self.all + other.all)

    @property
    def share(self) -> float | None:
        """The share of the seats that was taken, 0…1; None where nothing was played."""
        return self.taken / self.all if self.all else None


def seats_by_part(parts: PeriodParts) -> dict[tuple[int, datetime], Seats]:
    """(table, beginning of the part) → its seats in the hours of it."""
    found: defaultdict[tuple[int, datetime], Seats] = defaultdict(Seats)
    times = PhaseTime.objects.filter(hour__gte=parts.since, hour__lt=parts.until)
    sums = times.values_list("table", parts.begin("hour")).annotate(Sum("taken"), Sum("seats")).order_by()
    for table, hour, taken, seats in sums:
        found[table, parts.part_of(hour)] += Seats(taken, seats)
    return dict(found)


def by_weekday(since: datetime, until: datetime, table: int | None = None) -> dict[tuple[int, int], Seats]:
    """(weekday of the casino's day, 0 for Monday; hour of the house's clock) → its seats in this period."""
    found: defaultdict[tuple[int, int], Seats] = defaultdict(Seats)
    times = PhaseTime.objects.filter(hour__gte=since, hour__lt=until)
    times = times if table is None else times.filter(table=table)
    for hour, taken, seats in times.values_list("hour").annotate(Sum("taken"), Sum("seats")).order_by():
        found[clock.date_of(hour).weekday(), clock.local(hour).hour] += Seats(taken, seats)
    return dict(found)
