"""Examples of a hypothesis strategy as a stream, instead of a test that stops at the first."""

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

BATCH = 25


def each(strategy: SearchStrategy[Any], first: int, try_it: Callable[[Any], Any]) -> Iterator[Any]:
    """What `try_it` makes of example after example, without end. Nothing is shrunk, nothing is stored."""
    while True:
        found: list[Any] = []

        @seed(first)
        @settings(
            max_examples=BATCH,
            phases=[Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def batch(example: Any) -> None:
            found.append(try_it(example))  # noqa: B023 # called within this turn of the loop

        batch()
        yield from found
        first += 1
