"""With which reglamento and smallest chip a table was opened, at any point of its record."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from tables.engine.table.events import TableOpened
from tables.models import Record, Table
from tables.record.decoding import stored_events
from tables.rules.departures import Departure


@dataclass(frozen=True, slots=True)
class Opening:
    """A table was opened by the record of that number. `departures`: settings that depart from the text."""

    record: int
    reglamento: str
    chip: int
    departures: tuple[Departure, ...]


class Openings:
    """The openings of a table, read when they are first asked for. An undo never goes back behind an opening."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def at(self, record: int) -> Opening | None:
        """The opening in force at the record of that number; None if the table had not been opened yet."""
        place = bisect_right(self._openings, record, key=lambda opening: opening.record)
        return self._openings[place - 1] if place else None

    def within(self, after: int, until: int | None) -> tuple[Opening, ...]:
        """The opening in force at the record `after`, if there is one, and those behind it up to `until`, or all."""
        first = max(bisect_right(self._openings, after, key=lambda opening: opening.record) - 1, 0)
        return tuple(one for one in self._openings[first:] if until is None or one.record <= until)

    def next_after(self, record: int) -> int | None:
        """The number of the first opening after the record of that number."""
        return next((opening.record for opening in self._openings if opening.record > record), None)

    def last(self) -> Opening | None:
        """The newest one."""
        return self._openings[-1] if self._openings else None

    def only(self) -> Opening | None:
        """The newest one, if the table has always been opened with the same reglamento."""
        names = {opening.reglamento for opening in self._openings}
        return self.last() if len(names) == 1 else None

    def only_reglamento(self) -> str | None:
        """The reglamento of every opening; None if there are several, or none."""
        opening = self.only()
        return opening.reglamento if opening else None

    @cached_property
    def _openings(self) -> list[Opening]:
        records = Record.objects.filter(table=self._table, name="open_table").order_by("number")
        return [
            Opening(record.number, event.reglamento, event.chip, event.departures)
            for record in records
            for event in stored_events(record)
            if isinstance(event, TableOpened)
        ]
