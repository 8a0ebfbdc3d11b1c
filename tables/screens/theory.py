"""Theory and practice: the results expected of this table's passes since it was opened, and the actual ones."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from casino.common import sql
from casino.common.prepared import Prepared
from tables.house_reglamentos.shelf import resolve
from tables.models import Bet, Pass, Record, Table
from tables.record.history import RecordHistory
from tables.rules.odds import Counts, counts, house_edges, likelihood
from tables.rules.reglamento import Reglamento
from tables.screen import TableView

RESULTS = ("punto", "banca", "tie")
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
class Theory:
    """`likelihood`: of a difference at least this large, in per cent. `expected`, `actual`: the house's result."""

    passes: int
    lines: tuple[Line, ...]
    likelihood: float
    expected: int
    actual: int


def theory(view: TableView) -> Theory | None:
    """Over all passes paid since the table was opened. None if there are none yet, or the table is closed."""
    if view.table is None or not view.snapshot["open"]:
        return None
    rules, decks = resolve(view.snapshot["reglamento"]), int(view.snapshot["settings"]["decks"])
    since = _first_since_opened(view.table)
    rows = _RESULTS.rows(*since)
    had: dict[str, int] = {result: times for result, times, *_ in rows}
    total = sum(had.values())
    if not total:
        return None
    found = counts(rules, decks)
    of_banks = zip(BANKS, zip(*(sums for _, _, *sums in rows), strict=True), strict=True)
    banks = {name: sum(amount or 0 for amount in amounts) for name, amounts in of_banks}
    sums = _BETS.rows(*since)
    staked = {chance: amount for chance, amount, _won in sums} | {"bank": banks["staked"]}
    return Theory(
        total,
        tuple(_line(found, result, had.get(result, 0), total) for result in RESULTS),
        100 * (likelihood(found, had) or 0.0),
        round(_expected(rules, found, staked)),
        _actual(rules, sum(won for _chance, _staked, won in sums), banks),
    )


def _of_banks() -> dict[str, Sum]:
    """Of the players' banks. Without the house's own: what these win or lose is in the bets."""
    of_player = ~Q(bank_holder="")
    return {name: Sum(expression, filter=of_player) for name, expression in BANKS.items()}


def _line(found: Counts, result: str, times: int, total: int) -> Line:
    return Line(result, times, 100 * times / total, 100 * float(found.chance_of(result)))


def _first_since_opened(table: Table) -> tuple[int, int]:
    """The table, and the number of the first pass since it was opened."""
    ((opened,),) = sql.select(Record, ("version",), newest="number", table=table.pk, name="open_table")
    return table.pk, _first_pass(table.pk, opened)


def _paid(table: Any, first: Any) -> QuerySet[Pass]:
    return Pass.objects.filter(table=table, number__gte=first, result__in=RESULTS)


_RESULTS = Prepared(
    lambda *since: _paid(*since).values_list("result").annotate(times=Count("pk"), **_of_banks()).order_by()
)
_BETS = Prepared(
    lambda *since: (
        Bet.objects.filter(hand__in=_paid(*since))
        .values_list("chance")
        .annotate(staked=Sum("amount"), won=Sum(F("deduction") - F("win")))
        .order_by()
    )
)


@lru_cache(maxsize=256)
def _first_pass(table: int, opened: int) -> int:
    """The number of the first pass after the opening at version `opened`. Cached, since the record never changes."""
    return RecordHistory(table, opened).state_at(opened).current.number


def _expected(rules: Reglamento, found: Counts, staked: dict[str, int]) -> Fraction:
    """The house's edge on each unit staked, times the stakes, summed over the chances."""
    edges = house_edges(rules, found)
    return sum((edges[chance] * amount for chance, amount in staked.items() if amount), Fraction(0))


def _actual(rules: Reglamento, bets: int, banks: dict[str, int]) -> int:
    """What the house won of bets and banks, and what it deducted. Bets against a covered bank are not the house's."""
    return bets + banks["won"] if rules.bets_against_the_house else banks["deducted"]
