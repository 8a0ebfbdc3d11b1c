"""Which records an undo took back. What it took back never stands again: it is given anew, with another number."""

from collections.abc import Iterable

from django.db.models import Q

from tables.models import Record


def numbers_in(undo: Record) -> list[int]:
    """The numbers of the records that it took back, newest first."""
    return [number for event in undo.events if event["type"] == "undone" for number in event["records"]]


def not_in(undos: Iterable[Record], records: Iterable[Record]) -> list[Record]:
    """Those of the records that none of these undos has taken back, in the same order."""
    undone = {(undo.table_id, back) for undo in undos for back in numbers_in(undo)}
    return [one for one in records if (one.table_id, one.number) not in undone]


def standing(records: Iterable[Record]) -> list[Record]:
    """Those of these that no undo has taken back, in the same order."""
    every = list(records)
    first: dict[int, int] = {}
    for one in every:
        first[one.table_id] = min(one.number, first.get(one.table_id, one.number))
    behind = Q(pk__in=[])
    for table, number in first.items():
        behind |= Q(table=table, number__gt=number)
    return not_in(Record.objects.filter(behind, name="undo").defer("state") if first else (), every)
