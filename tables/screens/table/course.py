"""The house's result so far at a table, pass by pass since it was opened, and the band in which chance leaves it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from django.db.models import F

from tables.engine.payment.commission import END_OF_SHOE
from tables.models import Bet
from tables.record.reglamentos.catalogue import resolve
from tables.rules.odds import counts
from tables.rules.spread import covariances
from tables.screens.table.theory import edges_of, first_since_opened, paid_since
from tables.view.facts.table import last_paid, today
from tables.view.screen import TableView

WIDTH, LEFT, TOP, BOTTOM = 264, 46, 8, 96  # of the drawing, in its own units
SHOWN = 120  # points at most: the drawing has no room for more
ROWS = 8  # steps of the table that stands behind the drawing


@dataclass(frozen=True, slots=True)
class Step:
    """After pass `number`: what the house has `won`, and the `low` and `high` end of the band of two σ around what is
    expected, in units."""

    number: int
    won: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Course:
    """`line`, `band`: the points of an SVG; `zero`, `last`: places in it; `ends`: value → height of the axis' labels.
    `rows`: a few of its steps, for whom a drawing is no use."""

    line: str
    band: str
    zero: float
    last: tuple[float, float]
    ends: tuple[tuple[int, float], ...]
    rows: tuple[Step, ...]


def course(view: TableView) -> Course | None:
    """None before two passes were paid since the opening, and where players cover the bank: the house bets nothing."""
    if view.table is None or not view.snapshot["open"]:
        return None
    settings = view.snapshot["settings"]
    reglamento, decks = str(view.snapshot["reglamento"]), int(settings["decks"])
    if not resolve(reglamento).bets_against_the_house:
        return None
    later = settings.get("commission") == END_OF_SHOE
    first = first_since_opened(view.table)
    steps = _steps(first, reglamento, decks, later, (last_paid(view), today(view)))
    return _drawn(steps) if len(steps) > 1 else None


@lru_cache(maxsize=256)
def _steps(
    first: tuple[int, int], reglamento: str, decks: int, later: bool, _state: tuple[int, int]
) -> tuple[Step, ...]:
    """Kept until the next payment, undo or correction: the page is rendered after every command."""
    rules = resolve(reglamento)
    found = counts(rules, decks)
    edges = {chance: float(edge) for chance, edge in edges_of(rules, found, later=later).items()}
    spread = {pair: float(one) for pair, one in covariances(rules, found).items()}
    bets = Bet.objects.filter(hand__in=paid_since(*first), win__isnull=False)
    stakes: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    won: defaultdict[int, int] = defaultdict(int)
    for number, chance, amount, gain in bets.values_list(
        "hand__number", "chance", "amount", F("deduction") - F("win")
    ):
        stakes[number][chance] += amount
        won[number] += gain
    return tuple(_summed(stakes, won, edges, spread))


def _summed(
    stakes: Mapping[int, Mapping[str, int]],
    won: Mapping[int, int],
    edges: Mapping[str, float],
    spread: Mapping[tuple[str, str], float],
) -> Iterator[Step]:
    total, expected, variance = 0, 0.0, 0.0
    for number in sorted(stakes):
        lay = stakes[number]
        total += won[number]
        expected += sum(amount * edges.get(chance, 0.0) for chance, amount in lay.items())
        variance += sum(
            one * other * spread.get((this, that), 0.0)
            for this, one in lay.items()
            for that, other in lay.items()
        )
        around = 2 * sqrt(max(variance, 0.0))
        yield Step(number, total, round(expected - around), round(expected + around))


def _drawn(steps: Sequence[Step]) -> Course:
    shown = _some(steps, SHOWN)
    lowest = min(0, *(min(one.won, one.low) for one in shown))
    highest = max(1, *(max(one.won, one.high) for one in shown))

    def at(value: int) -> float:
        return round(BOTTOM - (value - lowest) * (BOTTOM - TOP) / (highest - lowest), 1)

    across = [round(LEFT + index * (WIDTH - LEFT - 8) / (len(shown) - 1), 1) for index in range(len(shown))]
    high = [(x, at(one.high)) for x, one in zip(across, shown, strict=True)]
    low = [(x, at(one.low)) for x, one in zip(across, shown, strict=True)]
    line = [(x, at(one.won)) for x, one in zip(across, shown, strict=True)]
    ends = tuple((value, at(value)) for value in dict.fromkeys((highest, lowest)) if value)
    return Course(_points(line), _points([*high, *reversed(low)]), at(0), line[-1], ends, _some(steps, ROWS))


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _some(steps: Sequence[Step], most: int) -> tuple[Step, ...]:
    """Evenly many of them, the newest among them."""
    every = -(-len(steps) // most)
    return tuple(steps[::-1][::every][::-1])
