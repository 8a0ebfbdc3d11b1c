"""Exact odds by enumeration: how many ordered deals of six cards each side wins, in integers.

Every ordered deal counts once, though a pass may need only four or five of its cards; so the sums of the published
numbers (52·decks)!/(52·decks − 6)! are met to the unit. Nothing is simulated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import exp
from typing import Literal

from tables.rules.drawing import DrawingTable, is_natural
from tables.rules.reglamento import BankTax, Reglamento

Choice = Literal["draw", "stand"]
VALUES = range(10)
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Counts:
    """Ordered deals of six cards that each result has."""

    punto: int
    banca: int
    tie: int

    @property
    def total(self) -> int:
        """All ordered deals."""
        return self.punto + self.banca + self.tie

    def chance_of(self, result: str) -> Fraction:
        """The probability of `punto`, `banca` or `tie`."""
        return Fraction(getattr(self, result), self.total)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one unit on `chance` comes to: `expected` after the deductions, negative where the house gains."""

    chance: str
    wins: Fraction
    loses: Fraction
    expected: Fraction


@lru_cache(maxsize=64)
def count(
    decks: int, table: tuple[str, tuple[str, ...], frozenset[Pair]], five: Choice, banker: Choice
) -> Counts:
    """Enumerate a shoe of `decks`. `five`, `banker`: what punto and the banker do where the table leaves them free."""
    return _Enumeration(
        decks, DrawingTable(table[0], dict(enumerate(table[1])), table[2]), five, banker
    ).run()


def counts(rules: Reglamento, decks: int, five: Choice = "draw", banker: Choice = "draw") -> Counts:
    """The counts under a reglamento's own drawing table."""
    table = rules.drawing
    return count(
        decks, (table.punto, tuple(table.banca[total] for total in VALUES), table.free), five, banker
    )


def prospects(rules: Reglamento, found: Counts) -> tuple[Prospect, ...]:
    """Each chance of the reglamento with its own deductions, and the holder's bank where a player banks."""
    chances = [chance for chance in rules.chances if chance != "tie" or rules.settings["tie_bet"]]
    banks = ["bank"] if rules.bank_tax else []
    return tuple(_prospect(rules, found, chance) for chance in [*chances, *banks])


def fair_commission(found: Counts) -> Fraction:
    """The share of banca's wins that would leave neither side an edge: (B − P) / B."""
    return Fraction(found.banca - found.punto, found.banca)


def taxed_share(tax: BankTax, found: Counts, *, large_opening: bool = False) -> Fraction:
    """Of all the wins of banks played to their first loss, how many are taxed (argentina art. 29).

    With q the probability that a decided pass is banca's, win number n happens with q^n: the even ones make up
    q/(1+q) of all, the odd ones 1/(1+q).
    """
    if not tax.by_parity:
        return Fraction(1)
    q = Fraction(found.banca, found.banca + found.punto)
    return 1 / (1 + q) if large_opening else q / (1 + q)


def likelihood(found: Counts, practice: dict[str, int]) -> float | None:
    """How likely a difference from theory at least so large is: Pearson's chi-square with two degrees of freedom,
    whose tail is exactly exp(−χ²/2). `practice`: passes by result; None without any."""
    passes = sum(practice.values())
    if not passes:
        return None
    square = 0.0
    for result in ("punto", "banca", "tie"):
        expected = float(found.chance_of(result)) * passes
        square += (practice.get(result, 0) - expected) ** 2 / expected
    return exp(-square / 2)


def _prospect(rules: Reglamento, found: Counts, chance: str) -> Prospect:
    side = "banca" if chance == "bank" else chance
    wins = found.chance_of(side)
    against = {"punto": ("banca",), "banca": ("punto",), "tie": ("punto", "banca")}[side]
    loses = sum((found.chance_of(other) for other in against), Fraction(0))
    return Prospect(chance, wins, loses, wins * _paid(rules, found, chance) - loses)


def _paid(rules: Reglamento, found: Counts, chance: str) -> Fraction:
    """What a win of one unit brings after its deduction."""
    if chance == "tie":
        return Fraction(rules.tie_payout)
    if chance == "bank" and rules.bank_tax:
        return 1 - rules.bank_tax.rate * taxed_share(rules.bank_tax, found)
    return 1 - rules.banca_rate if chance == "banca" else Fraction(1)


class _Enumeration:
    """All hands by the values of their cards; tens and figures are one value with four times the cards."""

    def __init__(self, decks: int, table: DrawingTable, five: Choice, banker: Choice) -> None:
        self._table, self._five, self._banker = table, five, banker
        self._left = [16 * decks if value == 0 else 4 * decks for value in VALUES]
        self._cards = 52 * decks
        self._found = {"punto": 0, "banca": 0, "tie": 0}

    def run(self) -> Counts:
        for punto, weight in self._pairs():
            for banca, more in self._pairs():
                self._two_each(sum(punto) % 10, sum(banca) % 10, weight * more)
                self._put_back(banca)
            self._put_back(punto)
        return Counts(**self._found)

    def _pairs(self) -> Iterator[tuple[Pair, int]]:
        """Every unordered pair still in the shoe with its number of ordered draws, taken out while it is looked at."""
        left = self._left
        for first, second in product(VALUES, VALUES):
            if first > second:
                continue
            ways = left[first] * (left[second] - (first == second)) * (1 if first == second else 2)
            if ways:
                left[first] -= 1
                left[second] -= 1
                yield (first, second), ways

    def _put_back(self, pair: Pair) -> None:
        for value in pair:
            self._left[value] += 1

    def _two_each(self, punto: int, banca: int, weight: int) -> None:
        rest = self._cards - 4
        if is_natural(punto) or is_natural(banca):
            self._add(punto, banca, weight * rest * (rest - 1))
        elif self._punto_draws(punto):
            self._punto_third(punto, banca, weight)
        else:
            self._banca_third(punto, banca, None, weight * (rest - 1), self._left)

    def _punto_third(self, punto: int, banca: int, weight: int) -> None:
        for third in VALUES:
            ways = self._left[third]
            if ways:
                self._left[third] -= 1
                self._banca_third((punto + third) % 10, banca, third, weight * ways, self._left)
                self._left[third] += 1

    def _banca_third(self, punto: int, banca: int, third: int | None, weight: int, left: list[int]) -> None:
        # `weight` already counts the card of the six that nobody took; what is left is banca's, or another such card.
        if not self._banca_draws(banca, third):
            self._add(punto, banca, weight * sum(left))
            return
        for value in VALUES:
            self._add(punto, (banca + value) % 10, weight * left[value])

    def _punto_draws(self, total: int) -> bool:
        move = self._table.punto_move(total)
        return (self._five if move == "free" else move) == "draw"

    def _banca_draws(self, total: int, third: int | None) -> bool:
        if self._table.banca_is_free(total, third):
            return self._banker == "draw"
        return self._table.banca_move(total, third) == "draw"

    def _add(self, punto: int, banca: int, ways: int) -> None:
        result = "tie" if punto == banca else "punto" if punto > banca else "banca"
        self._found[result] += ways
