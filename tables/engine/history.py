"""What the record knows beyond the present state: the commands that still stand, and earlier states."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tables.engine.event import Event, evolve
from tables.engine.incidents.consent import authority
from tables.engine.state import State
from tables.engine.undo.events import Undone, restore
from tables.engine.undo.limits import with_undo_limits


@dataclass(frozen=True, slots=True)
class Standing:
    """An accepted command that no undo has taken back.

    `before` and `version` are the table's versions before and after it; `number` is the number of its record.
    """

    number: int
    before: int
    version: int
    role: str
    command: str


class History(Protocol):
    """What an undo needs from the record."""

    def standing(self) -> Sequence[Standing]:
        """The commands that still stand, oldest first."""

    def state_at(self, version: int) -> State:
        """The state at a version that is the end of a command."""


class NoHistory:
    """The history of a table without records."""

    def standing(self) -> Sequence[Standing]:
        """An empty sequence."""
        return ()

    def state_at(self, version: int) -> State:
        """Raises LookupError: there is no earlier state."""
        raise LookupError(f"no record reaches version {version}")


def fold(state: State, events: Sequence[Event], command: str, role: str, history: History) -> State:
    """Apply the events of one record to the state before it. The result equals the state that `decide` returned."""
    after = state
    for happened in events:
        if isinstance(happened, Undone):
            after = restore(after, history.state_at(happened.to))
        else:
            after = evolve(after, happened)
    return with_undo_limits(after, state, command, authority(events, role))


def standing_after(standing: Sequence[Standing], made: Standing, events: Sequence[Event]) -> list[Standing]:
    """The commands that stand after one more. An undo removes some and is not itself in the list."""
    for happened in events:
        if isinstance(happened, Undone):
            return [earlier for earlier in standing if earlier.version <= happened.to]
    return [*standing, made]
