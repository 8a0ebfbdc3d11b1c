"""Exact odds by enumeration: in how many ordered deals of six cards each side wins, as integers.

Every ordered deal of six cards counts once, even though a pass may need only four or five of them. The counts therefore
add up to (52·decks)!/(52·decks − 6)!, as in published tables. Nothing is simulated, and every drawing table is
supported.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product, takewhile
from math import erfc, exp, factorial, gamma, pow, sqrt
from typing import Literal

from tables.rules.chances import Chance, Line, Outcome, Pair
from tables.rules.drawing import STOOD_COLUMN, DrawingTable, is_natural
from tables.rules.money import deduction, win
from tables.rules.pairs import pairings
from tables.rules.reglamento import BankTax, Reglamento, SettingValue

Choice = Literal["draw", "stand"]
End = tuple[int, int, int, int]  # punto's total, banca's; punto's number of cards, banca's
Pairs = tuple[Pair, Pair]
FreePair = tuple[int, int]  # banca's total, punto's third card
VALUES = range(10)
LETTER = {"draw": "D", "stand": "S"}


@dataclass(frozen=True, slots=True)
class Play:
    """The choices of the players whom the table leaves free.

    `punto` does the same wherever it is free. The banker stands on the pairs (his total, punto's third card) in
    `stands` and draws on his other free pairs; with None he follows the table's advice.
    """

    punto: Choice = "draw"
    stands: frozenset[FreePair] | None = None


BY_THE_TABLE = Play()


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of ordered deals of six cards that lead to each result, and to each outcome."""

    punto: int
    banca: int
    tie: int
    outcomes: Mapping[Outcome, int] = field(default_factory=dict, repr=False, hash=False)

    @property
    def total(self) -> int:
        """All ordered deals."""
        return self.punto + self.banca + self.tie

    def chance_of(self, result: str) -> Fraction:
        """The probability of `punto`, `banca` or `tie`."""
        return Fraction(getattr(self, result), self.total)


@dataclass(frozen=True, slots=True)
class Expectation:
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
    for advised in advised_plays(rules):
        yield advised
        best = Play(advised.punto, best_answer(rules, decks, advised.punto))
        if best != advised:
            yield best


def advised_plays(rules: Reglamento) -> Iterator[Play]:
    """Each choice of punto, with the banker as the table advises."""
    choices: tuple[Choice, ...] = ("draw", "stand") if "W" in rules.drawing.punto else ("draw",)
    for choice in choices:
        yield Play(choice, advice(rules.drawing))


def advice(table: DrawingTable) -> frozenset[FreePair]:
    """The free pairs on which the table advises the banker to stand."""
    return frozenset(pair for pair in table.free if table.banca_move(*pair) == "stand")


def best_answer(rules: Reglamento, decks: int, punto: Choice) -> frozenset[FreePair]:
    """The free pairs on which the banker does best to stand, if he knows what `punto` does where it is free."""
    free = sorted(rules.drawing.free)
    sets = chain.from_iterable(combinations(free, size) for size in range(len(free) + 1))
    return max(map(frozenset, sets), key=lambda stands: _to_the_bank(rules, decks, Play(punto, stands)))


def expectations(rules: Reglamento, found: Counts, *, every: bool = False) -> tuple[Expectation, ...]:
    """The expectation of each chance after its deductions, and of the holder's bank where a player banks.

    `every`: also of the chances that a table need not offer. `large_bank` is a bank opened with more than half the
    maximum, listed where that changes its tax.
    """
    chances = [chance.slug for chance in (rules.chances if every else offered(rules, rules.settings))]
    banks = ["bank"] if rules.bank_tax else []
    large = ["large_bank"] if rules.bank_tax and rules.bank_tax.by_parity else []
    return tuple(_expectation(rules, found, chance) for chance in [*chances, *banks, *large])


def offered(rules: Reglamento, settings: Mapping[str, SettingValue]) -> tuple[Chance, ...]:
    """The chances that a table with these settings offers."""
    return tuple(
        chance
        for chance in rules.chances
        if not chance.maximum_setting or settings.get(chance.maximum_setting)
    )


def most_gaining(
    rules: Reglamento, chance: Chance, decks: int, stakes: range, chip: int, rounding: str
) -> int | None:
    """The largest of the `stakes`, counted from the first, on which rounding to the chip makes the player gain in the
    long run on a chance on which the house gains; None if it does not on the first.

    `stakes`: in ascending order. A commission of less than half a chip, say, is rounded to nothing.
    """
    if not stakes or not _is_rounded_for_the_player(chance, stakes[0], chip, rounding):
        return None
    return _most_gaining(
        chance, tuple(counts(rules, decks, play) for play in plays(rules, decks)), stakes, chip, rounding
    )


@lru_cache(maxsize=256)
def _most_gaining(
    chance: Chance, found: tuple[Counts, ...], stakes: range, chip: int, rounding: str
) -> int | None:
    if any(chance_expectation(chance, each).expected > 0 for each in found):
        return None
    gaining = takewhile(
        lambda stake: any(_gains(chance, each, stake, chip, rounding) for each in found), stakes
    )
    return max(gaining, default=None)


def _is_rounded_for_the_player(chance: Chance, stake: int, chip: int, rounding: str) -> bool:
    return any(
        _net(chance, line, stake, chip, rounding) > stake * line.to_one * (1 - chance.commission_of(line))
        for line in chance.pays
        if line.to_one is not None
    )


def _gains(chance: Chance, found: Counts, stake: int, chip: int, rounding: str) -> bool:
    loses, *by_line = ways(chance, found)
    won = sum(
        deals * _net(chance, line, stake, chip, rounding)
        for line, deals in zip(chance.pays, by_line, strict=True)
    )
    return won > stake * loses


def _net(chance: Chance, line: Line, stake: int, chip: int, rounding: str) -> int:
    """What the line brings a stake after its commission, both as they are paid."""
    if line.to_one is None:
        return 0
    won = win(stake, line.to_one, chip, rounding)
    return won - deduction(won, chance.commission_of(line), chip, rounding)


def house_edges(rules: Reglamento, found: Counts) -> dict[str, Fraction]:
    """The gain that the house expects per unit staked on each chance, and per unit of a player's bank (`bank`).

    Where a bank covers the bets, the house only gains the deduction from what the banker wins.
    """
    if rules.bets_against_the_house:
        staked = [*(chance.slug for chance in rules.chances), *(["bank"] if rules.bank_tax else [])]
        return {chance: -_expectation(rules, found, chance).expected for chance in staked}
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


LEAST_EXPECTED = 5  # passes in each class of the test: with fewer its tail is no approximation any more


def likelihood_of(chance: Chance, found: Counts, practice: Sequence[int]) -> float | None:
    """The same of a chance. `practice`: in how many passes it lost, and in how many each of its lines decided.

    Classes in which fewer than five passes are expected are put together with the next rarer ones. None while that
    leaves a single class: a chance that comes in one pass of n says something from some 5 n passes on, the tie from 53
    and a bet on banca's three-card seven from 222.
    """
    passes = sum(practice)
    square, classes = 0.0, 0
    expected = [Fraction(deals * passes, found.total) for deals in ways(chance, found)]
    theory, seen = Fraction(0), 0
    rest = sum(expected, Fraction(0))
    for share, times in sorted(zip(expected, practice, strict=True)):
        theory, seen, rest = theory + share, seen + times, rest - share
        if theory >= LEAST_EXPECTED and (rest >= LEAST_EXPECTED or not rest):
            square += float((seen - theory) ** 2 / theory)
            classes, theory, seen = classes + 1, Fraction(0), 0
    return upper_tail(square, classes - 1) if classes > 1 else None


def upper_tail(square: float, degrees: int) -> float:
    """The probability that chi-square with so many degrees of freedom, at least one, is this large or larger."""
    half = square / 2
    if degrees % 2:
        steps = (pow(half, i - 0.5) / gamma(i + 0.5) for i in range(1, (degrees + 1) // 2))
        return erfc(sqrt(half)) + exp(-half) * sum(steps)
    return exp(-half) * sum(half**i / factorial(i) for i in range(degrees // 2))


@lru_cache(maxsize=512)
def ways(chance: Chance, found: Counts) -> tuple[int, ...]:
    """In how many deals the chance loses, and in how many each of its lines decides, from the first to the last."""
    by_line = [0] * (len(chance.pays) + 1)
    for outcome, deals in found.outcomes.items():
        by_line[chance.decided_by(outcome) or 0] += deals
    return tuple(by_line)


def _expectation(rules: Reglamento, found: Counts, chance: str) -> Expectation:
    if chance in ("bank", "large_bank"):
        return _bank_expectation(rules, found, chance)
    return chance_expectation(rules.chance(chance), found)


def chance_expectation(chance: Chance, found: Counts) -> Expectation:
    """The expectation of one unit staked on the chance."""
    loses, *by_line = ways(chance, found)
    won = [(line, deals) for line, deals in zip(chance.pays, by_line, strict=True) if line.to_one is not None]
    gained = sum(
        (deals * (line.to_one or 0) * (1 - chance.commission_of(line)) for line, deals in won), Fraction(0)
    )
    return Expectation(
        chance.slug,
        Fraction(sum(deals for _, deals in won), found.total),
        Fraction(loses, found.total),
        (gained - loses) / found.total,
    )


def commission_of(chance: Chance, found: Counts) -> Fraction:
    """The commission that one unit staked on the chance is expected to bring."""
    won = zip(chance.pays, ways(chance, found)[1:], strict=True)
    kept = (deals * (line.to_one or 0) * chance.commission_of(line) for line, deals in won)
    return sum(kept, Fraction(0)) / found.total


def _bank_expectation(rules: Reglamento, found: Counts, chance: str) -> Expectation:
    wins, loses = found.chance_of("banca"), found.chance_of("punto")
    paid = Fraction(1)
    if rules.bank_tax is not None:
        taxed = taxed_share(rules.bank_tax, found, large_opening=chance == "large_bank")
        paid = 1 - rules.bank_tax.rate * taxed
    return Expectation(chance, wins, loses, wins * paid - loses)


def _to_the_bank(rules: Reglamento, decks: int, play: Play) -> Fraction:
    return _expectation(rules, counts(rules, decks, play), "bank").expected


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
    """Enumerates all hands by card values. Tens and figures are one value with four times the cards; how many of the
    deals of four values are pairs is counted apart, since what follows does not depend on it."""

    def __init__(self, decks: int, punto: str, banca: tuple[str, ...]) -> None:
        self._decks, self._punto, self._banca = decks, punto, banca
        self._left = [16 * decks if value == 0 else 4 * decks for value in VALUES]
        self._cards = 52 * decks
        self._ends: dict[End, int] = {}
        self._found: dict[tuple[End, Pairs], int] = {}

    def run(self) -> Counts:
        """The counts of all deals."""
        hands = [pair for pair in product(VALUES, VALUES) if pair[0] <= pair[1]]
        for punto, banca in product(hands, hands):
            for value in (*punto, *banca):
                self._left[value] -= 1
            self._ends = {}
            self._two_each(sum(punto) % 10, sum(banca) % 10)
            self._count(pairings(self._decks, punto, banca))
            for value in (*punto, *banca):
                self._left[value] += 1
        outcomes = {_outcome(*end, *pairs): deals for (end, pairs), deals in self._found.items()}
        results = dict.fromkeys(("punto", "banca", "tie"), 0)
        for outcome, deals in outcomes.items():
            results[outcome.winner] += deals
        return Counts(**results, outcomes=outcomes)

    def _count(self, first_four: Mapping[Pairs, int]) -> None:
        for end, ways in self._ends.items():
            for pairs, deals in first_four.items():
                found = end, pairs
                self._found[found] = self._found.get(found, 0) + deals * ways

    def _two_each(self, punto: int, banca: int) -> None:
        """Count the last two cards: both of them, whether or not they are taken."""
        rest = self._cards - 4
        if is_natural(punto) or is_natural(banca):
            self._add(punto, banca, 2, 2, rest * (rest - 1))
        elif self._punto[punto] == "D":
            self._punto_third(punto, banca)
        else:
            self._banca_third(punto, banca, None, rest - 1)

    def _punto_third(self, punto: int, banca: int) -> None:
        for third in VALUES:
            ways = self._left[third]
            if ways:
                self._left[third] -= 1
                self._banca_third((punto + third) % 10, banca, third, ways)
                self._left[third] += 1

    def _banca_third(self, punto: int, banca: int, third: int | None, weight: int) -> None:
        # `weight` already counts one of the last two cards: punto's third, or one that nobody takes. The other one is
        # banca's third, or is not taken either.
        cards = 2 if third is None else 3
        if self._banca[banca][STOOD_COLUMN if third is None else third] == "S":
            self._add(punto, banca, cards, 2, weight * sum(self._left))
            return
        for value in VALUES:
            self._add(punto, (banca + value) % 10, cards, 3, weight * self._left[value])

    def _add(self, punto: int, banca: int, punto_cards: int, banca_cards: int, ways: int) -> None:
        end = (punto, banca, punto_cards, banca_cards)
        self._ends[end] = self._ends.get(end, 0) + ways


def _outcome(punto: int, banca: int, punto_cards: int, banca_cards: int, *pairs: Pair) -> Outcome:
    winner = "tie" if punto == banca else "punto" if punto > banca else "banca"
    return Outcome(winner, punto, banca, punto_cards, banca_cards, *pairs)
