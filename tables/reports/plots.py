"""The plots of a shift and a period: turnover as bars; the house's win as a line of time or, side by side, as dots."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from casino.common.wording import lazy_text as _
from tables.reports.report import Plot, Text


@dataclass(frozen=True, slots=True)
class Point:
    """An hour or a day: its turnover, and what the house won."""

    label: str
    turnover: int
    result: int


def side_by_side(title: Text, points: Sequence[Point]) -> tuple[Plot, ...]:
    """The turnover of each as a bar with its result as a dot; none for fewer than two."""
    if len(points) < 2:
        return ()
    labels = tuple(point.label for point in points)
    bars, dots = tuple(point.turnover for point in points), tuple(point.result for point in points)
    return (Plot(title, labels, bars, _("Turnover"), dots, _("House's result"), joined=False),)


def win_and_turnover(title: Text, points: Sequence[Point]) -> tuple[Plot, ...]:
    """One plot, or none for fewer than two points."""
    if len(points) < 2:
        return ()
    labels = tuple(point.label for point in points)
    bars = tuple(point.turnover for point in points)
    line = tuple(accumulate(point.result for point in points))
    return (Plot(title, labels, bars, _("Turnover"), line, _("Cumulative win")),)
