"""With which reglamento and smallest chip a table was opened, at any point of its record."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from tables.models import Record, Table


@dataclass(frozen=True, slots=True)
class Opening:
    """A table was opened by the record of that number."""

    record: int
    reglamento: str
    chip: int


class Openings:
    """The openings of a table, read when they are first asked for. An undo never goes back behind an opening."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def at(self, record: int) -> Opening | None:
        """The opening in force at the record of that number; None if the table had not been opened yet."""
        place = bisect_right(self._openings, record, key=lambda opening: opening.record)
        return self._openings[place - 1] if place else None

    def last(self) -> Opening | None:
        """The newest one."""
        return self._openings[-1] if self._openings else None

    @cached_property
    def _openings(self) -> list[Opening]:
        opened = Record.objects.filter(table=self._table, name="open_table").order_by("number")
        fields = ("number", "command__reglamento", "command__chip")
        return [Opening(*found) for found in opened.values_list(*fields)]
