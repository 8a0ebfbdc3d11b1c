"""A table's state together with its reglamento. Questions about the game are asked of this pair."""

from dataclasses import dataclass

from tables.engine.command import LARGEST
from tables.engine.state import Bank, Shoe, State
from tables.rules.reglamento import Reglamento


@dataclass(frozen=True, slots=True)
class Bounds:
    """The values that a field of a command may have now: the multiples of `step` from `minimum` to `maximum`.

    The values are amounts, or counts of cards or riffles. There is always at least one.
    """

    minimum: int
    maximum: int
    step: int = 1


def bounds(least: int, most: int, step: int = 1) -> Bounds | None:
    """The multiples of `step` from `least` to `most`; None if there are none."""
    first, last = -(-least // step) * step, most // step * step
    return Bounds(first, last, step) if first <= last else None


class Game:
    """A read-only view of a table. `role` is the role of the viewer or of the sender of a command.

    `rules`: the reglamento of the open table, or of the one being opened. A closed table has no such attribute.
    """

    rules: Reglamento

    def __init__(self, state: State, rules: Reglamento | None, role: str) -> None:
        self.state = state
        self.role = role
        if rules is not None:
            self.rules = rules

    @property
    def bank(self) -> Bank:
        """The bank on the table. Raises AssertionError if there is none."""
        if self.state.bank is None:
            raise AssertionError("no bank on the table")
        return self.state.bank

    @property
    def shoe(self) -> Shoe:
        """The shoe on the table. Raises AssertionError if there is none."""
        if self.state.shoe is None:
            raise AssertionError("no shoe on the table")
        return self.state.shoe

    def setting(self, name: str) -> int:
        """A setting that is a whole number. Raises KeyError if this reglamento does not have it."""
        return int(self.state.settings[name])

    @property
    def bank_maximum(self) -> int:
        """The largest bank: the table's maximum, unless the house allows an unlimited bank."""
        return LARGEST if self.state.settings.get("unlimited_bank") else self.state.limits.maximum

    @property
    def bank_bounds(self) -> Bounds | None:
        """The bounds of a new bank."""
        limits = self.state.limits
        return bounds(limits.minimum, self.bank_maximum, limits.chip)
