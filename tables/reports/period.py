"""A period of whole hours, shown hour by hour, day by day if it is longer than three days, or month by month."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from casino.common import clock
from casino.common.clock import moments

MOST = 120  # steps: a day has 25 hours at most, a quarter 92 days, and ten years are 120 months
LONGEST_DAY = timedelta(hours=25)
INSTANT = timedelta(microseconds=1)


class Unit(Enum):
    """The unit of a period's steps, with the longest period that is shown in such steps."""

    HOUR = timedelta(days=3)
    DAY = timedelta(days=100)  # a quarter is shown by days
    MONTH = timedelta.max


@dataclass(frozen=True, slots=True)
class Period:
    """From `since` up to, but not including, `until`; both whole hours in the house's time. `by`: in which steps it is
    shown, where its length alone does not say so."""

    since: datetime
    until: datetime
    by: Unit | None = None

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
        return self.by or next(unit for unit in Unit if self.until - self.since <= unit.value)

    def short_label(self, step: datetime) -> str:
        """The step that begins then, where there is little room: the hour alone, the day without its year, the month
        as a number."""
        return short_label(self.unit, step)

    def begins(self) -> list[datetime]:
        """When, in UTC, its steps begin; the first may begin before it. Only the first MOST of them."""
        begin, found = _first(self.unit, self.since), list[datetime]()
        while begin < self.until and len(found) < MOST:
            found.append(begin)
            begin = _END[self.unit](begin)
        return found

    @property
    def is_longest(self) -> bool:
        """Whether it has more steps than `begins` gives."""
        return len(self.begins()) == MOST

    @property
    def words(self) -> str:
        """From when to when: 26/11/2026 20:00 – 27/11/2026 06:00."""
        return f"{moments.minute(self.since)} – {moments.minute(self.until)}"

    @property
    def brief(self) -> str:
        """The same with its days or months alone: 26/11/2026, 16/11/2026 – 22/11/2026, 11/2026."""
        label = moments.short_month if self.unit is Unit.MONTH or _is_a_month(self) else moments.day
        first, last = clock.day_of(self.since), clock.day_of(max(self.until - INSTANT, self.since))
        names = dict.fromkeys((label(first), label(last)))
        return " – ".join(names)

    def span_label(self, step: datetime) -> str:
        """The step that begins then, as the head of a column: 20–21 for an hour, with its day where there are more."""
        if self.unit is not Unit.HOUR:
            return self.short_label(step)
        span = f"{clock.local(step):%H}–{clock.local(_END[Unit.HOUR](step)):%H}"
        return f"{moments.short_day(step)} {span}" if self.until - self.since > LONGEST_DAY else span

    def step(self, begin: datetime) -> "Period":
        """The part of the step beginning then that lies in this period."""
        return Period(max(begin, self.since), min(_END[self.unit](begin), self.until))


def _first(unit: Unit, since: datetime) -> datetime:
    """When, in UTC, the step begins in which a moment lies."""
    if unit is Unit.HOUR:
        return clock.hour_of(since)
    return clock.day_of(since) if unit is Unit.DAY else _month_of(since)


def _month_of(moment: datetime) -> datetime:
    return clock.begin_of(clock.date_of(moment).replace(day=1))


def _is_a_month(period: Period) -> bool:
    begin = _month_of(period.since)
    return period.since == begin and period.until == clock.next_month(begin)


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
    return clock.local(moment).isoformat(timespec="minutes")


_SHORT = {Unit.HOUR: moments.hour, Unit.DAY: moments.short_day, Unit.MONTH: moments.short_month}
_END = {
    Unit.HOUR: lambda begin: begin + timedelta(hours=1),
    Unit.DAY: clock.next_day,
    Unit.MONTH: clock.next_month,
}
