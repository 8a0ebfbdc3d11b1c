"""Where the parts of a plot lie, in numbers; the page and the PDF draw them. y grows downward.

Bars and line have their own steps, but share the zero line and the grid lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil

from tables.reports.report import Plot

FEWEST, MOST = 4, 6  # steps between the lowest and the highest grid line
BAR_OF_SLOT, WIDEST_BAR = 0.7, 1 / 12  # a bar's width: share of its slot; at most this share of the frame
LONGEST = 16  # letters of a label
DOTTED = 60  # the most points that are drawn with dots


@dataclass(frozen=True, slots=True)
class Scale:
    """How many grid lines lie `below` and `above` zero, and the step of each series; it is 0 for a series of zeros."""

    below: int
    above: int
    bars: int
    line: int

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
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line with its value on each scale; None for a series without steps."""

    y: float
    bars: int | None
    line: int | None


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A bar and a point (x, y) for every label of the plot; `labels` are those that there is room for."""

    frame: Frame
    zero: float
    ticks: tuple[Tick, ...]
    bars: tuple[Bar, ...]
    points: tuple[tuple[float, float], ...]
    labels: tuple[Label, ...]
    dotted: bool


def scale(plot: Plot) -> Scale:
    """The scale with which bars and line together use the most of the frame's height."""
    splits = ((below, steps - below) for steps in range(FEWEST, MOST + 1) for below in range(steps + 1))
    fitting = [split for split in splits if _fits(plot.bars, *split) and _fits(plot.line, *split)]
    below, above = max(fitting, key=lambda split: _used(plot.bars, *split) * _used(plot.line, *split))
    return Scale(below, above, _step(plot.bars, below, above), _step(plot.line, below, above))


def draw(plot: Plot, frame: Frame, room: float) -> Drawing:
    """The plot in a frame. `room` is the width of a label."""
    found = scale(plot)
    unit = (frame.bottom - frame.top) / (found.below + found.above)
    zero = frame.top + found.above * unit
    slot = (frame.right - frame.left) / max(len(plot.labels), 1)
    centres = [frame.left + slot * (number + 0.5) for number in range(len(plot.labels))]
    heights = [_part(value, found.bars) * unit for value in plot.bars]
    line = [zero - _part(value, found.line) * unit for value in plot.line]
    return Drawing(
        frame,
        zero,
        tuple(_ticks(found, zero, unit)),
        tuple(_bars(centres, heights, zero, _bar_width(frame, slot))),
        tuple(zip(centres, line, strict=True)),
        tuple(_labels(plot, centres, every=max(1, ceil(room / slot)))),
        not plot.joined or len(plot.labels) <= DOTTED,
    )


def _fits(values: tuple[int, ...], below: int, above: int) -> bool:
    least, most = _reach(values)
    return (below > 0 or least == 0) and (above > 0 or most == 0)


def _used(values: tuple[int, ...], below: int, above: int) -> float:
    least, most = _reach(values)
    step = _step(values, below, above)
    return (most - least) / (step * (below + above)) if step else 1.0


def _step(values: tuple[int, ...], below: int, above: int) -> int:
    least, most = _reach(values)
    return _round_up(max(-(least // below) if below else 0, -(-most // above) if above else 0))


def _reach(values: tuple[int, ...]) -> tuple[int, int]:
    return min((0, *values)), max((0, *values))


def _round_up(needed: int) -> int:
    # the lowest of 1, 2, 5, 10, 20, 50 … that is high enough
    if needed == 0:
        return 0
    return next(step for power in count() for step in _one_two_five(power) if step >= needed)


def _one_two_five(power: int) -> tuple[int, int, int]:
    return 10**power, 2 * 10**power, 5 * 10**power


def _part(value: int, step: int) -> float:
    return value / step if step else 0.0


def _bar_width(frame: Frame, slot: float) -> float:
    return min(slot * BAR_OF_SLOT, (frame.right - frame.left) * WIDEST_BAR)


def _bars(centres: list[float], heights: list[float], zero: float, width: float) -> Iterator[Bar]:
    for centre, height in zip(centres, heights, strict=True):
        yield Bar(centre - width / 2, zero - max(height, 0.0), width, abs(height))


def _ticks(found: Scale, zero: float, unit: float) -> Iterator[Tick]:
    for multiple in found.multiples():
        bars, line = (step * multiple if step or not multiple else None for step in (found.bars, found.line))
        yield Tick(zero - multiple * unit, bars, line)


def _labels(plot: Plot, centres: list[float], every: int) -> Iterator[Label]:
    for text, centre in list(zip(plot.labels, centres, strict=True))[::every]:
        yield Label(centre, text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")
