"""Exact odds by enumeration: in how many ordered deals of six cards each side wins, as integers.

Every ordered deal of six cards counts once, even though a pass may need only four or five of them. The counts therefore
add up to (52·decks)!/(52·decks − 6)!, as in published tables. Nothing is simulated, and every drawing table is
supported.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product
from math import exp
from typing import Literal

from tables.rules.drawing import STOOD_COLUMN, DrawingTable, is_natural
from tables.rules.reglamento import BankTax, Reglamento

Choice = Literal["draw", "stand"]
Pair = tuple[int, int]
VALUES = range(10)
LETTER = {"draw": "D", "stand": "S"}


@dataclass(frozen=True, slots=True)
class Play:
    """The choices of the players whom the table leaves free.

    `punto` does the same wherever it is free. The banker stands on the pairs (his total, punto's third card) in
    `stands` and draws on his other free pairs; with None he follows the table's advice.
    """

    punto: Choice = "draw"
    stands: frozenset[Pair] | None = None


BY_THE_TABLE = Play()


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of ordered deals of six cards that lead to each result."""

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
    """The prospects of one unit staked on `chance`. `expected` is after deductions, negative if the house gains."""

    chance: str
    wins: Fraction
    loses: Fraction
    expected: Fraction


def counts(rules: Reglamento, decks: int, play: Play = BY_THE_TABLE) -> Counts:
    """The counts for a shoe of `decks` decks under the reglamento's drawing table."""
    return _counted(decks, *_settled(rules.drawing, play))


def plays(rules: Reglamento, decks: int) -> Iterator[Play]:
    """The plays to compare: each choice of punto, with the banker as the table advises and with the banker's best
    answer if that differs."""
    choices: tuple[Choice, ...] = ("draw", "stand") if "W" in rules.drawing.punto else ("draw",)
    for choice in choices:
        advised, best = Play(choice, advice(rules.drawing)), Play(choice, best_answer(rules, decks, choice))
        yield advised
        if best != advised:
            yield best


def advice(table: DrawingTable) -> frozenset[Pair]:
    """The free pairs on which the table advises the banker to stand."""
    return frozenset(pair for pair in table.free if table.banca_move(*pair) == "stand")


def best_answer(rules: Reglamento, decks: int, punto: Choice) -> frozenset[Pair]:
    """The free pairs on which the banker does best to stand, if he knows what `punto` does where it is free."""
    free = sorted(rules.drawing.free)
    sets = chain.from_iterable(combinations(free, size) for size in range(len(free) + 1))
    return max(map(frozenset, sets), key=lambda stands: _to_the_bank(rules, decks, Play(punto, stands)))


def prospects(rules: Reglamento, found: Counts) -> tuple[Prospect, ...]:
    """The prospects of each chance after its deductions, and of the holder's bank where a player banks.

    `large_bank` is a bank opened with more than half the maximum, listed where that changes its tax.
    """
    chances = [chance for chance in rules.chances if chance != "tie" or rules.settings["tie_bet"]]
    banks = ["bank"] if rules.bank_tax else []
    large = ["large_bank"] if rules.bank_tax and rules.bank_tax.by_parity else []
    return tuple(_prospect(rules, found, chance) for chance in [*chances, *banks, *large])


def gains(rules: Reglamento, decks: int) -> Iterator[tuple[Play, Prospect]]:
    """The bets and banks on which the house loses in the long run, and by which play; a tie bet that a table may offer,
    too. None where a player's bank covers the bets: there one player wins what the other loses."""
    for play in plays(rules, decks) if rules.bets_against_the_house else ():
        found = counts(rules, decks, play)
        for chance in dict.fromkeys((*rules.chances, *(line.chance for line in prospects(rules, found)))):
            line = _prospect(rules, found, chance)
            if line.expected > 0:
                yield play, line


def house_edges(rules: Reglamento, found: Counts) -> dict[str, Fraction]:
    """What the house expects to gain per unit staked on each chance, and per unit of a player's bank (`bank`).

    Where a bank covers the bets, the house only gains the deduction from what the banker wins.
    """
    if rules.bets_against_the_house:
        staked = [*rules.chances, "bank"] if rules.bank_tax else rules.chances
        return {chance: -_prospect(rules, found, chance).expected for chance in staked}
    rate = rules.bank_tax.rate if rules.bank_tax else Fraction(0)
    return {"punto": rate * found.chance_of("banca"), "bank": Fraction(0)}


def fair_commission(found: Counts) -> Fraction:
    """The commission on banca's wins that leaves neither side an edge: (B − P) / B."""
    return Fraction(found.banca - found.punto, found.banca)


def taxed_share(tax: BankTax, found: Counts, *, large_opening: bool = False) -> Fraction:
    """The share of wins that are taxed, over banks played to their first loss (argentina art. 29).

    Let q be the probability that a decided pass is banca's. Win number n happens with probability q^n, so the even ones
    are q/(1+q) of all wins and the odd ones 1/(1+q). Every win has the same weight, whatever the size of the bank.
    """
    if not tax.by_parity:
        return Fraction(1)
    q = Fraction(found.banca, found.banca + found.punto)
    return 1 / (1 + q) if large_opening else q / (1 + q)


def likelihood(found: Counts, practice: Mapping[str, int]) -> float | None:
    """The probability of a difference between practice and theory at least this large, 0…1; None without passes.

    `practice`: passes by result. This is Pearson's chi-square test with three classes and so two degrees of freedom,
    for which the upper tail is exactly exp(−χ²/2). It is a good approximation from some sixty passes on, when five ties
    are expected.
    """
    passes = sum(practice.values())
    if not passes:
        return None
    square = Fraction(0)
    for result in ("punto", "banca", "tie"):
        expected = found.chance_of(result) * passes
        square += (practice.get(result, 0) - expected) ** 2 / expected
    return exp(-square / 2)


def _prospect(rules: Reglamento, found: Counts, chance: str) -> Prospect:
    side = "banca" if chance in ("bank", "large_bank") else chance
    wins = found.chance_of(side)
    against = {"punto": ("banca",), "banca": ("punto",), "tie": ("punto", "banca")}[side]
    loses = sum((found.chance_of(other) for other in against), Fraction(0))
    return Prospect(chance, wins, loses, wins * _paid(rules, found, chance) - loses)


def _paid(rules: Reglamento, found: Counts, chance: str) -> Fraction:
    """What a win of one unit brings after its deduction."""
    if chance == "tie":
        return Fraction(rules.tie_payout)
    if chance == "punto":
        return Fraction(1)
    if chance == "banca" or rules.bank_tax is None:
        return 1 - rules.banca_rate
    taxed = taxed_share(rules.bank_tax, found, large_opening=chance == "large_bank")
    return 1 - rules.bank_tax.rate * taxed


def _to_the_bank(rules: Reglamento, decks: int, play: Play) -> Fraction:
    return _prospect(rules, counts(rules, decks, play), "bank").expected


def _settled(table: DrawingTable, play: Play) -> tuple[str, tuple[str, ...]]:
    """The table's rows with every free choice filled in: punto's ten moves, and banca's eleven by total, all D or S."""
    stands = advice(table) if play.stands is None else play.stands
    rows = [list(table.banca[total]) for total in VALUES]
    for total, third in table.free:
        rows[total][third] = "S" if (total, third) in stands else "D"
    return table.punto.replace("W", LETTER[play.punto]), tuple("".join(row) for row in rows)


@lru_cache(maxsize=64)
def _counted(decks: int, punto: str, banca: tuple[str, ...]) -> Counts:
    return _Enumeration(decks, punto, banca).run()


class _Enumeration:
    """Enumerates all hands by card values. Tens and figures are one value with four times the cards."""

    def __init__(self, decks: int, punto: str, banca: tuple[str, ...]) -> None:
        self._punto, self._banca = punto, banca
        self._left = [16 * decks if value == 0 else 4 * decks for value in VALUES]
        self._cards = 52 * decks
        self._found = {"punto": 0, "banca": 0, "tie": 0}

    def run(self) -> Counts:
        """The counts of all deals."""
        for punto, weight in self._pairs():
            for banca, more in self._pairs():
                self._two_each(sum(punto) % 10, sum(banca) % 10, weight * more)
                self._put_back(banca)
            self._put_back(punto)
        return Counts(**self._found)

    def _pairs(self) -> Iterator[tuple[Pair, int]]:
        """Every unordered pair still in the shoe with its number of ordered draws. The pair is out of the shoe while
        the caller handles it, and the caller puts it back."""
        left = self._left
        for first, second in product(VALUES, VALUES):
            if first > second:
                continue
            ways = left[first] * (left[second] - (first == second)) * (1 if first == second else 2)
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
        elif self._punto[punto] == "D":
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
        # `weight` already counts one of the last two cards: punto's third, or one that nobody takes. The other one is
        # banca's third, or is not taken either.
        if self._banca[banca][STOOD_COLUMN if third is None else third] == "S":
            self._add(punto, banca, weight * sum(left))
            return
        for value in VALUES:
            self._add(punto, (banca + value) % 10, weight * left[value])

    def _add(self, punto: int, banca: int, ways: int) -> None:
        result = "tie" if punto == banca else "punto" if punto > banca else "banca"
        self._found[result] += ways
