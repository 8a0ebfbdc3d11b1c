"""The casino's days and months, and sums by its day, which the database groups by blocks of 24 hours.

Turning every hour into local time costs the database far more than adding up. Between two changes of the clocks every
day is a block of 24 hours, so only the blocks are turned into local days.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, Func
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from casino.common.clock import DAY, QUARTER, begin_of, date_of

ROOM = "64MB"
MIDNIGHT = datetime(2000, 1, 1, tzinfo=UTC)

Sql = tuple[str, Any]  # a statement's text and its parameters


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time between two changes of the clocks. `shift`: from a moment in UTC to one whose date, in UTC, is that of the
    casino's day."""

    since: datetime
    until: datetime
    shift: timedelta

    def block(self) -> "Block":
        """An expression of the field `hour`: the beginning of the casino's day in which it lies."""
        return Block(self.shift)

    def day(self, block: datetime) -> datetime:
        """When the casino's day of that block began: with 23 or 25 hours, not where the block does."""
        return begin_of((block.astimezone(UTC) + self.shift).date())


class Block(Func):
    """The beginning of the 24 hours in which the field `hour` lies; they begin when, shifted, it is midnight in UTC."""

    def __init__(self, shift: timedelta) -> None:
        super().__init__("hour", output_field=DateTimeField())
        self._shift = shift

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> Sql:
        origin = (MIDNIGHT - self._shift).isoformat()
        return self.as_sql(
            compiler, connection, template=f"date_bin('1 day', %(expressions)s, timestamptz '{origin}')"
        )

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> Sql:
        there = int(self._shift.total_seconds())
        date_there = f"date(%(expressions)s, '{there:+d} seconds')"
        return self.as_sql(compiler, connection, template=f"datetime({date_there}, '{-there:+d} seconds')")


def stretches(since: datetime, until: datetime) -> Iterator[Stretch]:
    """The period from `since` up to `until`, cut where the clocks change."""
    begin = since
    while begin < until:
        offset = _offset(begin)
        end = _change_after(begin, until, offset)
        yield Stretch(begin, end, offset - timedelta(hours=settings.DAY_BEGINS))
        begin = end


def months(since: datetime, until: datetime) -> Iterator[datetime]:
    """When, in UTC, the casino's months begin that have hours from `since` up to `until`; the first may begin
    before."""
    begin = begin_of(date_of(since).replace(day=1))
    while begin < until:
        yield begin
        begin = next_month(begin)


def next_day(begin: datetime) -> datetime:
    """When the casino's day ends that begins then, after 23, 24 or 25 hours."""
    return begin_of(date_of(begin) + DAY)


def next_month(begin: datetime) -> datetime:
    """When the casino's month ends that begins then."""
    day = date_of(begin)
    return begin_of(day.replace(year=day.year + day.month // 12, month=day.month % 12 + 1, day=1))


@contextmanager
def room_for_sums() -> Iterator[None]:
    """Within this context PostgreSQL keeps the sums of all tables' days in memory. It would otherwise sort their rows
    on disk, because it cannot know how few blocks there are."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL work_mem = '{ROOM}'")
        yield


def _offset(moment: datetime) -> timedelta:
    return timezone.localtime(moment).utcoffset() or timedelta()


def _change_after(begin: datetime, until: datetime, offset: timedelta) -> datetime:
    """The first moment after `begin` with another offset, or `until`."""
    known, reached = begin, begin + DAY
    while reached < until and _offset(reached) == offset:
        known, reached = reached, reached + DAY
    while known < until and _offset(known) == offset:
        known += QUARTER
    return min(known, until)
