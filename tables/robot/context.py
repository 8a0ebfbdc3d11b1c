"""Grounds on which the robot decides: the snapshot, the behaviour of the people at the table, and chance."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from casino.common.json_input import Json

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


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The numbers of people who sit and stand, and the probabilities of what they do.

    `moves`: before a pass, somebody comes, goes or changes seat. `bets`: a person bets. `repeats`: all repeat their
    bets. `opens`: whoever is offered the bank takes it. `outbids`: a bid is followed by another. `takes`: whoever is
    offered a suite takes it. `rare_acts`: each of the rarer acts around a bank, before each pass. `declines`: the cut
    or punto's cards are declined.
    """

    min_seated: int = 5
    max_seated: int = 9
    max_standing: int = 3
    moves: float = 0.2
    bets: float = 0.75
    repeats: float = 0.25
    opens: float = 0.7
    outbids: float = 0.75
    takes: float = 0.4
    rare_acts: float = 0.1
    declines: float = 0.04


LIVELY = Behaviour()
WITHOUT_JEFE = Behaviour(takes=1.0)  # nobody is there who would take a suite for the house

# id → shown name: far more than ever sit at one table
PLAYERS = {
    "ana": "Ana",
    "bea": "Bea",
    "carlos": "Carlos",
    "dora": "Dora",
    "emilio": "Emilio",
    "fatima": "Fátima",
    "gino": "Gino",
    "hilda": "Hilda",
    "inaki": "Iñaki",
    "jana": "Jana",
    "karl": "Karl",
    "lucia": "Lucía",
    "marko": "Marko",
    "nelida": "Nélida",
    "oscar": "Óscar",
    "pia": "Pía",
    "quique": "Quique",
    "rosa": "Rosa",
    "simon": "Simón",
    "tina": "Tina",
    "ulises": "Ulises",
    "vera": "Vera",
    "walter": "Walter",
    "ximena": "Ximena",
}


@dataclass(frozen=True, slots=True)
class Context:
    """One moment at the table. The properties are read from the snapshot."""

    snapshot: Json
    random: Randomness
    behaviour: Behaviour

    def can(self, command: str) -> bool:
        """Whether the table would accept this command now."""
        return command in self.snapshot["actions"]

    def bounds(self, command: str, field: str) -> Json | None:
        """The bounds of a field of a command that is possible now: minimum, maximum and step. None if it has none."""
        found: Json | None = self.snapshot["bounds"].get(command, {}).get(field)
        return found

    def happens(self, chance: float) -> bool:
        """True with this probability."""
        return self.random.happens(chance)

    @property
    def minimum(self) -> int:
        """The table's minimum."""
        return int(self.snapshot["limits"]["minimum"])

    @property
    def maximum(self) -> int:
        """The table's maximum."""
        return int(self.snapshot["limits"]["maximum"])

    @property
    def chip(self) -> int:
        """The table's chip."""
        return int(self.snapshot["limits"]["chip"])

    @property
    def seated(self) -> list[str]:
        """The players who sit, from seat 1 on."""
        return [player for player in self.snapshot["seats"].values() if player]

    @property
    def standing(self) -> list[str]:
        """The players who stand at the table."""
        return list(self.snapshot["standing"])

    @property
    def holder(self) -> str | None:
        """The holder of the bank."""
        return self.snapshot["bank"]["holder"] if self.snapshot["bank"] else None

    @property
    def bankers(self) -> tuple[str | None, ...]:
        """Players who do not bet against a bank that covers the bets: its holder and his associate."""
        return self.holder, (self.snapshot["bank"] or {}).get("associate")

    @property
    def bets(self) -> list[Json]:
        """The bets on the table."""
        return list(self.snapshot["pass"]["bets"])

    @property
    def covers(self) -> bool:
        """Whether the bets are covered by the banker's stake."""
        return "covered" in self.snapshot["pass"]


Move = Callable[[Context], Json | None]
