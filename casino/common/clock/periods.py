"""A period as its whole days in UTC and the hours beside them, so that a report over years adds up sums of days.

The house's days and months begin at an hour that it may change, within a day in UTC. The hours of such a day are added
up one by one.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from operator import or_
from typing import Any, Self

from django.db.models import Case, DateTimeField, F, Func, Q, Value, When
from django.db.models.expressions import Combinable

from casino.common.clock import DAY, begin_of, date_of, local, next_month
from casino.common.house import house

NOTHING = Q(pk__in=())  # Django asks the database nothing then
HOUR, WEEK = timedelta(hours=1), timedelta(weeks=1)


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

    def begin(self, of: str) -> Combinable:
        """What sums by the hour or the day (`of`) are grouped by to be told apart: nothing, where there is one part."""
        return Value(self.begins[0], DateTimeField()) if len(self.begins) == 1 else F(of)

    def part_of(self, begin: date | datetime) -> datetime:
        """The beginning of the part that has this hour, or this whole day."""
        moment = begin if isinstance(begin, datetime) else midnight(begin)
        return self.begins[bisect_right(self.begins, moment) - 1]

    def divided(self, begin: datetime, end: datetime) -> Iterator[tuple[datetime, timedelta]]:
        """How long each part has a share in the time between two moments of the period."""
        ends = (*self.begins[1:], self.until)
        for number in range(max(bisect_right(self.begins, begin) - 1, 0), len(self.begins)):
            if self.begins[number] >= end:
                return
            yield self.begins[number], min(end, ends[number]) - max(begin, self.begins[number])

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


class SameClock(HourParts):
    """A period cut where the clocks were set within it (`begins`), so that the database finds the days and the weeks of
    the house's clock by counting hours: it returns what a report shows, and not every hour of a year."""

    # What a part is known by, from an `hour` in it and the `first` one since the clocks were set, all in seconds
    SECONDS = ""

    @classmethod
    def within(cls, since: datetime, until: datetime) -> Self:
        """The hours from `since` up to `until`."""
        hour = since.astimezone(UTC)
        begins, offset = [hour], local(hour).utcoffset()
        while (hour := hour + HOUR) < until:
            if local(hour).utcoffset() != offset:
                begins.append(hour)
                offset = local(hour).utcoffset()
        return cls(since, until, tuple(begins))

    def begin(self, of: str) -> Combinable:
        """The beginning of the part, found by the database."""
        later = [When(**{f"{of}__gte": begin}, then=self._begin(of, begin)) for begin in self.begins[:0:-1]]
        return Case(*later, default=self._begin(of, self.begins[0]), output_field=DateTimeField())

    def _begin(self, of: str, begin: datetime) -> Combinable:
        return _Moment(F(of), self.SECONDS, first=begin)


class CasinoDays(SameClock):
    """The casino's days as parts. Each is known by noon of its date in UTC: one moment for all of its hours, also where
    the clocks are set in it and its two ends have different clocks."""

    SECONDS = "{noon} + ({hour} - {first}) / 86400 * 86400"

    def part_of(self, begin: date | datetime) -> datetime:
        """As the database found it."""
        return begin if isinstance(begin, datetime) else midnight(begin)

    def _begin(self, of: str, begin: datetime) -> Combinable:
        clock_shows = local(begin).replace(tzinfo=None)
        lasted = (clock_shows - datetime.combine(clock_shows.date(), time(house().day_begins))) % DAY
        noon = midnight((clock_shows - lasted).date()) + DAY / 2
        return _Moment(F(of), self.SECONDS, first=begin - lasted, noon=noon)


class WeekHours(SameClock):
    """The hours of the week as parts: an hour is counted to the first hour of the period that has its weekday and its
    time on the house's clock since the clocks were set last."""

    SECONDS = "{hour} - ({hour} - {first}) / 604800 * 604800"

    def part_of(self, begin: date | datetime) -> datetime:
        """The first such hour. Whole days have none."""
        moment = begin if isinstance(begin, datetime) else midnight(begin)
        first = super().part_of(moment)
        return first + (moment - first) % WEEK

    def divided(self, begin: datetime, end: datetime) -> Iterator[tuple[datetime, timedelta]]:
        """Hour by hour."""
        hour = begin - (begin - self.since) % HOUR
        while hour < end:
            yield self.part_of(hour), min(end, hour + HOUR) - max(begin, hour)
            hour += HOUR


class _Moment(Func):
    """A moment that is reckoned in whole seconds of UTC from an `hour` and others that are known."""

    output_field = DateTimeField()

    def __init__(self, hour: F, seconds: str, **known: datetime) -> None:
        self.known = {name: int(moment.timestamp()) for name, moment in known.items()}
        super().__init__(hour, seconds=seconds)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        """With its own type of moments."""
        return self._as(
            "to_timestamp({})", "extract(epoch FROM %(expressions)s)::bigint", compiler, connection
        )

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        """With a moment as Django stores it."""
        hour = "CAST(strftime('%%%%s', %(expressions)s) AS integer)"
        return self._as("datetime({}, 'unixepoch')", hour, compiler, connection)

    def _as(self, moment: str, hour: str, compiler: Any, connection: Any) -> tuple[str, Any]:
        seconds = self.extra["seconds"].format(hour=hour, **self.known)
        return self.as_sql(compiler, connection, template=moment.format(f"({seconds})"))


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
