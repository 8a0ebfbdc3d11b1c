"""With which reglamento, settings and smallest chip a table was opened, at any point of its record."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from tables.engine.payment.commission import END_OF_SHOE
from tables.engine.table.events import TableOpened
from tables.models import Record, Table
from tables.record.reglamentos.catalogue import resolve
from tables.record.stored import stored_events
from tables.rules.departures import Departure
from tables.rules.reglamento import Reglamento, SettingValue, whole


@dataclass(frozen=True, slots=True)
class Opening:
    """A table was opened by the record of that number, at that time. `departures`: settings that depart from the text;
    `chosen`: all with which it was opened."""

    record: int
    at: datetime
    reglamento: str
    chip: int
    departures: tuple[Departure, ...]
    chosen: Mapping[str, SettingValue]

    @property
    def rules(self) -> Reglamento:
        """The version of the reglamento that was played."""
        return resolve(self.reglamento)

    @property
    def decks(self) -> int:
        """Of each shoe."""
        return whole(self.chosen["decks"])

    @property
    def collects_later(self) -> bool:
        """Whether commission was collected at the end of the shoe."""
        return self.chosen.get("commission") == END_OF_SHOE


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

    def rules(self) -> list[Reglamento]:
        """Every version of a reglamento with which it was opened, the newest first."""
        names = dict.fromkeys(opening.reglamento for opening in reversed(self._openings))
        return [resolve(name) for name in names]

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
        """What is said again and again is decoded once: a table is opened each night with the same settings."""
        records = Record.objects.filter(table=self._table, name="open_table").order_by("number")
        said = records.annotate(text=Cast("events", TextField())).values_list(
            "number", "at", "schema", "text"
        )
        decoded: dict[tuple[int, str], list[TableOpened]] = {}
        found = []
        for number, at, schema, text in said:
            key = schema, text
            if key not in decoded:
                decoded[key] = [one for one in stored_events(Said(*key)) if isinstance(one, TableOpened)]
            found += [
                Opening(number, at, event.reglamento, event.chip, event.departures, event.settings)
                for event in decoded[key]
            ]
        return found


class Said(NamedTuple):
    """The events of a record as the database has them."""

    schema: int
    events: str
