"""Where the parts of a plot lie, in numbers; the page and the PDF draw them. y grows downward."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil

from tables.reports.report import Form, Plot

FEWEST, MOST = 4, 6  # steps between the lowest and the highest grid line
BAR_OF_SLOT, WIDEST_BAR = 0.7, 1 / 12  # a bar's width: share of its slot; at most this share of the frame
OF_BEFORE, BETWEEN = 0.45, 0.05  # of a pair's width: that of the bar before, and the gap
LONGEST = 16  # letters of a label
DOTTED = 60  # the most points that are drawn with dots


@dataclass(frozen=True, slots=True)
class Scale:
    """How many grid lines lie `below` and `above` zero, and the step between two; it is 0 for nothing but zeros."""

    below: int
    above: int
    step: int

    def multiples(self) -> range:
        """The grid lines from the lowest to the highest; 0 is the zero line."""
        return range(-self.below, self.above + 1)


@dataclass(frozen=True, slots=True)
class Frame:
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Bar:
    """`is_loss`: its value is negative."""

    x: float
    y: float
    width: float
    height: float
    is_loss: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line with its value; None where there is no step."""

    y: float
    value: int | None


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A bar for every label of the plot with that of the period before, or where it is a line a point (x, y); `slots`:
    the left end of each, and how wide one is. `labels` are those that there is room for."""

    frame: Frame
    zero: float
    ticks: tuple[Tick, ...]
    bars: tuple[Bar, ...]
    before: tuple[Bar, ...]
    slots: tuple[tuple[float, float], ...]
    points: tuple[tuple[float, float], ...]
    labels: tuple[Label, ...]
    dotted: bool


def scale(plot: Plot) -> Scale:
    """The scale with which the values use the most of the frame's height. There is nothing below zero where no value
    is, and nothing above it likewise."""
    least, most = min((0, *plot.every_value)), max((0, *plot.every_value))
    splits = ((below, steps - below) for steps in range(FEWEST, MOST + 1) for below in range(steps + 1))
    fitting = [split for split in splits if (split[0] > 0, split[1] > 0) == (least < 0, most > 0)]
    if not least and not most:
        return Scale(0, FEWEST, 0)
    below, above = max(fitting, key=lambda split: (most - least) / (_step(least, most, *split) * sum(split)))
    return Scale(below, above, _step(least, most, below, above))


def draw(plot: Plot, frame: Frame, room: float) -> Drawing:
    """The plot in a frame. `room` is the width of a label."""
    found = scale(plot)
    unit = (frame.bottom - frame.top) / (found.below + found.above)
    zero = frame.top + found.above * unit
    slot = (frame.right - frame.left) / max(len(plot.labels), 1)
    centres = [frame.left + slot * (number + 0.5) for number in range(len(plot.labels))]
    heights, earlier = (
        [value / found.step * unit if found.step else 0.0 for value in values]
        for values in (plot.values, plot.before)
    )
    is_line, wide = plot.form is Form.LINE, _bar_width(frame, slot, len(plot.before) > 0)
    of_before, gap = (wide * OF_BEFORE, wide * BETWEEN) if plot.before else (0.0, 0.0)
    own = wide - of_before - gap
    return Drawing(
        frame,
        zero,
        tuple(_ticks(found, zero, unit)),
        () if is_line else tuple(_bars([one + wide / 2 - own / 2 for one in centres], heights, zero, own)),
        tuple(_bars([one - wide / 2 + of_before / 2 for one in centres], earlier, zero, of_before))
        if plot.before
        else (),
        tuple((frame.left + slot * number, slot) for number in range(len(plot.labels))),
        tuple((centre, zero - height) for centre, height in zip(centres, heights, strict=True))
        if is_line
        else (),
        tuple(_labels(plot, centres, every=max(1, ceil(room / slot)))),
        len(plot.labels) <= DOTTED,
    )


def _step(least: int, most: int, below: int, above: int) -> int:
    return _round_up(max(-(least // below) if below else 0, -(-most // above) if above else 0))


def _round_up(needed: int) -> int:
    # the lowest of 1, 2, 5, 10, 20, 50 … that is high enough
    if needed == 0:
        return 0
    return next(step for power in count() for step in _one_two_five(power) if step >= needed)


def _one_two_five(power: int) -> tuple[int, int, int]:
    return 10**power, 2 * 10**power, 5 * 10**power


def _bar_width(frame: Frame, slot: float, is_pair: bool) -> float:
    """The width of a bar, or of a pair."""
    return min(slot * BAR_OF_SLOT, (frame.right - frame.left) * WIDEST_BAR * (1 + is_pair))


def _bars(centres: list[float], heights: list[float], zero: float, width: float) -> Iterator[Bar]:
    for centre, height in zip(centres, heights, strict=False):
        yield Bar(centre - width / 2, zero - max(height, 0.0), width, abs(height), height < 0)


def _ticks(found: Scale, zero: float, unit: float) -> Iterator[Tick]:
    for multiple in found.multiples():
        value = found.step * multiple if found.step or not multiple else None
        yield Tick(zero - multiple * unit, value)


def _labels(plot: Plot, centres: list[float], every: int) -> Iterator[Label]:
    for label, centre in list(zip(plot.labels, centres, strict=True))[::every]:
        text = str(label)
        yield Label(centre, text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")
