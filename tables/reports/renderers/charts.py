"""Where the parts of the small charts of a page lie, in the units of their SVG: courses, bars from zero, heat maps. y
grows downward.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

Values = Sequence[float | None]

SPARK = (88.0, 30.0)  # width and height
EDGE = 3.0  # room for the last point
RAMP = (0.2, 0.35, 0.5, 0.65, 0.8)  # from which share on a cell has the next of six colours
DARK = 4  # the colours from this on are read with dark letters
FEWEST_TICKS = 3


@dataclass(frozen=True, slots=True)
class Spark:
    """A course in a row: `line` and `area` as an SVG has their points; `x`, `y`: its last point."""

    line: str
    area: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from the zero line. `end`: where its figure is written; `is_loss`: it goes to the left."""

    x: float
    y: float
    width: float
    end: float
    is_loss: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line with its value."""

    at: float
    value: float


@dataclass(frozen=True, slots=True)
class Lines:
    """Several courses over one axis. `paths`: of each the runs of points without a gap, as an SVG has them; `lone`: of
    each the points with a gap on both sides, of which no line is seen; `last`: the last point of the first, if it has
    one; `places`: x of each step."""

    paths: tuple[tuple[str, ...], ...]
    lone: tuple[tuple[tuple[float, float], ...], ...]
    last: tuple[float, float] | None
    ticks: tuple[Tick, ...]
    places: tuple[float, ...]
    zero: float


@dataclass(frozen=True, slots=True)
class Box:
    """The rectangle in which a chart is drawn."""

    left: float
    top: float
    right: float
    bottom: float


def spark(values: Values) -> Spark | None:
    """The course of these values; None for fewer than two. A step without a value is left out."""
    width, height = SPARK
    found = [(number, value) for number, value in enumerate(values) if value is not None]
    if len(found) < 2:
        return None
    least, most = min(value for _, value in found), max(value for _, value in found)
    span, step = (most - least) or 1, (width - 2 * EDGE) / (len(values) - 1)
    points = [
        (EDGE + number * step, height - EDGE - (value - least) / span * (height - 2 * EDGE))
        for number, value in found
    ]
    foot = f"{points[-1][0]:.1f},{height:.1f} {points[0][0]:.1f},{height:.1f}"
    return Spark(_written(points), f"{_written(points)} {foot}", *points[-1])


def bars(
    values: Sequence[int], left: float, right: float, row: float, room: float
) -> tuple[float, list[Bar]]:
    """The zero line, and a bar for each value, one row below another, between `left` and `right`. `room`: of a
    figure."""
    least, most = min((0, *values)), max((0, *values))
    begin, end = left + (room if least < 0 else 0), right - (room if most > 0 else 0)
    unit = (end - begin) / ((most - least) or 1)
    zero = begin - least * unit
    return zero, [_bar(value, zero, number * row, unit) for number, value in enumerate(values)]


def ramp(share: float) -> int:
    """The number of the colour of a cell, 0 to 5."""
    return sum(share >= least for least in RAMP)


def lines(series: Sequence[Values], box: Box, places: Sequence[float] | None = None) -> Lines:
    """The courses of these series, which have one step after another. `places`: how far each step is, 0…1; they are
    evenly apart without."""
    steps = max((len(one) for one in series), default=0)
    at = places or [number / max(steps - 1, 1) for number in range(steps)]
    xs = tuple(box.left + place * (box.right - box.left) for place in at)
    values = [value for one in series for value in one if value is not None]
    low, high, step = _scale(min(values, default=0), max(values, default=0))
    unit = (box.bottom - box.top) / (high - low)
    ticks = [low + step * number for number in range(round((high - low) / step) + 1)]

    def y(value: float) -> float:
        return box.bottom - (value - low) * unit

    runs = [_runs(one, xs, y) for one in series]
    first = runs[0] if runs else []
    return Lines(
        tuple(tuple(map(_written, found)) for found in runs),
        tuple(tuple(run[0] for run in found if len(run) == 1) for found in runs),
        first[-1][-1] if first else None,
        tuple(Tick(y(value), value) for value in ticks),
        xs,
        y(min(max(0, low), high)),
    )


def band(low: Values, high: Values, drawn: Lines, box: Box) -> str:
    """The area between two courses of the chart that has been drawn, as an SVG has its points; empty without any."""
    lowest, highest = drawn.ticks[0].value, drawn.ticks[-1].value
    unit = (box.bottom - box.top) / (highest - lowest)
    both = [
        (x, box.bottom - (least - lowest) * unit, box.bottom - (most - lowest) * unit)
        for x, least, most in zip(drawn.places, low, high, strict=False)
        if least is not None and most is not None
    ]
    upper = [(x, top) for x, _, top in both]
    return _written([*upper, *((x, bottom) for x, bottom, _ in reversed(both))])


def _runs(
    values: Values, xs: Sequence[float], y: Callable[[float], float]
) -> list[list[tuple[float, float]]]:
    found: list[list[tuple[float, float]]] = []
    is_broken = True
    for x, value in zip(xs, values, strict=False):
        if value is None:
            is_broken = True
            continue
        if is_broken:
            found.append([])
        found[-1].append((x, y(value)))
        is_broken = False
    return found


def _bar(value: int, zero: float, top: float, unit: float) -> Bar:
    width = abs(value) * unit
    is_loss = value < 0
    begin = zero - width if is_loss else zero
    return Bar(begin, top, width, begin - 6 if is_loss else zero + width + 6, is_loss)


def _scale(least: float, most: float) -> tuple[float, float, float]:
    """The lowest and the highest grid line, and the step between two."""
    if least == most:
        more = abs(least) / 2 or 1.0
        least, most = least - more, most + more
    step = next(one for one in _steps() if (most - least) / one <= 2 * FEWEST_TICKS)
    low, high = step * (least // step), step * -(-most // step)
    return low, high, step


def _steps() -> Iterator[float]:
    for power in count(-4):
        yield from (10.0**power, 2 * 10.0**power, 5 * 10.0**power)


def _written(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
