"""A period of whole hours, shown hour by hour, day by day if it is longer than three days, or month by month."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.utils import timezone

from casino.common import days, moments


class Unit(Enum):
    """What each step of a period is, with the longest period that is shown in such steps."""

    HOUR = timedelta(days=3)
    DAY = timedelta(days=100)  # a quarter is shown by days
    MONTH = timedelta.max


@dataclass(frozen=True, slots=True)
class Period:
    """From `since` up to, but not including, `until`; both whole hours in the house's time."""

    since: datetime
    until: datetime

    @property
    def ends(self) -> tuple[datetime, datetime]:
        """Both ends."""
        return self.since, self.until

    @property
    def query(self) -> dict[str, str]:
        """Both ends as an address has them."""
        return {"since": _in_query(self.since), "until": _in_query(self.until)}

    @property
    def unit(self) -> Unit:
        """By what it is shown."""
        return next(unit for unit in Unit if self.until - self.since <= unit.value)

    def short_label(self, step: datetime) -> str:
        """The step that begins then, where there is little room: the hour alone, the day without its year, the month
        as a number."""
        return short_label(self.unit, step)

    def step(self, begin: datetime) -> "Period":
        """The part of the step beginning then that lies in this period."""
        return Period(max(begin, self.since), min(_END[self.unit](begin), self.until))


def short_label(unit: Unit, step: datetime) -> str:
    """The step that begins then, where there is little room."""
    return _SHORT[unit](step)


def course(unit: Unit, begins: Collection[datetime]) -> list[datetime]:
    """These beginnings of steps with all that lie between them, in their order."""
    found = set(begins)
    if begins:
        step, last = min(begins), max(begins)
        while step < last:
            found.add(step)
            step = _END[unit](step)
    return sorted(found)


def _in_query(moment: datetime) -> str:
    # With its offset, because an hour comes twice in the night in which the clocks are set back.
    return timezone.localtime(moment).isoformat(timespec="minutes")


_SHORT = {Unit.HOUR: moments.hour, Unit.DAY: moments.short_day, Unit.MONTH: moments.short_month}
_END = {
    Unit.HOUR: lambda begin: begin + timedelta(hours=1),
    Unit.DAY: days.next_day,
    Unit.MONTH: days.next_month,
}
