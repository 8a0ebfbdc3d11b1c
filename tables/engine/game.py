"""A table's state with the reglamento that it is played by: what every question about the game is asked of."""

from dataclasses import dataclass

from tables.engine.command import LARGEST
from tables.engine.state import Bank, State
from tables.rules.reglamento import Reglamento


@dataclass(frozen=True, slots=True)
class Bounds:
    """The amounts, or counts of cards and riffles, that a field of a command may have now: the multiples of `step` from
    `minimum` to `maximum`. There is at least one."""

    minimum: int
    maximum: int
    step: int = 1


def bounds(least: int, most: int, step: int = 1) -> Bounds | None:
    """The multiples of `step` from `least` to `most`; None where there is none."""
    first, last = -(-least // step) * step, most // step * step
    return Bounds(first, last, step) if first <= last else None


class Game:
    """Read-only. `role`: of who asks, or gives a command."""

    def __init__(self, state: State, rules: Reglamento | None, role: str) -> None:
        self.state = state
        self.role = role
        self._rules = rules

    @property
    def rules(self) -> Reglamento:
        """The reglamento of the open table, or of the one about to be opened; not asked for at a closed one."""
        if self._rules is None:
            raise AssertionError("no reglamento at a closed table")
        return self._rules

    @property
    def bank(self) -> Bank:
        """The bank on the table; only asked for where there is one."""
        if self.state.bank is None:
            raise AssertionError("no bank on the table")
        return self.state.bank

    def setting(self, name: str) -> int:
        """A setting that is a whole number. Raises KeyError for one that this reglamento does not have."""
        return int(self.state.settings[name])

    @property
    def bank_maximum(self) -> int:
        """How large a bank may be: the maximum, unless the house authorises an unlimited one."""
        return LARGEST if self.state.settings.get("unlimited_bank") else self.state.limits.maximum

    @property
    def bank_bounds(self) -> Bounds | None:
        """What a new bank may be."""
        limits = self.state.limits
        return bounds(limits.minimum, self.bank_maximum, limits.chip)
