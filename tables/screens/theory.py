"""Theory and practice: the results expected of this table's passes since it was opened, and the actual ones."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.db.models import Count, F, QuerySet, Sum

from tables.house_reglamentos.shelf import resolve
from tables.models import Bet, Pass, Record, Table
from tables.record.history import RecordHistory
from tables.rules.odds import Counts, counts, house_edges, likelihood
from tables.rules.reglamento import Reglamento
from tables.screen import TableView

RESULTS = ("punto", "banca", "tie")


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
    if not view.snapshot["open"]:
        return None
    rules, decks = resolve(view.snapshot["reglamento"]), int(view.snapshot["settings"]["decks"])
    passes = _since_opened(view.slug)
    had = {row["result"]: row["times"] for row in passes.values("result").annotate(times=Count("pk"))}
    total = sum(had.values())
    if not total:
        return None
    found = counts(rules, decks)
    return Theory(
        total,
        tuple(_line(found, result, had.get(result, 0), total) for result in RESULTS),
        100 * (likelihood(found, had) or 0.0),
        round(_expected(rules, found, passes)),
        _actual(rules, passes),
    )


def _line(found: Counts, result: str, times: int, total: int) -> Line:
    return Line(result, times, 100 * times / total, 100 * float(found.chance_of(result)))


def _since_opened(slug: str) -> QuerySet[Pass]:
    table = Table.objects.only("pk").get(slug=slug)
    opened = Record.objects.filter(table=table, name="open_table").order_by("-number")
    first = _first_pass(table.pk, opened.values_list("version", flat=True)[0])
    return Pass.objects.filter(table=table, number__gte=first, result__in=RESULTS)


@lru_cache(maxsize=256)
def _first_pass(table: int, opened: int) -> int:
    """The number of the first pass after the opening at version `opened`. Cached, since the record never changes."""
    return RecordHistory(table, opened).state_at(opened).current.number


def _expected(rules: Reglamento, found: Counts, passes: QuerySet[Pass]) -> Fraction:
    """The house's edge on each unit staked, times the stakes, summed over the chances."""
    staked: dict[str, int] = {
        row["chance"]: row["total"]
        for row in Bet.objects.filter(hand__in=passes).values("chance").annotate(total=Sum("amount"))
    }
    staked["bank"] = passes.exclude(bank_holder="").aggregate(total=Sum("bank_stake"))["total"] or 0
    edges = house_edges(rules, found)
    return sum((edges[chance] * amount for chance, amount in staked.items() if amount), Fraction(0))


def _actual(rules: Reglamento, passes: QuerySet[Pass]) -> int:
    """What the house won of bets and banks, and what it deducted. Bets against a covered bank are not the house's."""
    bets = Bet.objects.filter(hand__in=passes).aggregate(total=Sum(F("deduction") - F("win")))["total"] or 0
    # Without the house's own banks: what these win or lose is in the bets.
    banks = passes.exclude(bank_holder="").aggregate(
        deducted=Sum("bank_deduction"), total=Sum(F("bank_deduction") - F("bank_win"))
    )
    if rules.bets_against_the_house:
        return int(bets + (banks["total"] or 0))
    return int(banks["deducted"] or 0)
