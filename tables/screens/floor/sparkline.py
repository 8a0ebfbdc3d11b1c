"""A small line of how a sum came about, hour by hour, as points of an SVG of 88 × 24."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

WIDTH, HEIGHT, MARGIN = 88, 24, 3
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Sparkline:
    """`points`: of a polyline; `zero`: the height of 0; `last`: where it ends, which is marked."""

    points: str
    zero: float
    last: tuple[float, float]


def sparkline(results: Mapping[datetime, int], since: datetime, until: datetime) -> Sparkline | None:
    """The running sum of the results by hour, from `since` to `until`; None of none."""
    if not results:
        return None
    hours = max(1, round((until - since) / HOUR + 0.5))
    sums = [0, *accumulate(_in_hour(results, since + place * HOUR) for place in range(hours))]
    low, high = min(sums), max(sums)
    span = (high - low) or 1

    def height(value: int) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / span, 1)

    step = (WIDTH - 2 * MARGIN) / hours
    places = [(round(MARGIN + step * place, 1), height(value)) for place, value in enumerate(sums)]
    return Sparkline(" ".join(f"{x},{y}" for x, y in places), height(0), places[-1])


def _in_hour(results: Mapping[datetime, int], begin: datetime) -> int:
    return sum(result for hour, result in results.items() if begin <= hour < begin + HOUR)
