"""What the ledger says of the players of a table: what the house kept of their suites, and their chips."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet, Sum

from ledger.cage.purposes import Purpose as CagePurpose
from ledger.models import Entry
from ledger.postings import account_of
from tables.engine.purposes import Purpose
from tables.models import Record, Table
from tables.postings import book_of
from tables.reports.selectors.scope import Scope

SUITE = (Purpose.SUITE_DEDUCTION, Purpose.SUITE_DEDUCTION_RETURNED)  # argentina art. 38


def suites(scope: Scope) -> Counter[str]:
    """Player → what the house kept of the banks that the player gave in suite. What was undone is left out."""
    kept = _cagnotte(scope.entries, scope.table).filter(
        transfer__purpose__in=SUITE, transfer__reverses=None, transfer__reversed_by=None
    )
    return _by_record(scope.table, kept.values_list("transfer__reference", flat=True))


def suites_in_hours(table: Table, since: datetime, until: datetime) -> int:
    """What the house kept of suites in these hours, by the record.

    What was undone in them is taken out, whenever it had been kept, because its money is taken out then as well.
    """
    within = Q(transfer__at__gte=since, transfer__at__lt=until)
    moved = _cagnotte(Entry.objects.all(), table).filter(within, transfer__purpose__in=SUITE)
    kept = moved.filter(transfer__reverses=None).values_list("transfer__reference", flat=True)
    undone = moved.exclude(transfer__reverses=None)
    back = undone.values_list("transfer__reverses__reference", flat=True)
    return _by_record(table, kept).total() - _by_record(table, back).total()


def _cagnotte(entries: QuerySet[Entry], table: Table) -> QuerySet[Entry]:
    return entries.filter(account__code=account_of(book_of(table.slug), "cagnotte"))


def _by_record(table: Table, sources: Iterable[str]) -> Counter[str]:
    """The ledger tells which records kept a part of a suite; the records tell whose it was and how much."""
    numbers = [int(source.rpartition("#")[2]) for source in sources]
    found: Counter[str] = Counter()
    for events in Record.objects.filter(table=table, number__in=numbers).values_list("events", flat=True):
        for event in events:
            if event["type"] == "suite_given":
                found[event["giver"]] += event["deduction"]
            elif event["type"] == "suite_deduction_given_back":
                found[event["player"]] -= event["amount"]
    return found


def chips_won(scope: Scope, player: str) -> int:
    """The chips that the game paid a player, less those that the player put on the table."""
    moved = scope.entries.filter(account__code=account_of(book_of(scope.table.slug), f"chips:{player}"))
    game = moved.exclude(transfer__purpose__in=list(CagePurpose))
    return int(game.aggregate(total=Sum("amount"))["total"] or 0)
