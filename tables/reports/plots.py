"""The plot that a shift and a period have: turnover as bars, and the house's win so far as a line."""

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


def win_and_turnover(title: Text, points: Sequence[Point]) -> tuple[Plot, ...]:
    """One plot, or none for fewer than two points."""
    if len(points) < 2:
        return ()
    labels = tuple(point.label for point in points)
    bars = tuple(point.turnover for point in points)
    line = tuple(accumulate(point.result for point in points))
    return (Plot(title, labels, bars, _("Turnover"), line, _("Win so far")),)
