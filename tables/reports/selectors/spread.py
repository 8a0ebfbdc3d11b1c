"""What the house expects of stakes, and the band in which chance alone leaves its result (±2σ), by the exact odds.

Read from the bets themselves, as the spread of a pass follows from what lay on it together (`tables.rules.spread`).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from django.db.models import Case, F, FilteredRelation, FloatField, Q, QuerySet, Sum, When
from django.db.models.functions import Abs, Cast

from tables.models import Pass, Table
from tables.record.odds import Odds, odds_of
from tables.record.openings import Opening, Openings
from tables.rules.spread import BANK

Key = tuple[Any, ...]  # what passes are grouped by
SIZE = Case(When(bank_win=0, then=F("bank_stake")), default=Abs("bank_win"))


@dataclass(frozen=True, slots=True)
class Theory:
    """`staked`: all that lay on the chances; `expected`: what the house wins of such stakes in the long run;
    `variance`: of its result, in squared units."""

    staked: int = 0
    expected: Fraction = Fraction(0)
    variance: float = 0.0

    def __add__(self, other: "Theory") -> "Theory":
        return Theory(
            self.staked + other.staked, self.expected + other.expected, self.variance + other.variance
        )

    @property
    def sigma(self) -> float:
        """The standard deviation of the result, in units."""
        return sqrt(max(self.variance, 0.0))

    @property
    def band(self) -> tuple[int, int]:
        """Between these, both in whole units, a result lies in 95 of 100 cases: two standard deviations around what is
        expected."""
        return round(float(self.expected) - 2 * self.sigma), round(float(self.expected) + 2 * self.sigma)

    def distance(self, result: int) -> float | None:
        """How many standard deviations the result is away from what is expected; None without any stake at risk."""
        return float(result - self.expected) / self.sigma if self.sigma else None


def theory_by(passes: QuerySet[Pass], *by: str) -> dict[Key, Theory]:
    """Values of the fields `by` → the theory of these passes, which were paid. `by`: of a pass, or annotated to it.

    Passes of one table are taken with the reglamento under which each was paid.
    """
    found: defaultdict[Key, Theory] = defaultdict(Theory)
    paid = passes.filter(paid__isnull=False).exclude(result="void")
    for odds, own in odds_by_opening(paid):
        for key, chance, staked in _staked(own, by):
            found[key] += Theory(staked, staked * odds.edges.get(chance, Fraction(0)))
        for key, one, other, product in _products(own, by):
            found[key] += Theory(variance=product * odds.covariances.get((one, other), 0.0))
    return dict(found)


def odds_by_opening(passes: QuerySet[Pass]) -> Iterator[tuple[Odds, QuerySet[Pass]]]:
    """These passes in parts, each with the odds under which it was paid; those of tables with the same odds
    throughout are one part."""
    for opening, own in _by_opening(passes):
        yield odds_of(opening.reglamento, opening.decks, later=opening.collects_later), own


def _by_opening(passes: QuerySet[Pass]) -> Iterator[tuple[Opening, QuerySet[Pass]]]:
    alike: defaultdict[tuple[str, int, bool], list[int]] = defaultdict(list)
    first: dict[tuple[str, int, bool], Opening] = {}
    for table in Table.objects.defer("state"):
        openings = Openings(table).within(0, None)
        kinds = {(one.reglamento, one.decks, one.collects_later) for one in openings}
        if len(kinds) == 1:
            [kind] = kinds
            alike[kind].append(table.pk)
            first[kind] = openings[0]
        elif kinds:
            ends = [one.record for one in openings[1:]] + [None]
            for opening, end in zip(openings, ends, strict=True):
                within = Q(paid__gt=opening.record) & (Q() if end is None else Q(paid__lt=end))
                yield opening, passes.filter(within, table=table)
    for kind, tables in alike.items():
        yield first[kind], passes.filter(table__in=tables)


def _staked(passes: QuerySet[Pass], by: tuple[str, ...]) -> Iterator[tuple[Key, str, int]]:
    bets = passes.filter(bets__win__isnull=False).values_list(*by, "bets__chance")
    for *key, chance, staked in bets.annotate(staked=Sum("bets__amount")).order_by():
        yield tuple(key), chance, staked
    for *key, staked in _of_players(passes).values_list(*by).annotate(staked=Sum(SIZE)).order_by():
        yield tuple(key), BANK, staked or 0


def _products(passes: QuerySet[Pass], by: tuple[str, ...]) -> Iterator[tuple[Key, str, str, float]]:
    """The stakes of a pass, each times each, summed: by the key and both chances. As fractions of the computer: the
    squares of a month of high stakes are beyond its whole numbers."""
    twice = passes.annotate(one=FilteredRelation("bets"), other=FilteredRelation("bets"))
    pairs = twice.filter(one__isnull=False).values_list(*by, "one__chance", "other__chance")
    for *key, one, other, product in pairs.annotate(of=_product("one__amount", "other__amount")).order_by():
        yield tuple(key), one, other, product
    banks = _of_players(passes).annotate(size=SIZE)
    beside = banks.filter(bets__isnull=False).values_list(*by, "bets__chance")
    for *key, other, product in beside.annotate(of=_product("size", "bets__amount")).order_by():
        yield tuple(key), BANK, other, 2 * product
    for *key, product in banks.values_list(*by).annotate(of=_product("size", "size")).order_by():
        yield tuple(key), BANK, BANK, product


def _product(one: str, other: str) -> Sum:
    return Sum(Cast(one, FloatField()) * Cast(other, FloatField()))


def _of_players(passes: QuerySet[Pass]) -> QuerySet[Pass]:
    return passes.filter(bank_win__isnull=False).exclude(bank_holder="")
