"""What the record knows beyond the present state: which commands still stand, and how the table was."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tables.engine.event import Event, evolve
from tables.engine.state import State
from tables.engine.undo.events import Undone, restore
from tables.engine.undo.limits import with_undo_limits


@dataclass(frozen=True, slots=True)
class Standing:
    """An accepted command that no undo has taken back: the versions before and after it, the number of its record."""

    number: int
    before: int
    version: int
    role: str
    command: str


class History(Protocol):
    """What an undo needs of the record."""

    def standing(self) -> Sequence[Standing]:
        """The commands that still stand, oldest first."""

    def state_at(self, version: int) -> State:
        """The state as it was at that version, the end of a command."""


class NoHistory:
    """A table with nothing behind it."""

    def standing(self) -> Sequence[Standing]:
        """Nothing stands."""
        return ()

    def state_at(self, version: int) -> State:
        """There is no earlier state. Raises LookupError."""
        raise LookupError(f"no record reaches version {version}")


def fold(state: State, events: Sequence[Event], command: str, role: str, history: History) -> State:
    """One record's events on the state before it: exactly the state that `decide` answered with."""
    for happened in events:
        if isinstance(happened, Undone):
            state = restore(state, history.state_at(happened.to))
        else:
            state = evolve(state, happened)
    return with_undo_limits(state, command, role)


def standing_after(standing: Sequence[Standing], made: Standing, events: Sequence[Event]) -> list[Standing]:
    """The commands that stand after one more: an undo takes some away and does not stand itself."""
    for happened in events:
        if isinstance(happened, Undone):
            return [earlier for earlier in standing if earlier.version <= happened.to]
    return [*standing, made]
