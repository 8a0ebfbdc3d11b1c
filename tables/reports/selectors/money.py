"""Queries of the ledger on players of a table: what the house kept beside payments, and their chips."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, Sum

from casino.common.clock.periods import PeriodParts
from ledger.cage.accounts import Purpose as CagePurpose
from ledger.conf import CHART
from ledger.models import Entry
from ledger.postings import account_of
from ledger.totals import Flow, Lines, flows_of_part
from tables.engine.transfers import Purpose
from tables.models import Record, Table
from tables.record.postings import book_of
from tables.reports.selectors.scope import Scope

# What the house keeps beside the payment of a pass, by the line of a report: suites (argentina art. 38), and commission
# that is collected at the end of the shoe. The slug of no chance has an underscore.
SUITES, COMMISSION = "suite", "collected_commission"
BESIDE: dict[str, tuple[Purpose, ...]] = {
    SUITES: (Purpose.SUITE_DEDUCTION, Purpose.SUITE_DEDUCTION_RETURNED),
    COMMISSION: (Purpose.COMMISSION_COLLECTED,),
}
# The house's part of what players won: all that came into the cagnotte by play, with a pass or beside it.
DEDUCTED = Flow(("cagnotte",), CHART.result_purposes)
PURPOSES = [purpose for purposes in BESIDE.values() for purpose in purposes]


def deducted_of(money: Lines) -> int:
    """The house's part of what players won, by the lines of the ledger."""
    cagnotte = money.get("cagnotte", Counter[str]())
    return sum(cagnotte[purpose] for purpose in DEDUCTED.purposes)


def kept_by_ledger(money: Lines) -> dict[str, int]:
    """Line → what came into the cagnotte beside payments."""
    cagnotte = money.get("cagnotte", Counter[str]())
    return {line: sum(cagnotte[purpose] for purpose in purposes) for line, purposes in BESIDE.items()}


def kept_by_part(parts: PeriodParts) -> dict[tuple[str, datetime], dict[str, int]]:
    """(book, beginning of the part) → line → what came into the cagnotte beside payments in its hours."""
    flows = [Flow(DEDUCTED.kinds, purposes) for purposes in BESIDE.values()]
    sums = flows_of_part(parts, *flows)
    return {key: dict(zip(BESIDE, amounts, strict=True)) for key, amounts in sums.items()}


class Told(NamedTuple):
    """What an event tells of it: the line, the fields with the player and the amount, and its sign."""

    line: str
    player: str
    amount: str
    sign: int = 1


TOLD = {
    "suite_given": Told(SUITES, "giver", "deduction"),
    "suite_deduction_given_back": Told(SUITES, "player", "amount", -1),
    "commission_collected": Told(COMMISSION, "player", "amount"),
}


class Kept:
    """What the house kept of players beside payments, by the record."""

    def __init__(self) -> None:
        self.by_line: dict[str, Counter[str]] = {line: Counter() for line in BESIDE}

    def of_player(self, player: str) -> dict[str, int]:
        """Line → what it kept of this player."""
        return {line: kept[player] for line, kept in self.by_line.items() if kept[player]}

    def by_player(self) -> Counter[str]:
        """Player → what it kept in all."""
        found = Counter[str]()
        for kept in self.by_line.values():
            found.update(kept)
        return found

    def totals(self) -> dict[str, int]:
        """Line → what it kept of all."""
        return {line: kept.total() for line, kept in self.by_line.items()}

    def add(self, event: dict[str, Any], sign: int = 1) -> None:
        """Count an event in, or with -1 out, if it tells of anything kept."""
        if told := TOLD.get(event["type"]):
            self.by_line[told.line][event[told.player]] += sign * told.sign * event[told.amount]


def kept_beside(scope: Scope) -> Kept:
    """Of all players, without what was undone."""
    moved = _cagnotte(scope.entries, scope.table)
    still = moved.filter(transfer__reverses=None, transfer__reversed_by=None)
    found = Kept()
    _count(found, scope.table, still.values_list("transfer__reference", flat=True))
    return found


def kept_in_hours(table: Table, since: datetime, until: datetime) -> Kept:
    """In these hours. What was undone in them is taken out, whenever it had been kept, because its money is taken out
    then as well."""
    within = Q(transfer__at__gte=since, transfer__at__lt=until)
    moved = _cagnotte(Entry.objects.all(), table).filter(within)
    kept, undone = moved.filter(transfer__reverses=None), moved.exclude(transfer__reverses=None)
    found = Kept()
    _count(found, table, kept.values_list("transfer__reference", flat=True))
    _count(found, table, undone.values_list("transfer__reverses__reference", flat=True), -1)
    return found


def records_read(table: Table) -> set[int]:
    """The numbers of all records of which these two are told."""
    moved = _cagnotte(Entry.objects.all(), table).filter(transfer__reverses=None)
    return _numbers(moved.values_list("transfer__reference", flat=True))


def _cagnotte(entries: QuerySet[Entry], table: Table) -> QuerySet[Entry]:
    cagnotte = account_of(book_of(table.slug), "cagnotte")
    return entries.filter(account__code=cagnotte, transfer__purpose__in=PURPOSES)


def _count(found: Kept, table: Table, sources: Iterable[str], sign: int = 1) -> None:
    """The ledger tells which records kept something beside payments; the records tell of whom and how much."""
    records = Record.objects.filter(table=table, number__in=_numbers(sources))
    for events in records.values_list("events", flat=True):
        for event in events:
            found.add(event, sign)


def _numbers(sources: Iterable[str]) -> set[int]:
    return {int(source.rpartition("#")[2]) for source in sources}


def chips_won(scope: Scope, player: str) -> int:
    """The chips that the game paid a player, less those that the player put on the table."""
    moved = scope.entries.filter(account__code=account_of(book_of(scope.table.slug), f"chips:{player}"))
    game = moved.exclude(transfer__purpose__in=list(CagePurpose))
    return int(game.aggregate(total=Sum("amount"))["total"] or 0)
