"""Rounds in turn, medians, and the rows that come of them."""

import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

Rounds = dict[str, list[float]]  # contender → its figure of each round
PRODUCT = "product"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a row must reach. `against`: the contender to compare with; without one the figure itself is meant.

    `bound` is the least, or with `at_most` the largest: of the figure, or of its ratio to the other's.
    """

    bound: float
    against: str | None = None
    at_most: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the result. `key` is stable; `rounds`: every contender's figures, the product's among them, in `unit`.

    A row that was not measured has no rounds, and its `note` says why.
    """

    key: str
    work: str
    unit: str = ""
    rounds: Mapping[str, list[float]] = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()
    note: str = ""

    def median(self, contender: str = PRODUCT) -> float:
        """The median of a contender's rounds."""
        return statistics.median(self.rounds[contender])

    def ratio(self, other: str) -> float:
        """The product's figure divided by another contender's: the median over the rounds, in which both took turns."""
        pairs = zip(self.rounds[PRODUCT], self.rounds[other], strict=True)
        return statistics.median(mine / its for mine, its in pairs)

    def reached(self, asked: Asked) -> float | None:
        """What is compared with the bound; None if the other contender was not measured."""
        if asked.against is None:
            return self.median() if self.rounds else None
        return self.ratio(asked.against) if asked.against in self.rounds else None

    def holds(self, asked: Asked) -> bool | None:
        """Whether the bound is kept; None if nothing was measured."""
        reached = self.reached(asked)
        if reached is None:
            return None
        return reached <= asked.bound if asked.at_most else reached >= asked.bound


def in_turn(contenders: Mapping[str, Callable[[], float]], rounds: int) -> Rounds:
    """The figures of several rounds, in each of which every contender has its turn."""
    found: Rounds = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, measure in contenders.items():
            found[name].append(measure())
    return found


async def in_turn_live(contenders: Mapping[str, Callable[[], Awaitable[float]]], rounds: int) -> Rounds:
    """The same as `in_turn`, of what is awaited."""
    found: Rounds = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, measure in contenders.items():
            found[name].append(await measure())
    return found


def timed(act: Callable[[], object]) -> float:
    """The seconds that `act` takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def processor_time(act: Callable[[], object]) -> float:
    """The seconds of this process's processor time that `act` takes: for work that waits for nothing, steadier than
    the clock on a busy machine."""
    start = time.process_time()
    act()
    return time.process_time() - start


def rate(act: Callable[[], object], seconds: float) -> float:
    """How often a second `act` can be done, tried for so many seconds."""
    done, start = 0, time.perf_counter()
    end = start + seconds
    while (now := time.perf_counter()) < end:
        act()
        done += 1
    return done / (now - start)


def quantile(values: list[float], part: float) -> float:
    """The value below which this part of them lies, such as 0.99."""
    ordered = sorted(values)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)]


def at_least(bound: float, against: str | None = None) -> Asked:
    """The figure, or its ratio to another's, must reach this."""
    return Asked(bound, against)


def at_most(bound: float, against: str | None = None) -> Asked:
    """The figure, or its ratio to another's, must not exceed this."""
    return Asked(bound, against, at_most=True)
