"""The one event that no fold can carry alone: it needs the state of an earlier version."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import State


@event("undone")
class Undone(Event):
    """The table goes back to version `to`: the commands in `records` (numbers of the record, newest first), which still
    stood, are taken back."""

    to: int
    records: tuple[int, ...]
    reason: str | None


def restore(state: State, earlier: State) -> State:
    """`earlier` comes back: the version only grows, and what was paid once stays known."""
    return replace(earlier, version=state.version + 1, paid=max(state.paid, earlier.paid))
