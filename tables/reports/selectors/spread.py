"""What the house expects of stakes, and the band in which chance alone leaves its result (±2σ), by the exact odds.

Read from the sums by the hour and the day of what was dealt, in which each pass stands with its expectation and its
variance (`tables.record.projections.theory`). A pass counts as it does in the turnover.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import Any

from django.db.models import F, FloatField, Sum
from django.db.models.functions import Cast

from casino.common.clock.periods import PeriodParts
from tables.models import DailyDealing, Dealing
from tables.record.projections.theory import BASE, HUNDREDTHS

# As a fraction of the computer: the squares of a month of high stakes are beyond the database's whole numbers.
VARIANCE = Sum(Cast(F("variance_high"), FloatField()) * float(BASE) + Cast(F("variance_low"), FloatField()))


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

    def is_left_by(self, result: int) -> bool:
        """Whether a result lies out of the band: everywhere what is told to be out of it."""
        low, high = self.band
        return bool(self.sigma) and not low <= result <= high

    def distance(self, result: int) -> float | None:
        """How many standard deviations the result is away from what is expected; None without any stake at risk."""
        return float(result - self.expected) / self.sigma if self.sigma else None


@dataclass(frozen=True, slots=True)
class Dealt:
    """Passes that were paid. `result`: what the house won of the bets on them, and kept of the players' banks;
    `theory`: what it expects, with the spread."""

    passes: int = 0
    result: int = 0
    theory: Theory = Theory()

    def __add__(self, other: "Dealt") -> "Dealt":
        return Dealt(self.passes + other.passes, self.result + other.result, self.theory + other.theory)


def theory_by_table(since: datetime, until: datetime) -> dict[int, Theory]:
    """Table (its key) → the theory of what was staked from `since` up to `until`."""
    return {table: dealt.theory for table, dealt in _by(PeriodParts.one(since, until), "table").items()}


def theory_by_part(parts: PeriodParts) -> dict[datetime, Theory]:
    """Beginning of the part → the theory of what was staked in its hours, at all tables."""
    found: defaultdict[datetime, Theory] = defaultdict(Theory)
    for begin, dealt in _by(parts).items():
        found[parts.part_of(begin)] += dealt.theory
    return dict(found)


def dealt_by_payer(since: datetime, until: datetime) -> dict[str, Dealt]:
    """Login → the passes that he paid from `since` up to `until`."""
    found = _by(PeriodParts.one(since, until), "payer")
    return {payer: dealt for payer, dealt in found.items() if dealt != Dealt()}


def _by(parts: PeriodParts, by: str = "") -> dict[Any, Dealt]:
    """Value of `by`, or else beginning of the hour or the day → what was dealt."""
    sums = {f"all_{name}": Sum(name) for name in ("passes", "result", "staked", "expected")}
    found: defaultdict[Any, Dealt] = defaultdict(Dealt)
    hours, days = Dealing.objects.filter(parts.hours), DailyDealing.objects.filter(parts.days)
    for rows in (hours.values_list(by or "hour"), days.values_list(by or "day")):
        of_key = rows.annotate(**sums, all_variance=VARIANCE).order_by()
        for key, passes, result, staked, expected, variance in of_key:
            theory = Theory(staked, Fraction(expected, HUNDREDTHS), variance / HUNDREDTHS)
            found[key] += Dealt(passes, result, theory)
    return dict(found)
