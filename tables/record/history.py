"""Looking back in a table's record: which commands still stand, and what an earlier state was."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, overload

from django.db.models import Q

from tables.engine import Event, Standing, State, fold, new_state
from tables.engine.incidents.events import DealBurned, PassVoided
from tables.engine.payment.events import PassSettled
from tables.engine.shoe.events import ShoeBurned, ShoeShuffled
from tables.engine.table.events import TableClosed, TableOpened
from tables.engine.undo.events import OPENING, Undone
from tables.models import Record
from tables.record.put_away import refusal_before
from tables.record.stored import stored_events, stored_state

# With which a request for a signature lapses
ENDINGS = (PassSettled, PassVoided, DealBurned, ShoeBurned, ShoeShuffled, TableClosed, TableOpened)

CHECKPOINT_EVERY = 50  # records
PAGE_COLUMNS = ("number", "first_seq", "version", "role", "name", "undone_to")
FIRST_PAGE = 8  # records; each further page is twice as long


def is_checkpoint(number: int, undone_to: int | None) -> bool:
    """Whether the record with this number stores the state. An undo always does, so that folding from a checkpoint
    never meets one."""
    return undone_to is not None or number % CHECKPOINT_EVERY == 0


def undo_in(events: Iterable[Event]) -> Undone | None:
    """The undo among the events of a record, if it is one."""
    return next((event for event in events if isinstance(event, Undone)), None)


class RecordHistory:
    """The engine's `History`, read from the database only as far back as it is asked."""

    def __init__(self, table: int, version: int) -> None:
        """`table` is a primary key, `version` the table's present version."""
        self._table = table
        self._version = version
        self._states: dict[int, State] = {}  # by version, of those that were asked for

    def standing(self, page: int = FIRST_PAGE) -> Sequence[Standing]:
        """The accepted commands since the last opening that no undo has taken back, oldest first. `page`: how many
        records are read at first."""
        return _Standing(self._table, self._version, page)

    def state_at(self, version: int) -> State:
        """The state at that version, which must be the end of a record. Raises ValueError if it is not, Refusal
        (`put_away`) where the records that lead to it have left the database."""
        if version == 0:
            return new_state()
        if version not in self._states:
            self._states[version] = self._folded(version)
        return self._states[version]

    def read_ahead(self, versions: Iterable[int]) -> None:
        """Fold these states in one reading of the record, from the earliest on; `state_at` then has them."""
        wanted = set(versions)
        state = self.state_at(min(wanted))
        records = Record.objects.filter(table=self._table, version__lte=max(wanted))
        for record in records.filter(version__gt=state.version).order_by("number"):
            if record.undone_to is None:
                state = fold(state, stored_events(record), record.name, record.role, self)
            else:
                state = stored_state(record.state, record.schema)
            if state.version in wanted:
                self._states[state.version] = state

    def _folded(self, version: int) -> State:
        records = Record.objects.filter(table=self._table, version__lte=version)
        checkpoint = records.exclude(state="").order_by("-version").first()
        state = stored_state(checkpoint.state, checkpoint.schema) if checkpoint else new_state()
        # Every undo is a checkpoint, so none of these records is one and `fold` asks for no earlier state.
        for record in records.filter(version__gt=state.version).order_by("number"):
            if record.first_seq != state.version + 1:
                break
            state = fold(state, stored_events(record), record.name, record.role, self)
        if state.version != version:
            if away := refusal_before(self._table, version):
                raise away
            raise ValueError(f"no record of table {self._table} ends at version {version}")
        return state


class _Standing(Sequence[Standing]):
    """The commands that still stand, back to the last opening of the table: no undo reaches behind it.

    The record is read newest first, so that `[-1]` and `reversed` read one page of a long record."""

    def __init__(self, table: int, version: int, page: int) -> None:
        self._table = table
        self._version = version
        self._page_size = page

    def __reversed__(self) -> Iterator[Standing]:
        reach, size = self._version, self._page_size
        while page := self._page(reach, size):
            size *= 2
            for number, first_seq, version, role, name, went_back_to in page:
                if version > reach:
                    continue
                if version < reach:
                    return  # what was there has left the database
                if went_back_to is not None:
                    reach = went_back_to
                    continue
                reach = first_seq - 1
                yield Standing(number, before=first_seq - 1, version=version, role=role, command=name)
                if name == OPENING:
                    return
            reach = min(reach, page[-1][1] - 1)

    def _page(self, reach: int, size: int) -> list[tuple[Any, ...]]:
        records = Record.objects.filter(table=self._table, version__lte=reach).order_by("-version")
        return list(records.values_list(*PAGE_COLUMNS)[:size])

    @cached_property
    def _all(self) -> list[Standing]:
        return list(reversed(self))[::-1]

    @overload
    def __getitem__(self, index: int) -> Standing: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Standing]: ...
    def __getitem__(self, index: int | slice) -> Standing | Sequence[Standing]:
        if index == -1:
            newest = next(reversed(self), None)
            if newest is not None:
                return newest
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __bool__(self) -> bool:
        return next(reversed(self), None) is not None


def numbers_undone(undo: Record) -> list[int]:
    """The numbers of the records that it took back, newest first."""
    return [number for event in undo.events if event["type"] == "undone" for number in event["records"]]


def not_undone(undos: Iterable[Record], records: Iterable[Record]) -> list[Record]:
    """The records of these that none of these undos has taken back, in the same order."""
    undone = {(undo.table_id, back) for undo in undos for back in numbers_undone(undo)}
    return [one for one in records if (one.table_id, one.number) not in undone]


def records_standing(records: Iterable[Record]) -> list[Record]:
    """The ones that no undo has taken back, in the same order."""
    every = list(records)
    first: dict[int, int] = {}
    for one in every:
        first[one.table_id] = min(one.number, first.get(one.table_id, one.number))
    behind = Q(pk__in=[])
    for table, number in first.items():
        behind |= Q(table=table, number__gt=number)
    return not_undone(Record.objects.filter(behind, name="undo").defer("state") if first else (), every)
