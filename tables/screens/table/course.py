"""What the house has won at a table since the beginning of the gaming day, payment by payment, and the band in which
chance leaves it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from django.db.models import Case, F, Q, Sum, When
from django.db.models.functions import Abs

from casino.common import clock
from ledger.totals import results_since
from tables.models import Bet, Pass, Table
from tables.record.odds import odds_of
from tables.record.openings import Openings
from tables.record.postings import book_of
from tables.rules.spread import BANK
from tables.screens.table.theory import RESULTS
from tables.view.facts.table import last_paid, today
from tables.view.screen import TableView

WIDTH, LEFT, TOP, BOTTOM = 264, 46, 8, 84  # of the drawing, in its own units
SHOWN = 120  # points at most: the drawing has no room for more
ROWS = 8  # steps of the table that stands behind the drawing
AT_RISK = Case(When(bank_win=0, then=F("bank_stake")), default=Abs("bank_win"))


@dataclass(frozen=True, slots=True)
class Step:
    """At a moment: what the house has `won` since the day began, and the `low` and `high` end of the band of two σ
    around what is expected, in units."""

    at: datetime
    won: int
    low: int
    high: int


class Lay(NamedTuple):
    """A pass, when it was paid: what is expected of what lay on it, and the variance of that."""

    expected: float
    variance: float


@dataclass(frozen=True, slots=True)
class Course:
    """`line`, `band`: the points of an SVG; `zero`, `last`: places in it; `ends`: value → height of the axis' labels.
    `rows`: a few of its steps, for whom a drawing is no use; `since`, `until`: the first and the last one's time."""

    line: str
    band: str
    zero: float
    last: tuple[float, float]
    ends: tuple[tuple[int, float], ...]
    rows: tuple[Step, ...]
    since: datetime
    until: datetime


def course(view: TableView) -> Course | None:
    """The table's day, with all its openings; its end is the result of today. None before the second payment."""
    if view.table is None:
        return None
    day = clock.day_of(clock.now())
    steps = _steps(view.slug, view.table.pk, day, (last_paid(view), today(view)))
    return _drawn(steps) if len(steps) > 1 else None


@lru_cache(maxsize=256)
def _steps(slug: str, table: int, since: datetime, _state: tuple[int, int]) -> tuple[Step, ...]:
    """Kept until the next payment, undo or correction: the page is rendered after every command."""
    return tuple(_summed(results_since(since, book_of(slug)), _lays(table, since)))


def _summed(won: Mapping[datetime, int], lays: Mapping[datetime, Lay]) -> Iterator[Step]:
    total, expected, variance = 0, 0.0, 0.0
    for at in sorted({*won, *lays}):
        total += won.get(at, 0)
        more = lays.get(at, Lay(0, 0))
        expected, variance = expected + more.expected, variance + more.variance
        around = 2 * sqrt(max(variance, 0.0))
        yield Step(at, total, round(expected - around), round(expected + around))


def _lays(table: int, since: datetime) -> dict[datetime, Lay]:
    """When a pass was paid → what lay on it, by the odds of the opening under which it was paid."""
    paid = Pass.objects.filter(table=table, paid_at__gte=since, result__in=RESULTS).order_by()
    stakes: defaultdict[int, dict[str, int]] = defaultdict(dict)
    bets = Bet.objects.filter(hand__in=paid, win__isnull=False).values_list("hand", "chance").order_by()
    for hand, chance, amount in bets.annotate(staked=Sum("amount")):
        stakes[hand][chance] = amount
    banks = paid.filter(Q(bank_win__isnull=False), ~Q(bank_holder=""))
    for hand, amount in banks.values_list("pk", AT_RISK):
        stakes[hand][BANK] = amount
    openings = Openings(Table.objects.defer("state").get(pk=table))
    found: dict[datetime, Lay] = {}
    for hand, record, at in paid.values_list("pk", "paid", "paid_at"):
        opening = openings.at(record or 0)
        if opening and at:
            odds = odds_of(opening.reglamento, opening.decks, later=opening.collects_later)
            found[at] = Lay(float(odds.expected(stakes[hand])), float(odds.variance(stakes[hand])))
    return found


def _drawn(steps: Sequence[Step]) -> Course:
    since, until = steps[0].at, steps[-1].at
    shown = (Step(since, 0, 0, 0), *_some(steps, SHOWN))
    lowest = min(min(one.won, one.low) for one in shown)
    highest = max(1, *(max(one.won, one.high) for one in shown))

    def at(value: int) -> float:
        return round(BOTTOM - (value - lowest) * (BOTTOM - TOP) / (highest - lowest), 1)

    across = [
        round(LEFT + (one.at - since) / (until - since) * (WIDTH - LEFT - 8), 1) if until > since else LEFT
        for one in shown
    ]
    high = [(x, at(one.high)) for x, one in zip(across, shown, strict=True)]
    low = [(x, at(one.low)) for x, one in zip(across, shown, strict=True)]
    line = [(x, at(one.won)) for x, one in zip(across, shown, strict=True)]
    ends = tuple((value, at(value)) for value in dict.fromkeys((highest, lowest)) if value)
    band = _points([*high, *reversed(low)])
    return Course(_points(line), band, at(0), line[-1], ends, _some(steps, ROWS), since, until)


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _some(steps: Sequence[Step], most: int) -> tuple[Step, ...]:
    """Evenly many of them, the newest among them."""
    every = -(-len(steps) // most)
    return tuple(steps[::-1][::every][::-1])
