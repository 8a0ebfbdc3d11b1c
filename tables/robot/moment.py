"""A table at one moment, as those who play at it see it: the snapshot, their habits and their luck."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tables.robot.dice import Dice
from tables.robot.habits import Habits

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """`now`: the snapshot. `opened`: who has opened a bank in this lap, and who did so last."""

    now: Json
    dice: Dice
    habits: Habits
    opened: frozenset[str] = frozenset()

    def can(self, command: str) -> bool:
        """Whether the table would take this command now."""
        return command in self.now["actions"]

    def is_lucky(self, chance: float) -> bool:
        """True that often."""
        return self.dice.happens(chance)

    @property
    def minimum(self) -> int:
        """The table's minimum."""
        return int(self.now["limits"]["minimum"])

    @property
    def maximum(self) -> int:
        """The table's maximum."""
        return int(self.now["limits"]["maximum"])

    @property
    def chip(self) -> int:
        """The table's chip."""
        return int(self.now["limits"]["chip"])

    @property
    def seated(self) -> list[str]:
        """Who sits, from seat 1 on."""
        return [player for player in self.now["seats"].values() if player]

    @property
    def standing(self) -> list[str]:
        """Who stands at the table."""
        return list(self.now["standing"])

    @property
    def holder(self) -> str | None:
        """Who holds the bank."""
        return self.now["bank"]["holder"] if self.now["bank"] else None

    @property
    def bets(self) -> list[Json]:
        """The bets on the table."""
        return list(self.now["pass"]["bets"])

    @property
    def covers(self) -> bool:
        """Whether the bets are covered by the banker's stake."""
        return "covered" in self.now["pass"]


Move = Callable[[Moment], Json | None]
