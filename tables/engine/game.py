"""A table as questions are asked of it: its state, its reglamento, and what the record knows beyond the state. And the
forms of the answers: bounds, and reasons with the facts that a rule was applied to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from tables.engine.command import LARGEST
from tables.engine.state import CROUPIER, Bank, Shoe, State
from tables.rules.reglamento import HOUSE_PAID, CardsPolicy, Reglamento, SettingValue, whole


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
        return whole(self.choice(name))

    def choice(self, name: str) -> SettingValue:
        """A setting, whatever it is. A table that was opened before there was such a setting has its reglamento's own;
        one of a reglamento without it, what is usual. Raises KeyError if nothing has it."""
        for told in (self.state.settings, self.rules.settings):
            if name in told:
                return told[name]
        return HOUSE_PAID[name]

    @property
    def settings(self) -> Mapping[str, SettingValue]:
        """All settings of the table, also those that it was not opened with."""
        return {**self.rules.settings, **self.state.settings}

    @property
    def cards_policy(self) -> CardsPolicy | None:
        """The rule of who takes punto's cards; None where the croupier turns them all."""
        return None if self.choice("cards") == CROUPIER else self.rules.cards

    @property
    def bank_maximum(self) -> int:
        """The largest bank: the table's maximum, unless the house allows an unlimited bank."""
        return LARGEST if self.state.settings.get("unlimited_bank") else self.state.limits.maximum

    @property
    def bank_bounds(self) -> Bounds | None:
        """The bounds of a new bank."""
        limits = self.state.limits
        return bounds(limits.minimum, self.bank_maximum, limits.chip)


# How the value of a fact is written: `money`; `count`, a number, also of a seat; `share`, a Fraction; `odds`, a
# Fraction to one; `who`, a player or a reserved id; `people`, several of them; `stakes`, pairs of player and amount;
# `cards`; `word`, one of the few words that have a label; `chance`, by its slug; `line`, one of a chance.
FactKind = Literal[
    "money", "count", "share", "odds", "who", "people", "stakes", "cards", "word", "chance", "line"
]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a decision rests on. `name` and words have their labels in `tables.view.labels.reasons`."""

    name: str
    value: object
    kind: FactKind = "count"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why something was decided. `rule`: the engine's name of the rule, or the kind of an incident.

    `player`: whom it concerns. `article`: the one that was cited, if it is not the rule's. `to_come`: it would be
    decided so next, and has not been yet.
    """

    rule: str
    facts: tuple[Fact, ...]
    player: str | None = None
    article: str | None = None
    to_come: bool = False


def facts(*found: Fact) -> tuple[Fact, ...]:
    """The facts that have a value."""
    return tuple(fact for fact in found if fact.value not in (None, "", ()))


def of_bounds(allowed: Bounds | None) -> tuple[Fact, ...]:
    """The least and the most that an amount may be now; nothing where there are no bounds."""
    if allowed is None:
        return ()
    return Fact("least", allowed.minimum, "money"), Fact("most", allowed.maximum, "money")


@dataclass(frozen=True, slots=True)
class Standing:
    """An accepted command that no undo has taken back.

    `before` and `version` are the table's versions before and after it; `number` is the number of its record.
    """

    number: int
    before: int
    version: int
    role: str
    command: str


class History(Protocol):
    """The part of the record that an undo needs."""

    def standing(self) -> Sequence[Standing]:
        """The commands that still stand, oldest first."""

    def state_at(self, version: int) -> State:
        """The state at a version that is the end of a command."""


class NoHistory:
    """The history of a table without records."""

    def standing(self) -> Sequence[Standing]:
        """An empty sequence."""
        return ()

    def state_at(self, version: int) -> State:
        """Raises LookupError: there is no earlier state."""
        raise LookupError(f"no record reaches version {version}")
