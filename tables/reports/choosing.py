"""Choosing a period in the casino's days: by a name (today, last night, this week …), one step earlier or later, and
the period that it is compared with."""

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from math import ceil

from casino.common import clock
from casino.common.clock import DAY, begin_of, date_of, day_of
from tables.reports.period import Period

HOUR, NIGHT, WEEK = timedelta(hours=1), timedelta(hours=12), 7  # a night is the second half of a casino's day


class Preset(StrEnum):
    """The periods that have a name. All are of whole casino's days but the night, the second half of yesterday's."""

    TODAY = "today"
    LAST_NIGHT = "last-night"
    YESTERDAY = "yesterday"
    THIS_WEEK = "week"
    THIS_MONTH = "month"
    LAST_MONTH = "last-month"
    THIS_YEAR = "year"


class Against(StrEnum):
    """What a period is compared with. WEEKDAY: a week before; PREVIOUS: what ends where it begins; YEAR: the same
    months, or the same days of the week, of the year before; OTHER: what begins at a moment that is named."""

    WEEKDAY = "weekday"
    PREVIOUS = "previous"
    YEAR = "year"
    OTHER = "other"
    NOTHING = "none"


def preset(name: Preset, now: datetime) -> Period:
    """The period of that name at that moment."""
    return _PRESETS[name](date_of(now))


def preset_of(period: Period, now: datetime) -> Preset | None:
    """The name that this period has at that moment; None for any other."""
    return next((name for name in Preset if preset(name, now).ends == period.ends), None)


def moved(period: Period, steps: int) -> Period:
    """The period that many steps later, or with a negative number earlier: by its months if it is one or several, else
    by as many days as it has."""
    size = _size(period)
    return _shifted(period, Size(size.months * steps, size.days * steps))


def choices(period: Period) -> list[Against]:
    """What this period can be compared with, the usual first. The week before is the period before where it is a
    week."""
    size = _size(period)
    usual = {
        size.months > 0: Against.YEAR,
        size.days == WEEK: Against.PREVIOUS,
        size.days == 1: Against.WEEKDAY,
    }.get(True, Against.PREVIOUS)
    others = [Against.PREVIOUS, Against.YEAR, *([Against.WEEKDAY] if size.days == 1 else [])]
    return [*dict.fromkeys([usual, *others]), Against.OTHER, Against.NOTHING]


def compared(period: Period, against: Against, now: datetime, other: datetime | None = None) -> Period | None:
    """The period to compare with; of one that is not over only so much as has passed. None for NOTHING, and for more
    steps than are shown side by side. `other`: where the one that is named begins."""
    if against is Against.NOTHING or (against is Against.OTHER and other is None) or period.is_longest:
        return None
    asked = _so_far(period, now)
    if against is Against.OTHER and other is not None:
        begin = clock.hour_of(other)
        return Period(clock.local(begin), clock.local(begin + (asked.until - asked.since)), by=period.unit)
    size = _size(period)
    back = {
        Against.WEEKDAY: Size(0, -WEEK * ceil(size.days / WEEK)),
        Against.PREVIOUS: Size(-size.months, -size.days),
        Against.YEAR: Size(-12, 0) if size.months else Size(0, -52 * WEEK),
    }[against]
    return replace(_shifted(asked, back), by=period.unit)


@dataclass(frozen=True, slots=True)
class Size:
    """So many months, and so many days."""

    months: int
    days: int


def _size(period: Period) -> Size:
    """A period of whole casino's months in months, any other in days begun."""
    first, last = date_of(period.since), date_of(period.until)
    begins = [moment == day_of(moment) for moment in period.ends]
    if all(begins) and first.day == last.day == 1 and first < last:
        return Size((last.year - first.year) * 12 + last.month - first.month, 0)
    days = (last - first).days if all(begins) else ceil((period.until - period.since) / DAY)
    return Size(0, max(days, 1))


def _so_far(period: Period, now: datetime) -> Period:
    """The part of a period that has passed, to the end of the present hour."""
    end = clock.hour_of(now) + HOUR
    return replace(period, until=clock.local(end)) if period.since < end < period.until else period


def _shifted(period: Period, size: Size) -> Period:
    since, until = (clock.local(_at(moment, size)) for moment in period.ends)
    return Period(since, until, period.by)


def _at(moment: datetime, size: Size) -> datetime:
    """The moment as long after the beginning of another casino's day as this one is after its own."""
    day = date_of(moment)
    months = day.year * 12 + day.month - 1 + size.months
    year = min(max(months // 12, clock.YEARS[0]), clock.YEARS[-1])
    last = monthrange(year, months % 12 + 1)[1]
    other = date(year, months % 12 + 1, min(day.day, last)) + timedelta(days=size.days)
    return begin_of(other) + (moment - begin_of(day))


def _days(first: date, end: date) -> Period:
    return Period(clock.local(begin_of(first)), clock.local(begin_of(end)))


def _night(today: date) -> Period:
    whole = _days(today - DAY, today)
    return Period(clock.local(clock.hour_of(whole.until - NIGHT)), whole.until)


def _week(today: date) -> Period:
    monday = today - timedelta(days=today.weekday())
    return _days(monday, monday + timedelta(days=WEEK))


def _month(day: date) -> Period:
    first = day.replace(day=1)
    return _days(first, (first + timedelta(days=31)).replace(day=1))


_PRESETS: dict[Preset, Callable[[date], Period]] = {
    Preset.TODAY: lambda today: _days(today, today + DAY),
    Preset.LAST_NIGHT: _night,
    Preset.YESTERDAY: lambda today: _days(today - DAY, today),
    Preset.THIS_WEEK: _week,
    Preset.THIS_MONTH: _month,
    Preset.LAST_MONTH: lambda today: _month(today.replace(day=1) - DAY),
    Preset.THIS_YEAR: lambda today: _days(today.replace(month=1, day=1), date(today.year + 1, 1, 1)),
}
