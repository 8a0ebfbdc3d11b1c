"""What an undo took back, and which records of a page have been taken back since."""

from collections.abc import Mapping
from dataclasses import dataclass

from tables.models import Record
from tables.record.openings import Openings
from tables.record.undone import numbers_in

Key = tuple[int, int]  # a table's primary key, the number of a record


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The records that an undo took back, newest first."""

    records: tuple[Record, ...]


def taken_back(records: list[Record]) -> dict[Key, TakenBack]:
    """Of each undo among these."""
    asked = {(one.table_id, one.number): numbers_in(one) for one in records if one.undone_to is not None}
    return {key: TakenBack(tuple(_records(key[0], numbers))) for key, numbers in asked.items()}


def _records(table: int, numbers: list[int]) -> list[Record]:
    found = (
        Record.objects.filter(table=table, number__in=numbers)
        .defer("state", "events")
        .select_related("table")
    )
    return list(found.order_by("-number"))


def undone_by(records: list[Record], openings: Mapping[int, Openings]) -> dict[Key, int]:
    """Of each of these that was taken back, the number of the record that did it. No undo goes back behind an opening,
    so that none is looked for after the next one."""
    found: dict[Key, int] = {}
    for table, known in openings.items():
        numbers = [one.number for one in records if one.table_id == table]
        if not numbers:
            continue
        undos = Record.objects.filter(table=table, name="undo", number__gt=min(numbers)).defer("state")
        if end := known.next_after(max(numbers)):
            undos = undos.filter(number__lt=end)
        for undo in undos:
            found |= {(table, number): undo.number for number in numbers_in(undo)}
    return found
