"""Why the game decided as it did: the rule and the facts that it was applied to. Each chapter gives its own reasons."""

from dataclasses import dataclass
from typing import Literal

from tables.engine.game import Bounds

# How the value of a fact is written: `money`; `count`, a number, also of a seat; `share`, a Fraction; `who`, a player
# or a reserved id; `people`, several of them; `stakes`, pairs of player and amount; `cards`; `word`, one of the few
# words that have a label.
Kind = Literal["money", "count", "share", "who", "people", "stakes", "cards", "word"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a decision rests on. `name` and words have their labels in `tables.labels.reasons`."""

    name: str
    value: object
    kind: Kind = "count"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something was decided. `rule`: the engine's name of the rule, or the kind of an incident.

    `player`: whom it concerns. `article`: the one that was cited, if it is not the rule's. `to_come`: it would be
    decided so next, and has not been yet.
    """

    rule: str
    facts: tuple[Fact, ...]
    player: str | None = None
    article: str | None = None
    to_come: bool = False


def facts(*found: Fact) -> tuple[Fact, ...]:
    """Those that have a value."""
    return tuple(fact for fact in found if fact.value not in (None, "", ()))


def of_bounds(allowed: Bounds | None) -> tuple[Fact, ...]:
    """The least and the most that an amount may be now; nothing where there are no bounds."""
    if allowed is None:
        return ()
    return Fact("least", allowed.minimum, "money"), Fact("most", allowed.maximum, "money")
