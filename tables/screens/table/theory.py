"""Theory and practice: the results expected of this table's passes since it was opened, and the actual ones; for each
chance how often it came, and what the house won on it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from tables.engine.payment.commission import END_OF_SHOE
from tables.models import Bet, Pass, Record, Table
from tables.record.history import RecordHistory
from tables.record.odds import odds_of
from tables.record.reglamentos.catalogue import resolve
from tables.rules.chances import Chance, outcome_of
from tables.rules.odds import (
    Counts,
    chance_expectation,
    counts,
    likelihood,
    likelihood_of,
)
from tables.rules.reglamento import Reglamento
from tables.view.screen import TableView

RESULTS = ("punto", "banca", "tie")
LOOKED_AT = 1000  # newest passes in which each chance is counted: the page is rendered after every command
UNLIKELY = 0.1  # per cent: a jefe should look at it
BANKS = {
    "staked": F("bank_stake"),
    "deducted": F("bank_deduction"),
    "won": F("bank_deduction") - F("bank_win"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A result: how many `passes` had it, their share of all in per cent, and the theoretical share in per cent."""

    result: str
    passes: int
    practice: float
    theory: float


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A chance: in how many `passes` it won, their share and the theoretical one in per cent. `likelihood`: in per
    cent, None while there are too few passes to say. `expected`, `actual`: the house's result on it."""

    chance: str
    passes: int
    practice: float
    theory: float
    likelihood: float | None
    expected: int
    actual: int

    @property
    def is_unlikely(self) -> bool:
        """Whether chance alone hardly explains the difference."""
        return self.likelihood is not None and self.likelihood < UNLIKELY


@dataclass(frozen=True, slots=True)
class Theory:
    """`likelihood`: of a difference at least this large, in per cent. `expected`, `actual`: the house's result.
    `chances`: those that are offered, if the house pays them; each counted in the newest LOOKED_AT passes."""

    passes: int
    lines: tuple[Line, ...]
    chances: tuple[ChanceLine, ...]
    likelihood: float
    expected: int
    actual: int


def theory(view: TableView) -> Theory | None:
    """Over all passes paid since the table was opened. None if there are none yet, or the table is closed."""
    if view.table is None or not view.snapshot["open"]:
        return None
    rules, decks = resolve(view.snapshot["reglamento"]), int(view.snapshot["settings"]["decks"])
    passes = paid_since(*first_since_opened(view.table))
    rows = list(_results(passes))
    had: dict[str, int] = {result: times for result, times, *_ in rows}
    total = sum(had.values())
    if not total:
        return None
    found = counts(rules, decks)
    of_banks = zip(BANKS, zip(*(sums for _, _, *sums in rows), strict=True), strict=True)
    banks = {name: sum(amount or 0 for amount in amounts) for name, amounts in of_banks}
    bets = {chance: (staked, won) for chance, staked, won in _bets(passes)}
    staked = {chance: amount for chance, (amount, _won) in bets.items()} | {"bank": banks["staked"]}
    later = view.snapshot["settings"].get("commission") == END_OF_SHOE
    edges = odds_of(view.snapshot["reglamento"], decks, later=later).edges
    return Theory(
        total,
        tuple(_line(found, result, had.get(result, 0), total) for result in RESULTS),
        tuple(_chances(view, passes, found, edges, bets)) if rules.bets_against_the_house else (),
        100 * (likelihood(found, had) or 0.0),
        round(sum((edges[chance] * amount for chance, amount in staked.items() if amount), Fraction(0))),
        _actual(rules, sum(won for _staked, won in bets.values()), banks),
    )


def _chances(
    view: TableView,
    passes: QuerySet[Pass],
    found: Counts,
    edges: Mapping[str, Fraction],
    bets: Mapping[str, tuple[int, int]],
) -> Iterator[ChanceLine]:
    rules = resolve(view.snapshot["reglamento"])
    newest = passes.order_by("-number").values_list("result", "punto", "banca")[:LOOKED_AT]
    ends = Counter(outcome_of(result, punto.split(), banca.split()) for result, punto, banca in newest)
    for offered in view.snapshot["chances"]:
        chance = rules.chance(offered["slug"])
        came = Counter[int]()
        for outcome, times in ends.items():
            came[chance.decided_by(outcome) or 0] += times
        staked, won = bets.get(chance.slug, (0, 0))
        yield _chance_line(chance, found, came, round(staked * edges[chance.slug]), won)


def _chance_line(chance: Chance, found: Counts, came: Counter[int], expected: int, actual: int) -> ChanceLine:
    passes = sum(came[number] for number, line in enumerate(chance.pays, 1) if line.to_one is not None)
    likely = likelihood_of(chance, found, [came[number] for number in range(len(chance.pays) + 1)])
    return ChanceLine(
        chance.slug,
        passes,
        100 * passes / came.total(),
        100 * float(chance_expectation(chance, found).wins),
        None if likely is None else 100 * likely,
        expected,
        actual,
    )


def _of_banks() -> dict[str, Sum]:
    """Of the players' banks. Without the house's own: what these win or lose is in the bets."""
    of_player = ~Q(bank_holder="")
    return {name: Sum(expression, filter=of_player) for name, expression in BANKS.items()}


def _line(found: Counts, result: str, times: int, total: int) -> Line:
    return Line(result, times, 100 * times / total, 100 * float(found.chance_of(result)))


def first_since_opened(table: Table) -> tuple[int, int]:
    """The table, and the number of the first pass since it was opened."""
    openings = Record.objects.filter(table=table, name="open_table").order_by("-number")
    opened = openings.values_list("version", flat=True)[0]
    return table.pk, _first_pass(table.pk, opened)


def paid_since(table: int, first: int) -> QuerySet[Pass]:
    """The passes of this table from number `first` on that were paid."""
    return Pass.objects.filter(table=table, number__gte=first, result__in=RESULTS)


def _results(passes: QuerySet[Pass]) -> Any:
    return passes.values_list("result").annotate(times=Count("pk"), **_of_banks()).order_by()


def _bets(passes: QuerySet[Pass]) -> Any:
    bets = Bet.objects.filter(hand__in=passes).values_list("chance")
    return bets.annotate(staked=Sum("amount"), won=Sum(F("deduction") - F("win"))).order_by()


@lru_cache(maxsize=256)
def _first_pass(table: int, opened: int) -> int:
    """The number of the first pass after the opening at version `opened`. Cached, since the record never changes."""
    return RecordHistory(table, opened).state_at(opened).current.number


def _actual(rules: Reglamento, bets: int, banks: dict[str, int]) -> int:
    """The gains of the house from bets and banks, and its deductions. Bets against a covered bank are not the
    house's."""
    return bets + banks["won"] if rules.bets_against_the_house else banks["deducted"]
