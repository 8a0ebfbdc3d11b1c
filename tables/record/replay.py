"""Replaying a record: the states follow from the stored events alone, from the first to the last."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.engine import Event, Standing, State, fold, new_state
from tables.engine.undo.limits import OPENING
from tables.models import Record
from tables.record.history import events_of


@dataclass(frozen=True, slots=True)
class Step:
    """One record replayed: the state before it, its events and the state after it."""

    before: State
    events: list[Event]
    after: State


class Replay:
    """Folds a table's records in order. Keeps the states since the table was opened: an undo can reach those."""

    def __init__(self) -> None:
        self.state = new_state()
        self._states: dict[int, State] = {0: self.state}

    def step(self, record: Record, to: int | None = None) -> Step:
        """Fold one more record, or only its events up to version `to`.

        Raises KeyError, TypeError or ValueError if its events cannot be decoded or folded.
        """
        before = self.state
        events = events_of(record)[: None if to is None else to - before.version]
        self.state = fold(before, events, record.name, record.role, self)
        if record.name == OPENING:
            self._states.clear()  # no undo reaches behind an opening
        self._states[self.state.version] = self.state
        return Step(before, events, self.state)

    def standing(self) -> Sequence[Standing]:
        """Nothing: only a new undo asks which commands stand, and a replay decides nothing."""
        return ()

    def state_at(self, version: int) -> State:
        """The state at the end of an earlier record. Raises KeyError for one that no undo can reach."""
        return self._states[version]
