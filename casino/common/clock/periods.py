"""A period as its whole days in UTC and the hours beside them, so that a report over years adds up sums of days.

The house's days and months begin at an hour that it may change, within a day in UTC. The hours of such a day are added
up one by one.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import reduce
from operator import or_

from django.db.models import DateTimeField, F, Q, Value

from casino.common.clock import DAY, begin_of, date_of, next_month

NOTHING = Q(pk__in=())  # Django asks the database nothing then


@dataclass(frozen=True, slots=True)
class PeriodParts:
    """The hours from `since` up to `until`, in parts that begin at these moments in UTC, the first at `since` or
    before."""

    since: datetime
    until: datetime
    begins: tuple[datetime, ...]

    @classmethod
    def one(cls, since: datetime, until: datetime) -> "PeriodParts":
        """The whole period as one part."""
        return cls(since, until, (since.astimezone(UTC),))

    @property
    def days(self) -> Q:
        """A condition on rows of sums by the day (`day`): that they lie within one part."""
        first, end = self._whole()
        return Q(day__gte=first, day__lt=end) & ~Q(day__in=self._cut()) if first < end else NOTHING

    @property
    def hours(self) -> Q:
        """A condition on rows of sums by the hour (`hour`): that they are not in these days."""
        ranges = [Q(hour__gte=begin, hour__lt=end) for begin, end in self._beside() if begin < end]
        return reduce(or_, ranges, NOTHING)

    def begin(self, of: str) -> F | Value:
        """What sums by the hour or the day (`of`) are grouped by to be told apart: nothing, where there is one part."""
        return Value(self.begins[0], DateTimeField()) if len(self.begins) == 1 else F(of)

    def part_of(self, begin: date | datetime) -> datetime:
        """The beginning of the part that has this hour, or this whole day."""
        moment = begin if isinstance(begin, datetime) else midnight(begin)
        return self.begins[bisect_right(self.begins, moment) - 1]

    def _whole(self) -> tuple[date, date]:
        """The first day that begins in the period, and the day in which the period ends."""
        begin, end = self.since.astimezone(UTC), self.until.astimezone(UTC)
        return (begin if begin == midnight(begin) else begin + DAY).date(), end.date()

    def _cut(self) -> list[date]:
        """The whole days in which a part begins, not with the day."""
        first, end = self._whole()
        within = (begin for begin in self.begins if first <= begin.date() < end)
        return [begin.date() for begin in within if begin != midnight(begin)]

    def _beside(self) -> Iterator[tuple[datetime, datetime]]:
        first, end = self._whole()
        if first >= end:
            yield self.since, self.until
            return
        yield self.since, midnight(first)
        for day in self._cut():
            yield midnight(day), midnight(day) + DAY
        yield midnight(end), self.until


class HourParts(PeriodParts):
    """The same in hours alone, for parts that are none longer than a day: no whole day lies within one."""

    @property
    def days(self) -> Q:
        """None."""
        return NOTHING

    @property
    def hours(self) -> Q:
        """All of them."""
        return Q(hour__gte=self.since, hour__lt=self.until)


def midnight(day: date) -> datetime:
    """When a day, or the day of a moment in UTC, begins in UTC."""
    return datetime.combine(day, time(), UTC)


def months(since: datetime, until: datetime) -> Iterator[datetime]:
    """When, in UTC, the casino's months begin that have hours from `since` up to `until`; the first may begin
    before."""
    begin = begin_of(date_of(since).replace(day=1))
    while begin < until:
        yield begin
        begin = next_month(begin)
