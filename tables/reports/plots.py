"""The plots of a shift and a period: what was staked and what the house won, each in a plot with an axis of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from casino.common.wording import lazy_text as _
from tables.reports.period import Unit, course
from tables.reports.report import Form, Plot, Text

Amounts = Mapping[datetime, int]
TITLES = {
    Unit.HOUR: (_("Turnover by the hour"), _("House's result so far, by the hour")),
    Unit.DAY: (_("Turnover by the day"), _("House's result so far, by the day")),
    Unit.MONTH: (_("Turnover by the month"), _("House's result so far, by the month")),
}


@dataclass(frozen=True, slots=True)
class Point:
    """A table or a chance: its turnover, and what the house won."""

    label: Text
    turnover: int
    result: int


def side_by_side(titles: tuple[Text, Text], points: Sequence[Point]) -> tuple[Plot, ...]:
    """The turnover of each, and its result; none for fewer than two."""
    if len(points) < 2:
        return ()
    labels = tuple(point.label for point in points)
    turnover, results = zip(*((point.turnover, point.result) for point in points), strict=True)
    return Plot(titles[0], labels, turnover), Plot(titles[1], labels, results, Form.SIGNED)


def over_time(
    unit: Unit, turnover: Amounts, results: Amounts, label: Callable[[datetime], str]
) -> tuple[Plot, ...]:
    """The turnover of each step, and what the house had won by then, from the first step with any play to the last;
    none for fewer than two."""
    moved = {begin for amounts in (turnover, results) for begin, amount in amounts.items() if amount}
    begins = course(unit, moved)
    if len(begins) < 2:
        return ()
    labels = tuple(label(begin) for begin in begins)
    played = tuple(turnover.get(begin, 0) for begin in begins)
    won = tuple(accumulate(results.get(begin, 0) for begin in begins))
    return Plot(TITLES[unit][0], labels, played), Plot(TITLES[unit][1], labels, won, Form.LINE)
