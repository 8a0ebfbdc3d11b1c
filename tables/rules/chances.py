"""Chances: what players may bet on, as data.

A chance is an ordered list of lines. The first line whose conditions all hold decides what its bets win or that they
stay; if none holds, they lose. Conditions are a closed set: each asks one thing of how a pass ended.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from tables.rules.cards import rank_of, suit_of, total_of
from tables.rules.drawing import is_natural

Value = str | int
Pair = Literal["", "pair", "perfect"]  # a perfect pair is one of the same rank and suit


class Outcome(NamedTuple):
    """How a pass ended, as far as a chance may ask. `punto_pair`, `banca_pair`: of the first two cards of each hand."""

    winner: str
    punto_total: int
    banca_total: int
    punto_cards: int
    banca_cards: int
    punto_pair: Pair = ""
    banca_pair: Pair = ""

    @property
    def naturals(self) -> tuple[bool, bool]:
        """Whether punto, and whether banca, has eight or nine on two cards."""
        return (
            self.punto_cards == 2 and is_natural(self.punto_total),
            self.banca_cards == 2 and is_natural(self.banca_total),
        )


def outcome_of(winner: str, punto: Sequence[str], banca: Sequence[str]) -> Outcome:
    """The outcome of a pass with these cards. A hand of which a suit is not known has no perfect pair."""
    return Outcome(
        winner,
        total_of(punto),
        total_of(banca),
        len(punto),
        len(banca),
        pair_of(punto),
        pair_of(banca),
    )


def pair_of(hand: Sequence[str]) -> Pair:
    """Whether the first two cards are a pair: two of one rank (10, J, Q and K are four ranks)."""
    if len(hand) < 2 or rank_of(hand[0]) != rank_of(hand[1]):
        return ""
    return "perfect" if suit_of(hand[0]) and suit_of(hand[0]) == suit_of(hand[1]) else "pair"


# Which of the words hold, by whether punto has it and whether banca has it
_SIDES: Mapping[tuple[bool, bool], frozenset[Value]] = {
    (False, False): frozenset(("neither",)),
    (True, False): frozenset(("punto", "either")),
    (False, True): frozenset(("banca", "either")),
    (True, True): frozenset(("punto", "banca", "either", "both")),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that a line may ask. `values`: those that it may be compared with; `several`: a line may list more than
    one. `found`: the values that hold for an outcome."""

    values: tuple[Value, ...]
    found: Callable[[Outcome], frozenset[Value]]
    several: bool = True


def _one(read: Callable[[Outcome], Value]) -> Callable[[Outcome], frozenset[Value]]:
    return lambda outcome: frozenset((read(outcome),))


TOTALS = tuple(range(10))
SIDES = ("punto", "banca", "either", "both", "neither")

CONDITIONS: Mapping[str, Condition] = {
    "winner": Condition(("punto", "banca", "tie"), _one(lambda o: o.winner)),
    "margin": Condition(TOTALS, _one(lambda o: abs(o.punto_total - o.banca_total))),
    "punto_total": Condition(TOTALS, _one(lambda o: o.punto_total)),
    "banca_total": Condition(TOTALS, _one(lambda o: o.banca_total)),
    "punto_cards": Condition((2, 3), _one(lambda o: o.punto_cards), several=False),
    "banca_cards": Condition((2, 3), _one(lambda o: o.banca_cards), several=False),
    "cards": Condition((4, 5, 6), _one(lambda o: o.punto_cards + o.banca_cards)),
    "natural": Condition(SIDES, lambda o: _SIDES[o.naturals], several=False),
    "pair": Condition(SIDES, lambda o: _SIDES[bool(o.punto_pair), bool(o.banca_pair)], several=False),
    "perfect_pair": Condition(
        SIDES,
        lambda o: _SIDES[o.punto_pair == "perfect", o.banca_pair == "perfect"],
        several=False,
    ),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a chance. `conditions`: name and accepted values, all of which must hold. `to_one`: what a staked
    unit wins; None if the stake stays. `commission`: the share of such a win; None for the chance's own."""

    conditions: tuple[tuple[str, frozenset[Value]], ...]
    to_one: Fraction | None
    commission: Fraction | None = None

    def holds(self, outcome: Outcome) -> bool:
        """Whether all conditions hold."""
        return not any(
            accepted.isdisjoint(CONDITIONS[name].found(outcome)) for name, accepted in self.conditions
        )


@dataclass(frozen=True)
class Chance:
    """What can be bet on.

    `names`: by language. `sign`: for narrow places. `minimum`, `maximum`: shares of the table's. `until_pass`: the last
    pass of a shoe in which it may be bet; None for all. `main`: one of the two sides, which share a person's one
    maximum; what their wins owe may be collected at the end of the shoe. `maximum_setting`: the setting of the table
    that says the share instead of `maximum`; 0 there: not offered. `own_lines`: the house's file has a block for it.
    """

    slug: str
    pays: tuple[Line, ...]
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    sign: str = ""
    commission: Fraction = Fraction(0)
    minimum: Fraction = Fraction(1)
    maximum: Fraction = Fraction(1)
    until_pass: int | None = None
    main: bool = False
    maximum_setting: str = ""
    own_lines: bool = False

    @property
    def needs_suits(self) -> bool:
        """Whether a line asks for the suits of the first two cards."""
        return any(name == "perfect_pair" for line in self.pays for name, _ in line.conditions)

    def decided_by(self, outcome: Outcome) -> int | None:
        """The number (from 1) of the line that decides; None if the bets lose."""
        return next((number for number, line in enumerate(self.pays, 1) if line.holds(outcome)), None)

    def commission_of(self, line: Line) -> Fraction:
        """The share of a win by `line` that the house keeps."""
        return self.commission if line.commission is None else line.commission


def paytable(chance: Chance) -> list[dict[str, Any]]:
    """The lines as a reglamento's file writes them, each with the commission that it pays."""
    return [_written(chance, line) for line in chance.pays]


def _written(chance: Chance, line: Line) -> dict[str, Any]:
    asked = {name: sorted(values, key=CONDITIONS[name].values.index) for name, values in line.conditions}
    written: dict[str, Any] = {name: found[0] if len(found) == 1 else found for name, found in asked.items()}
    if line.to_one is None:
        return written | {"push": True}
    to_one, rate = line.to_one, chance.commission_of(line)
    paid = {"to_one": to_one.numerator if to_one.denominator == 1 else str(to_one)}
    return written | paid | ({"commission": str(rate)} if rate else {})


def line(*, to_one: int | None = None, **asked: Value) -> Line:
    """A line with one accepted value for each condition; without `to_one` the stake stays."""
    conditions = tuple((name, frozenset((value,))) for name, value in asked.items())
    return Line(conditions, None if to_one is None else Fraction(to_one))


_STAYS_ON_A_TIE = line(winner="tie")
PUNTO = Chance("punto", (line(winner="punto", to_one=1), _STAYS_ON_A_TIE), main=True)
TIE = Chance("tie", (line(winner="tie", to_one=8),), maximum_setting="tie_bet")


def banca(commission: Fraction) -> Chance:
    """A bet on banca, which pays even less the commission."""
    lines = (line(winner="banca", to_one=1), _STAYS_ON_A_TIE)
    return Chance("banca", lines, commission=commission, main=True)
