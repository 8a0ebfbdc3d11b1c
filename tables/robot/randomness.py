"""Random choices from one seed."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
BETS = (1, 1, 1, 2, 2, 3, 5, 10)  # times the least
BANKS = (2, 3, 5, 5, 10, 10, 20, 60)


class Randomness:
    """The same seed and the same calls give the same results."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - no secret depends on it

    def happens(self, chance: float) -> bool:
        """True with this probability, from 0 to 1."""
        return self._random.random() < chance

    def choice(self, choices: Sequence[T]) -> T:
        """One of `choices`, of which there is at least one."""
        return self._random.choice(choices)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in random order."""
        return self._random.sample(things, len(things))

    def whole_number(self, least: int, most: int) -> int:
        """From `least` to `most`, both included."""
        return self._random.randint(least, most)

    def amount(self, least: int, most: int, chip: int, steps: Sequence[int] = BETS) -> int | None:
        """A stake in whole chips from `least` to `most`, rarely a large one. None if no such stake exists."""
        low, high = -(-least // chip) * chip, most // chip * chip
        if low > high:
            return None
        wanted = low * self.choice(steps) + chip * self.choice((0, 0, 0, 1, 5))
        return min(wanted, high)
