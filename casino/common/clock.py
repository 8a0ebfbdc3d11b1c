"""What time it is for the money and the game. The machine's clock, unless a simulated night brings its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils import timezone

_clock: ContextVar[Callable[[], datetime]] = ContextVar("clock", default=timezone.now)


def now() -> datetime:
    """The moment, aware."""
    return _clock.get()()


def hour_of(moment: datetime) -> datetime:
    """When the hour of the house's clock began that a moment lies in; in UTC, where no hour comes twice."""
    return timezone.localtime(moment).replace(minute=0, second=0, microsecond=0).astimezone(UTC)


@contextmanager
def running_on(clock: Callable[[], datetime]) -> Iterator[None]:
    """Meanwhile, in this thread or task, `clock` tells the time."""
    before = _clock.set(clock)
    try:
        yield
    finally:
        _clock.reset(before)


def day_of(moment: datetime) -> datetime:
    """When the casino's day began that a moment lies in: at the hour DAY_BEGINS of the house's own time."""
    local = timezone.localtime(moment)
    begin = local.replace(hour=settings.DAY_BEGINS, minute=0, second=0, microsecond=0)
    return begin if begin <= local else begin - timedelta(days=1)
