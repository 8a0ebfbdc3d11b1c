"""The time for the money and the game: the machine's clock, or the clock of a simulated night. And the machine's other
clock, which nobody sets, for how long something takes."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, time, timedelta
from datetime import timezone as tz
from time import monotonic

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from casino.common.house import house
from casino.common.refusals import Refusal

DAY, QUARTER = timedelta(days=1), timedelta(minutes=15)  # clocks are set at quarters of an hour
YEARS = range(1900, 9000)  # near the ends of the calendar, adding an hour or changing the time zone overflows

_clock: ContextVar[Callable[[], datetime] | None] = ContextVar("clock", default=None)


def now() -> datetime:
    """The present moment, as an aware datetime."""
    return (_clock.get() or timezone.now)()


def elapsed() -> float:
    """Seconds since some moment, which two calls have in common: the difference is how long something took."""
    return monotonic()


def local(moment: datetime) -> datetime:
    """A moment on the house's clock."""
    return moment.astimezone(house().zone)


def hour_of(moment: datetime) -> datetime:
    """The start, in UTC, of the local hour in which a moment lies. In UTC no hour occurs twice."""
    return local(moment).replace(minute=0, second=0, microsecond=0).astimezone(UTC)


@contextmanager
def running_on(clock: Callable[[], datetime]) -> Iterator[None]:
    """Within this context, in this thread or task, `clock` gives the time."""
    before = _clock.set(clock)
    try:
        yield
    finally:
        _clock.reset(before)


def day_of(moment: datetime) -> datetime:
    """When, in UTC, the casino's day began in which a moment lies."""
    return begin_of(date_of(moment))


def date_of(moment: datetime) -> date:
    """The date of the casino's day in which a moment lies."""
    day = local(moment).date() + DAY
    while begin_of(day) > moment:
        day -= DAY
    return day


def begin_of(day: date) -> datetime:
    """When, in UTC, the casino's day of that date begins: as soon as the clock shows DAY_BEGINS or later. That is the
    first of the two where it shows that hour twice, and when it is set forward where it leaves that hour out.

    Here alone the house's time is put together. In UTC, because Python holds no local time that comes twice to be equal
    to the same moment elsewhere."""
    shown = datetime.combine(day, time(house().day_begins, fold=0))
    moment = shown.replace(tzinfo=house().zone).astimezone(UTC)
    while local(moment - QUARTER).replace(tzinfo=None) >= shown:
        moment -= QUARTER
    return moment


def next_day(begin: datetime) -> datetime:
    """When the casino's day ends that begins then, after 23, 24 or 25 hours."""
    return begin_of(date_of(begin) + DAY)


def next_month(begin: datetime) -> datetime:
    """When the casino's month ends that begins then."""
    day = date_of(begin)
    return begin_of(day.replace(year=day.year + day.month // 12, month=day.month % 12 + 1, day=1))


def asked(said: str) -> datetime | None:
    """The moment that an address asks for; None if it asks for none. Raises Refusal (`no_such_time`)."""
    found = read(said)
    if said and found is None:
        raise Refusal("no_such_time", said=said)
    return found


# As people of all four languages type it, the day first: 21/11/2026 23:05, 21. 11. 2026; of an hour that comes twice
# with its distance from UTC, as the product writes it (`casino.common.clock.moments`).
TYPED = re.compile(
    r"(?P<day>\d{1,2}) ?[./-] ?(?P<month>\d{1,2}) ?[./-] ?(?P<year>\d{4})"
    r"(?:[ ,T]+(?P<hour>\d{1,2})[:.h](?P<minute>\d{2})(?: ?\(UTC(?P<offset>[+-]\d{1,2}(?::\d{2})?)\))?)?",
    re.ASCII,
)

ISO_DAY = re.compile(r"\d{4}-?\d{2}-?\d{2}|\d{4}-?W\d{2}-?\d", re.ASCII)


def read(said: str) -> datetime | None:
    """The moment that somebody typed or an address names, on the house's clock unless it says otherwise; None if it
    names none, such as an hour that the clock leaves out when it is set forward. A day alone is when it begins here."""
    try:
        found = _day(said.strip()) or _typed(said.strip()) or parse_datetime(said)
    except ValueError:
        return None
    if found is None or found.year not in YEARS:
        return None
    if timezone.is_aware(found):
        return found
    moment = found.replace(tzinfo=house().zone)
    there = local(moment.astimezone(UTC)).replace(tzinfo=None)
    return moment if there == found else None


def _day(said: str) -> datetime | None:
    """When a day alone begins here, whether typed or as programs write it: 1/11/2026, 2026-11-01."""
    found = TYPED.fullmatch(said)
    if found is not None:
        day = (
            date(int(found["year"]), int(found["month"]), int(found["day"]))
            if found["hour"] is None
            else None
        )
    else:
        day = date.fromisoformat(said) if ISO_DAY.fullmatch(said) else None
    if day is None:
        return None
    return local(begin_of(day)) if day.year in YEARS else datetime.combine(day, time())


def _typed(said: str) -> datetime | None:
    found = TYPED.fullmatch(said)
    if found is None:
        return None
    day = datetime(int(found["year"]), int(found["month"]), int(found["day"]))
    at = day.replace(hour=int(found["hour"]), minute=int(found["minute"]))
    if found["offset"] is None:
        return at
    hours, _, minutes = found["offset"].partition(":")
    offset = timedelta(hours=abs(int(hours)), minutes=int(minutes or 0))
    return at.replace(tzinfo=tz(-offset if hours.startswith("-") else offset))
