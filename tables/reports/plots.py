"""The plots of a shift and a period: what was staked and what the house won, each in a plot with an axis of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from casino.common.wording import lazy_text as _
from tables.reports.period import Unit, course
from tables.reports.report import Form, Plot, Text
from tables.reports.sections.tables import StepRow

Amounts = Mapping[datetime, int]
TITLES = {
    Unit.HOUR: (_("House's result by the hour"), _("Turnover by the hour")),
    Unit.DAY: (_("House's result by the day"), _("Turnover by the day")),
    Unit.MONTH: (_("House's result by the month"), _("Turnover by the month")),
}
SO_FAR = {
    Unit.HOUR: _("House's result so far, by the hour"),
    Unit.DAY: _("House's result so far, by the day"),
    Unit.MONTH: _("House's result so far, by the month"),
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


def of_period(
    unit: Unit, rows: Sequence[StepRow], label: Callable[[datetime], str], names: tuple[Text, Text]
) -> tuple[Plot, ...]:
    """What the house won in each step of a period and what was staked, beside the step before; none where nothing was
    played in either. `names`: those of both periods."""
    moved = [
        one for row in rows for one in (row.turnover, row.result, row.turnover_before, row.result_before)
    ]
    if not any(moved):
        return ()
    labels = tuple(label(row.begin) for row in rows if isinstance(row.begin, datetime))
    links, is_compared = (
        tuple(row.link or row.behind for row in rows),
        any(row.turnover_before is not None for row in rows),
    )
    series = (
        (Form.SIGNED, [row.result for row in rows], [row.result_before or 0 for row in rows]),
        (Form.BARS, [row.turnover for row in rows], [row.turnover_before or 0 for row in rows]),
    )
    return tuple(
        Plot(title, labels, tuple(now), form, tuple(before) if is_compared else (), names, links)
        for title, (form, now, before) in zip(TITLES[unit], series, strict=True)
    )


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
    return Plot(TITLES[unit][1], labels, played), Plot(SO_FAR[unit], labels, won, Form.LINE)
