"""Replaying a record: the states follow from the stored events alone, from the first to the last."""

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from tables.engine import Event, Standing, State, fold, new_state
from tables.engine.undo.events import OPENING
from tables.models import Record
from tables.record.stored import stored_events
from tables.record.upcasters import UnknownSchema

CHUNK = 500  # records read together


class Recorded(NamedTuple):
    """The part of a record that is replayed. `events`: the JSON text, which is decoded at once."""

    number: int
    schema: int
    name: str
    role: str
    events: str


class ReplayedRecord(NamedTuple):
    """One record replayed: the state before it, its events and the state after it."""

    before: State
    events: list[Event]
    after: State


class NotReplayable(ValueError):
    """A record whose events are missing, or cannot be decoded or folded. The message names it."""


class Replay:
    """Folds a table's records in order. Keeps the states since the table was opened: an undo can reach those."""

    def __init__(self, reached: Set[int] | None = None, begin: State | None = None) -> None:
        """`reached`: the versions to which undos return, where that is known (`reached_by_undo`): no other state is
        kept. `begin`: the state from which on it is replayed, if not from the first record."""
        self._reached = reached
        self.state = begin or new_state()
        self._states: dict[int, State] = {self.state.version: self.state}

    def step(self, record: Record | Recorded, to: int | None = None) -> ReplayedRecord:
        """Fold one more record, or only its events up to version `to`. Raises NotReplayable."""
        before = self.state
        try:
            events = stored_events(record)
            if to is not None:
                del events[to - before.version :]
            self.state = fold(before, events, record.name, record.role, self)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise NotReplayable(f"record {record.number} cannot be replayed: {_said(error)}") from error
        if record.name == OPENING:
            self._states.clear()  # no undo reaches behind an opening
        if self._reached is None or self.state.version in self._reached:
            self._states[self.state.version] = self.state
        return ReplayedRecord(before, events, self.state)

    def standing(self) -> Sequence[Standing]:
        """Nothing: only a new undo asks which commands stand, and a replay decides nothing."""
        return ()

    def state_at(self, version: int) -> State:
        """The state at the end of an earlier record. Raises KeyError for one that no undo can reach."""
        return self._states[version]


def reached_by_undo(table: int) -> frozenset[int]:
    """The versions to which the record of the table with this primary key says that it returned."""
    undone = Record.objects.filter(table=table, undone_to__isnull=False)
    return frozenset(to for to in undone.values_list("undone_to", flat=True) if to is not None)


def recorded(table: int, to: int, after: int = 0) -> Iterator[Recorded]:
    """The records of the table with this primary key behind version `after`, oldest first, up to the one that version
    `to` lies in."""
    records = Record.objects.filter(table=table, first_seq__lte=to, first_seq__gt=after).order_by("number")
    texts = records.annotate(
        told=Cast("events", TextField())
    )  # the ORM would decode JSON in four times as long
    rows = texts.values_list("number", "schema", "name", "role", "told").iterator(chunk_size=CHUNK)
    return map(Recorded._make, rows)


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, UnknownSchema) else repr(error)
