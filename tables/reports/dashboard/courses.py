"""The courses of the director's page: the result so far with its band, occupancy by weekday and hour, hold by month."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import accumulate
from math import sqrt

from casino.common import clock
from casino.common.clock.periods import HourParts, PeriodParts
from casino.common.house import house
from ledger import totals
from tables.reports.dashboard.board import Board
from tables.reports.period import Period, Unit
from tables.reports.selectors.measures import DROP
from tables.reports.selectors.occupancy import Seats, by_weekday
from tables.reports.selectors.spread import theory_by_part
from tables.reports.selectors.steps import steps_of

WEEKS = 8  # of the heat map
MONTHS = 12
COLUMN = 2  # hours in a column of the heat map


@dataclass(frozen=True, slots=True)
class SoFar:
    """What the house had won at each of these moments: in the period, up to now; in the whole of the period before;
    and by the theory of what was staked, with two standard deviations below and above. None where there is nothing."""

    moments: tuple[datetime, ...]
    now: tuple[int | None, ...]
    before: tuple[int | None, ...]
    expected: tuple[int | None, ...]
    low: tuple[int | None, ...]
    high: tuple[int | None, ...]

    @property
    def places(self) -> tuple[float, ...]:
        """How far each moment lies in the period, 0…1."""
        begin, whole = self.moments[0], self.moments[-1] - self.moments[0]
        return tuple((moment - begin) / whole for moment in self.moments)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was won or lost, now or before."""
        return not any((*self.now, *self.before))


@dataclass(frozen=True, slots=True)
class Heat:
    """Seats by weekday (0 for Monday) and hour. `hours`: when a column begins; `rows`: a row for each weekday."""

    hours: tuple[int, ...]
    rows: tuple[tuple[Seats, ...], ...]


@dataclass(frozen=True, slots=True)
class Holds:
    """The hold of twelve months, and of the twelve before them; by when the months begin."""

    months: tuple[datetime, ...]
    now: tuple[float | None, ...]
    before: tuple[float | None, ...]


def so_far(board: Board) -> SoFar:
    """The period in its steps, from its beginning to its end."""
    period, now = board.period, clock.now()
    begins = period.begins()
    ends = [*begins[1:], period.until]
    moments = (period.since, *(min(end, period.until) for end in ends))
    passed = sum(begin <= now for begin in begins)
    won = _won(period, begins)
    whole_before = _as_long(board)
    before = _won(whole_before, whole_before.begins()) if whole_before else []
    gained = [*accumulate(won, initial=0)][: passed + 1]
    expected, low, high = _band(period, begins, passed)
    return SoFar(
        moments,
        _filled(gained, len(moments)),
        _filled([*accumulate(before, initial=0)] if any(before) else [], len(moments)),
        _filled(expected, len(moments)),
        _filled(low, len(moments)),
        _filled(high, len(moments)),
    )


def weeks_of(period: Period) -> Period:
    """The eight weeks that end with a period."""
    return Period(clock.local(period.until - timedelta(weeks=WEEKS)), period.until)


def heat(period: Period) -> Heat | None:
    """The occupancy of the eight weeks that end with the period; None where nothing was played."""
    found = by_weekday(*weeks_of(period).ends)
    first = house().day_begins
    columns = [(first + number) % 24 for number in range(0, 24, COLUMN)]

    def of(weekday: int, begin: int) -> Seats:
        own = (found.get((weekday, (begin + more) % 24), Seats()) for more in range(COLUMN))
        return sum(own, Seats())

    rows = [[of(weekday, begin) for begin in columns] for weekday in range(7)]
    played = [number for number in range(len(columns)) if any(row[number].all for row in rows)]
    if not played:
        return None
    shown = slice(played[0], played[-1] + 1)
    return Heat(tuple(columns[shown]), tuple(tuple(row[shown]) for row in rows))


def holds(until: datetime) -> Holds | None:
    """The months up to that of the last day before `until`; None without a drop."""
    last = clock.date_of(until - timedelta(microseconds=1)).replace(day=1)
    begins = [clock.begin_of(_months_before(last, number)) for number in reversed(range(2 * MONTHS))]
    parts = PeriodParts(begins[0], clock.next_month(begins[-1]), tuple(begins))
    won, drop = Counter[datetime](), Counter[datetime]()
    for (_book, begin), (result, bought) in totals.flows_of_part(parts, totals.RESULT, DROP).items():
        won[begin] += result
        drop[begin] += bought
    found = tuple(won[begin] / drop[begin] if drop[begin] else None for begin in begins)
    if not any(one is not None for one in found):
        return None
    return Holds(tuple(begins[MONTHS:]), found[MONTHS:], found[:MONTHS])


def _won(period: Period, begins: Sequence[datetime]) -> list[int]:
    results = steps_of(period).results
    return [results[begin].total() if begin in results else 0 for begin in begins]


def _as_long(board: Board) -> Period | None:
    """The period before, as long as this one is when it is over."""
    before, period = board.asked.before, board.period
    if before is None:
        return None
    return Period(before.since, before.since + (period.until - period.since), by=period.unit)


def _band(period: Period, begins: Sequence[datetime], passed: int) -> tuple[list[int], list[int], list[int]]:
    """What is expected at the end of each step that has begun, and the band around it; nothing without stakes."""
    parts = (
        HourParts if period.unit is not Unit.MONTH else PeriodParts
    )  # no step but a month is longer than a day
    found = theory_by_part(parts(*period.ends, tuple(begins)))
    if not found:
        return [], [], []
    expected, variance = [0.0] * (passed + 1), [0.0] * (passed + 1)
    for begin, one in found.items():
        step = bisect_right(begins, begin)
        if 0 < step <= passed:
            expected[step] += float(one.expected)
            variance[step] += one.variance
    means, sigmas = [*accumulate(expected)], [2 * sqrt(one) for one in accumulate(variance)]
    return (
        [round(mean) for mean in means],
        [round(mean - two) for mean, two in zip(means, sigmas, strict=True)],
        [round(mean + two) for mean, two in zip(means, sigmas, strict=True)],
    )


def _filled(values: Sequence[int], length: int) -> tuple[int | None, ...]:
    return tuple([*values, *[None] * length][:length])


def _months_before(first: date, number: int) -> date:
    months = first.year * 12 + first.month - 1 - number
    return first.replace(year=months // 12, month=months % 12 + 1)
