"""Figures of the game: of a shift from its passes, of a period from the sums of its hours and days.

A pass counts in the hour in which it was paid or undone, so that a year is read as fast as a night.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from operator import add
from typing import NamedTuple

from django.db.models import (
    BigIntegerField,
    Case,
    Count,
    ExpressionWrapper,
    F,
    Max,
    Min,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Greatest, TruncHour

from casino.common.clock.periods import PeriodParts
from tables.models import Bet, DailyTurnover, Pass, Table
from tables.models import Turnover as TurnoverRow
from tables.record.projections.sums import PASSES, Figures, Key
from tables.rules.reglamento import Reglamento

Game = Mapping[Key, Figures]
Hours = dict[tuple[int, datetime], int]  # table (its key), beginning of the hour, day or month → amount

FIRST = ("punto", "banca", "tie")  # before what a house offers beside them; the players' banks come last
NOTHING = Value(0, output_field=BigIntegerField())
FIGURES = ("number", "staked", "stood", "won", "lost", "deducted")


def total(game: Game, *lines: str) -> Figures:
    """The sum of these lines over all articles."""
    return sum((figures for (line, _), figures in game.items() if line in lines), Figures())


def chances_of(game: Game, played: Iterable[Reglamento] = ()) -> tuple[str, ...]:
    """The lines of what was staked: the chances, and the players' banks, which are `bank`. What a house offers beside
    the three stands in the order of these reglamentos."""
    beside = {*PASSES.values(), "house_bank", "bank", *FIRST}
    offered = dict.fromkeys(chance.slug for rules in played for chance in rules.chances)
    place = {slug: number for number, slug in enumerate(offered)}
    own = {line for line, _ in game} - beside
    return (*FIRST, *sorted(own, key=lambda line: (place.get(line, len(place)), line)), "bank")


def number_of_passes(game: Game) -> int:
    """How many passes were paid or voided."""
    return total(game, *PASSES.values()).number


def turnover(game: Game) -> int:
    """The stakes that were won or lost, on all chances."""
    return total(game, *chances_of(game)).staked


def game_of_passes(passes: QuerySet[Pass]) -> Game:
    """The figures of these passes, by line and article."""
    return {**dict(_results(passes)), **dict(_bets(passes)), **dict(_banks(passes))}


def _results(passes: QuerySet[Pass]) -> Iterator[tuple[Key, Figures]]:
    for result, number in passes.values_list("result").annotate(number=Count("pk")).order_by():
        yield (PASSES[result], ""), Figures(number)


def _bets(passes: QuerySet[Pass]) -> Iterator[tuple[Key, Figures]]:
    bets = Bet.objects.filter(hand__in=passes, win__isnull=False).values_list("chance", "article")
    for chance, article, *figures in bets.annotate(**_sums("win", "deduction", F("amount"))).order_by():
        yield (chance, article), Figures(*figures)


def _banks(passes: QuerySet[Pass]) -> Iterator[tuple[Key, Figures]]:
    staked = Case(When(bank_win=0, then=F("bank_stake")), default=_size("bank_win"))
    for line, banks in (("bank", ~Q(bank_holder="")), ("house_bank", Q(bank_holder=""))):
        played = passes.filter(banks, bank_win__isnull=False).values_list("bank_article")
        for article, *figures in played.annotate(**_sums("bank_win", "bank_deduction", staked)).order_by():
            yield (line, article), Figures(*figures)


def _sums(win: str, deduction: str, stake: F | Case) -> dict[str, Count | Sum]:
    """The fields of `Figures` in their order."""
    undecided = {win: 0}
    return {
        "n": Count("pk"),
        "s": Sum(Case(When(**undecided, then=NOTHING), default=stake)),
        "t": Sum(Case(When(**undecided, then=stake), default=NOTHING)),
        "w": Sum(Greatest(F(win), NOTHING)),
        "l": Sum(Greatest(_less(win), NOTHING)),
        "d": Sum(F(deduction)),
    }


def _size(name: str) -> Greatest:
    return Greatest(F(name), _less(name))


def _less(name: str) -> "ExpressionWrapper[CombinedExpression]":
    return ExpressionWrapper(-F(name), output_field=BigIntegerField())


def turnover_of_passes(passes: QuerySet[Pass]) -> Counter[datetime]:
    """UTC hour → the turnover of the passes that were paid in it."""
    bets = Bet.objects.filter(hand__in=passes).exclude(win=0)
    banks = passes.filter(bank_win__isnull=False).exclude(bank_holder="")
    found: Counter[datetime] = Counter()
    for sums in (
        bets.annotate(of=TruncHour("hand__paid_at", tzinfo=UTC), size=F("amount")),
        banks.annotate(of=TruncHour("paid_at", tzinfo=UTC), size=_size("bank_win")),
    ):
        for hour, amount in sums.values_list("of").annotate(total=Sum("size")).order_by():
            found[hour.astimezone(UTC)] += amount
    return found


def game_of_hours(since: datetime, until: datetime, table: Table | None = None) -> dict[int, Game]:
    """Table (its key) → its figures in the hours from `since` up to `until`."""
    found: dict[int, dict[Key, Figures]] = {}
    sums = {f"all_{name}": Sum(name) for name in FIGURES}
    for some in _sums_of(PeriodParts.one(since, until), table):
        lines = some.values_list("table", "line", "article").annotate(**sums)
        for pk, line, article, *figures in lines.order_by():
            game = found.setdefault(pk, {})
            game[line, article] = game.get((line, article), Figures()) + Figures(*figures)
    return {pk: {key: figures for key, figures in game.items() if any(figures)} for pk, game in found.items()}


def turnover_by_hour(since: datetime, until: datetime, table: Table | None = None) -> Hours:
    """(table, hour) → its turnover."""
    hours = _hours(since, until, table).exclude(line="house_bank")
    sums = hours.values_list("table", "hour").annotate(total=Sum("staked")).order_by()
    return {(pk, hour): amount for pk, hour, amount in sums}


def turnover_by_part(parts: PeriodParts, table: Table | None = None) -> Hours:
    """(table, beginning of the part) → the turnover of its hours."""
    found: Counter[tuple[int, datetime]] = Counter()
    hours, whole = _sums_of(parts, table)
    for some, of_row in ((hours, "hour"), (whole, "day")):
        sums = some.exclude(line="house_bank").values_list("table", parts.begin(of_row))
        for pk, begin, amount in sums.annotate(total=Sum("staked")).order_by():
            found[pk, parts.part_of(begin)] += amount
    return dict(found)


def lines_by_part(
    parts: PeriodParts, table: Table | None = None
) -> dict[tuple[int, datetime], dict[str, Figures]]:
    """(table, beginning of the part) → line → the figures of its hours, over all articles."""
    found: dict[tuple[int, datetime], dict[str, Figures]] = {}
    sums = {f"all_{name}": Sum(name) for name in FIGURES}
    hours, whole = _sums_of(parts, table)
    for some, of_row in ((hours, "hour"), (whole, "day")):
        by = some.values_list("table", parts.begin(of_row), "line")
        for pk, begin, line, *figures in by.annotate(**sums).order_by():
            lines = found.setdefault((pk, parts.part_of(begin)), {})
            lines[line] = lines.get(line, Figures()) + Figures(*figures)
    return found


class Played(NamedTuple):
    """What was played: the passes, and the stakes that were won or lost."""

    passes: int
    turnover: int


def played_by_part(parts: PeriodParts) -> dict[tuple[int, datetime], Played]:
    """(table, beginning of the part) → what was played in its hours."""
    found: dict[tuple[int, datetime], Played] = {}
    passes = Sum("number", filter=Q(line__in=[*PASSES.values()]), default=0)
    staked = Sum("staked", filter=~Q(line="house_bank"), default=0)
    hours, whole = _sums_of(parts, None)
    for some, of_row in ((hours, "hour"), (whole, "day")):
        by = some.values_list("table", parts.begin(of_row))
        for pk, begin, *sums in by.annotate(n=passes, s=staked).order_by():
            key = pk, parts.part_of(begin)
            found[key] = Played(*map(add, found.get(key, Played(0, 0)), sums))
    return found


def days_kept() -> tuple[date, date] | None:
    """The first and the last day in UTC of which there is any turnover; None without any."""
    first, last = DailyTurnover.objects.aggregate(first=Min("day"), last=Max("day")).values()
    return (first, last) if first else None


def _sums_of(
    parts: PeriodParts, table: Table | None
) -> tuple[QuerySet[TurnoverRow], QuerySet[DailyTurnover]]:
    hours, whole = TurnoverRow.objects.filter(parts.hours), DailyTurnover.objects.filter(parts.days)
    return (hours, whole) if table is None else (hours.filter(table=table), whole.filter(table=table))


def _hours(since: datetime, until: datetime, table: Table | None) -> QuerySet[TurnoverRow]:
    hours = TurnoverRow.objects.filter(hour__gte=since, hour__lt=until)
    return hours.filter(table=table) if table is not None else hours
