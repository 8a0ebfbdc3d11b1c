"""The record: how a link of its chain is digested, and how an earlier state is found in it."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import UTC
from functools import cached_property
from typing import Any, overload

from tables.engine import Event, Standing, State, decode_event, decode_state, fold, new_state
from tables.engine.undo.limits import OPENING
from tables.models import Record

CHECKPOINT_EVERY = 50  # records
_PAGE = 32  # records read at first when looking back, twice as many each time after
UNDONE = "undone"
RECORDED = (
    *("number", "first_seq", "version", "name", "command", "events", "undone_to"),
    *("actor", "role", "key", "at", "state", "previous", "digest"),
)


def digest_of(slug: str, record: Record) -> str:
    """SHA-256, in hex, over the canonical JSON of everything in the record but the digest itself."""
    fields: dict[str, Any] = {name: getattr(record, name) for name in RECORDED if name != "digest"}
    fields |= {"table": slug, "at": record.at.astimezone(UTC).isoformat()}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def is_checkpoint(number: int, undone_to: int | None) -> bool:
    """Whether that record carries the state. An undo always does: so nothing behind it need ever be folded again."""
    return undone_to is not None or number % CHECKPOINT_EVERY == 0


def undone_to(events: Sequence[dict[str, Any]]) -> int | None:
    """The version that these events go back to, None where they undo nothing."""
    return next((event["to"] for event in events if event["type"] == UNDONE), None)


class RecordHistory:
    """What an undo needs, read from the database as far back as it asks and no further."""

    def __init__(self, table: int, version: int) -> None:
        """`table` is a primary key, `version` where that table is now."""
        self._table = table
        self._version = version

    def standing(self) -> Sequence[Standing]:
        """The accepted commands that no undo has taken back, oldest first."""
        return _LookingBack(self._table, self._version)

    def state_at(self, version: int) -> State:
        """The state as it was at that version, the end of a record. Raises ValueError for one that never was."""
        records = Record.objects.filter(table=self._table, version__lte=version)
        checkpoint = records.exclude(state="").order_by("-version").first()
        state = decode_state(checkpoint.state) if checkpoint else new_state()
        # No undo lies after the checkpoint, for it would be the checkpoint: nothing here looks further back.
        for record in records.filter(version__gt=state.version).order_by("number"):
            state = fold(state, _events(record), record.name, record.role, self)
        if state.version != version:
            raise ValueError(f"no record of table {self._table} ends at version {version}")
        return state


class _LookingBack(Sequence[Standing]):
    """Back to the last opening of the table, behind which no undo reaches. Newest first underneath, so that `[-1]`
    and `reversed` read one page however long the record is."""

    def __init__(self, table: int, version: int) -> None:
        self._table = table
        self._version = version

    def __reversed__(self) -> Iterator[Standing]:
        reach, size = self._version, _PAGE
        while page := self._page(reach, size):
            size *= 2
            for number, first_seq, version, role, name, went_back_to in page:
                if version > reach:
                    continue
                if went_back_to is not None:
                    reach = went_back_to
                    continue
                reach = first_seq - 1
                yield Standing(number, before=first_seq - 1, version=version, role=role, command=name)
                if name == OPENING:
                    return
            reach = min(reach, page[-1][1] - 1)

    def _page(self, reach: int, size: int) -> list[tuple[int, int, int, str, str, int | None]]:
        records = Record.objects.filter(table=self._table, version__lte=reach).order_by("-version")
        return list(records.values_list("number", "first_seq", "version", "role", "name", "undone_to")[:size])

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


class Fold:
    """Folds a record from its events alone, in order. Keeps the states since the table opened, for its undos."""

    def __init__(self) -> None:
        self.state = new_state()
        self._states: dict[int, State] = {0: self.state}

    def step(self, record: Record, to: int | None = None) -> State:
        """The state after one more record, or after its events up to version `to` only.

        Raises KeyError, TypeError or ValueError for events that cannot be.
        """
        events = _events(record)[: None if to is None else to - self.state.version]
        self.state = fold(self.state, events, record.name, record.role, self)
        if record.name == OPENING:
            self._states.clear()  # no undo reaches behind it
        self._states[self.state.version] = self.state
        return self.state

    def standing(self) -> Sequence[Standing]:
        """Not asked when what happened is already known."""
        return ()

    def state_at(self, version: int) -> State:
        """The state at the end of an earlier record. Raises KeyError for one that no undo can reach."""
        return self._states[version]


def _events(record: Record) -> list[Event]:
    return [decode_event(event) for event in record.events]
