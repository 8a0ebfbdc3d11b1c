"""The one event that no fold can carry alone: it needs the state of an earlier version."""

from dataclasses import replace

from tables.engine.events.base import Event, event
from tables.engine.state import State


@event("undone")
class Undone(Event):
    """All commands after version `to` that still stood are taken back; `commands` counts them."""

    to: int
    commands: int
    reason: str | None


def restore(state: State, earlier: State) -> State:
    """`earlier` come back: the version only grows, and what was paid once stays known."""
    return replace(earlier, version=state.version + 1, paid=max(state.paid, earlier.paid))
