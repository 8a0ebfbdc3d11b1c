"""Which part of a table's past a report is about, and what its passes and its money came to in it.

Of a shift exactly: the passes and transfers between its two counts. Of a period in whole hours, from the hours' sums,
so that a year is read as quickly as a night.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import BigIntegerField, Case, Count, ExpressionWrapper, F, Q, QuerySet, Sum, Value, When
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Greatest, TruncHour
from django.utils import timezone

from ledger import totals
from ledger.cage.models import Shift
from ledger.cage.purposes import Purpose as CagePurpose
from ledger.cage.totals import results_of_shift
from ledger.models import Entry
from ledger.postings import account_of
from tables.engine.purposes import Purpose
from tables.models import Bet, Pass, Record, Table
from tables.models import Turnover as TurnoverRow
from tables.projections.turnover import PASSES, Figures, Key
from tables.service import book_of

Game = dict[Key, Figures]
SUITE = (Purpose.SUITE_DEDUCTION, Purpose.SUITE_DEDUCTION_RETURNED)  # art. 38
NOTHING = Value(0, output_field=BigIntegerField())
FIGURES = ("number", "staked", "stood", "won", "lost", "deducted")


@dataclass(frozen=True, slots=True)
class Hour:
    """What one hour came to: how much was decided, and what the house won."""

    begin: datetime
    turnover: int
    result: int


def passes_of(table: Table, shift: Shift) -> QuerySet[Pass]:
    """The passes that were paid or voided in a shift."""
    closing = shift.end
    passes = Pass.objects.filter(table=table, paid__gt=shift.first_record)
    return passes.filter(paid__lte=closing.last_record) if closing else passes


def passes_between(table: Table, since: datetime, until: datetime) -> QuerySet[Pass]:
    """The passes that were paid or voided from `since` up to `until`, which is left out."""
    return Pass.objects.filter(table=table, paid_at__gte=since, paid_at__lt=until)


def game_of_passes(passes: QuerySet[Pass]) -> Game:
    """What these passes came to, by line and article."""
    found: Game = {}
    for result, number in passes.values_list("result").annotate(number=Count("pk")).order_by():
        found[PASSES[result], ""] = Figures(number)
    bets = Bet.objects.filter(hand__in=passes, win__isnull=False).values_list("chance", "article")
    for chance, article, *figures in bets.annotate(**_sums("win", "deduction", F("amount"))).order_by():
        found[chance, article] = Figures(*figures)
    for line, banks in (("bank", ~Q(bank_holder="")), ("house_bank", Q(bank_holder=""))):
        played = passes.filter(banks, bank_win__isnull=False).values_list("bank_article")
        staked = Case(When(bank_win=0, then=F("bank_stake")), default=_size("bank_win"))
        for article, *figures in played.annotate(**_sums("bank_win", "bank_deduction", staked)).order_by():
            found[line, article] = Figures(*figures)
    return found


def _sums(win: str, deduction: str, stake: F | Case) -> dict[str, Count | Sum]:
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


def game_of_hours(since: datetime, until: datetime, table: Table | None = None) -> dict[int, Game]:
    """Table (its key) → what its passes came to, by the hours from `since` up to `until`."""
    found: dict[int, Game] = {}
    sums = {f"all_{name}": Sum(name) for name in FIGURES}
    for pk, line, article, *figures in (
        _hours(since, until, table).values_list("table", "line", "article").annotate(**sums).order_by()
    ):
        if any(figures):
            found.setdefault(pk, {})[line, article] = Figures(*figures)
    return found


def turnover_by_hour(
    since: datetime, until: datetime, table: Table | None = None
) -> dict[tuple[int, datetime], int]:
    """(table, hour) → what was won or lost with in it."""
    hours = _hours(since, until, table).exclude(line="house_bank")
    sums = hours.values_list("table", "hour").annotate(total=Sum("staked")).order_by()
    return {(pk, hour): total for pk, hour, total in sums}


def turnover_by_day(
    since: datetime, until: datetime, table: Table | None = None
) -> dict[tuple[int, datetime], int]:
    """(table, begin of the casino's day) → what was won or lost with in its hours from `since` up to `until`."""
    found: Counter[tuple[int, datetime]] = Counter()
    hours = _hours(since, until, table).exclude(line="house_bank")
    dates = totals.by_date(hours).values_list("table", "date", "early")
    for pk, on, early, total in dates.annotate(total=Sum("staked")).order_by():
        found[pk, totals.day(on, early)] += total
    return dict(found)


def _hours(since: datetime, until: datetime, table: Table | None) -> QuerySet[TurnoverRow]:
    hours = TurnoverRow.objects.filter(hour__gte=since, hour__lt=until)
    return hours.filter(table=table) if table is not None else hours


def hours_of_shift(table: Table, shift: Shift) -> list[Hour]:
    """The hours of a shift in which anything was paid, in the house's own time."""
    results = results_of_shift(shift)
    turnover: Counter[datetime] = Counter()
    passes = passes_of(table, shift)
    for sums in (
        Bet.objects.filter(hand__in=passes)
        .exclude(win=0)
        .annotate(of=TruncHour("hand__paid_at", tzinfo=UTC), size=F("amount")),
        passes.filter(bank_win__isnull=False)
        .exclude(bank_holder="")
        .annotate(of=TruncHour("paid_at", tzinfo=UTC), size=_size("bank_win")),
    ):
        for hour, total in sums.values_list("of").annotate(total=Sum("size")).order_by():
            turnover[hour.astimezone(UTC)] += total
    return hours_in_order(turnover, results)


def hours_in_order(turnover: dict[datetime, int], results: dict[datetime, int]) -> list[Hour]:
    """One line an hour, as it passed: in the night in which the clocks are set back an hour comes twice."""
    return [
        Hour(timezone.localtime(hour), turnover.get(hour, 0), results.get(hour, 0))
        for hour in sorted(turnover.keys() | results.keys())
    ]


def suites_of_shift(table: Table, shift: Shift) -> Counter[str]:
    """Player → what the house kept of the banks that he gave in suite in a shift; what was undone is left out."""
    closing = shift.end
    kept = _suites(table).filter(transfer_id__gt=shift.first)
    return _by_giver(table, kept.filter(transfer_id__lte=closing.last) if closing else kept)


def suites_between(table: Table, since: datetime, until: datetime) -> Counter[str]:
    """The same from `since` up to `until`, which is left out."""
    return _by_giver(table, _suites(table).filter(transfer__at__gte=since, transfer__at__lt=until))


def _suites(table: Table) -> QuerySet[Entry]:
    return _cagnotte(table).filter(
        transfer__purpose__in=SUITE, transfer__reverses=None, transfer__reversed_by=None
    )


def suites_in_hours(table: Table, since: datetime, until: datetime) -> int:
    """What the house kept of suites in these hours, by the record; what was undone in them is taken out, whenever it
    had been kept, as its money is."""
    within = Q(transfer__at__gte=since, transfer__at__lt=until)
    moved = _cagnotte(table).filter(within, transfer__purpose__in=SUITE)
    kept = moved.filter(transfer__reverses=None).values_list("transfer__reference", flat=True)
    undone = moved.exclude(transfer__reverses=None)
    back = undone.values_list("transfer__reverses__reference", flat=True)
    return _by_record(table, kept).total() - _by_record(table, back).total()


def _cagnotte(table: Table) -> QuerySet[Entry]:
    return Entry.objects.filter(account__code=account_of(book_of(table.slug), "cagnotte"))


def _by_giver(table: Table, kept: QuerySet[Entry]) -> Counter[str]:
    return _by_record(table, kept.values_list("transfer__reference", flat=True))


def _by_record(table: Table, sources: Iterable[str]) -> Counter[str]:
    """The ledger says which records kept a part of a suite, and they whose it was and how much."""
    numbers = [int(source.rpartition("#")[2]) for source in sources]
    found: Counter[str] = Counter()
    for events in Record.objects.filter(table=table, number__in=numbers).values_list("events", flat=True):
        for event in events:
            if event["type"] == "suite_given":
                found[event["giver"]] += event["deduction"]
            elif event["type"] == "suite_deduction_given_back":
                found[event["player"]] -= event["amount"]
    return found


def chips_of_shift(table: Table, shift: Shift, player: str) -> int:
    """The chips that the game gave a player in a shift, less those that it took: with his shares in banks, and less
    what of his still lies on the table."""
    moved = _chips(table, player).filter(transfer_id__gt=shift.first)
    return _sum_of(moved.filter(transfer_id__lte=shift.end.last) if shift.end else moved)


def chips_between(table: Table, since: datetime, until: datetime, player: str) -> int:
    """The same from `since` up to `until`, which is left out."""
    return _sum_of(_chips(table, player).filter(transfer__at__gte=since, transfer__at__lt=until))


def _chips(table: Table, player: str) -> QuerySet[Entry]:
    moved = Entry.objects.filter(account__code=account_of(book_of(table.slug), f"chips:{player}"))
    return moved.exclude(transfer__purpose__in=list(CagePurpose))


def _sum_of(moved: QuerySet[Entry]) -> int:
    return int(moved.aggregate(total=Sum("amount"))["total"] or 0)


def total(game: Game, *lines: str) -> Figures:
    """What these lines came to together, whatever the article."""
    return sum((figures for (line, _), figures in game.items() if line in lines), Figures())
