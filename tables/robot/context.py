"""What the robot decides on: the snapshot, the behaviour of the people at the table, and chance."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tables.robot.behaviour import Behaviour
from tables.robot.randomness import Randomness

Json = dict[str, Any]


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
        """What a field of a command that is possible now may be: minimum, maximum and step. None if it has none."""
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
        """Who sits, from seat 1 on."""
        return [player for player in self.snapshot["seats"].values() if player]

    @property
    def standing(self) -> list[str]:
        """Who stands at the table."""
        return list(self.snapshot["standing"])

    @property
    def holder(self) -> str | None:
        """Who holds the bank."""
        return self.snapshot["bank"]["holder"] if self.snapshot["bank"] else None

    @property
    def bankers(self) -> tuple[str | None, ...]:
        """Who does not play against a bank that covers the bets: its holder and his associate."""
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
