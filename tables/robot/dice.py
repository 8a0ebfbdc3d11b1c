"""Chance, from one seed."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
BETS = (1, 1, 1, 2, 2, 3, 5, 10)  # times the least
BANKS = (2, 3, 5, 5, 10, 10, 20, 60)


class Dice:
    """The same seed and the same questions give the same answers."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a demo's luck, not a secret

    def happens(self, chance: float) -> bool:
        """True that often, `chance` from 0 to 1."""
        return self._random.random() < chance

    def one_of(self, choices: Sequence[T]) -> T:
        """One of some, at least one."""
        return self._random.choice(choices)

    def mixed(self, things: Sequence[T]) -> list[T]:
        """The same things in another order."""
        return self._random.sample(things, len(things))

    def between(self, least: int, most: int) -> int:
        """A number from `least` to `most`, both possible."""
        return self._random.randint(least, most)

    def amount(self, least: int, most: int, chip: int, steps: Sequence[int] = BETS) -> int | None:
        """A stake in whole chips from `least` to `most`, rarely a large one; None where there is no room."""
        low, high = -(-least // chip) * chip, most // chip * chip
        if low > high:
            return None
        wanted = low * self.one_of(steps) + chip * self.one_of((0, 0, 0, 1, 5))
        return min(wanted, high)
