"""The undo event. It needs the state of an earlier version, so it cannot be applied like other events."""

from tables.engine.copying import replace
from tables.engine.event import Event, event
from tables.engine.state import State


@event("undone")
class Undone(Event):
    """The table goes back to version `to`.

    `records` are the numbers of the records whose commands are taken back, newest first.
    """

    to: int
    records: tuple[int, ...]
    reason: str | None


def restore(state: State, earlier: State) -> State:
    """Bring back an `earlier` state. The version still rises, and the passes paid since are remembered as undone."""
    since = range(earlier.current.number, state.current.number)
    paid = {number for number in since if number not in state.voided}
    return replace(earlier, version=state.version + 1, undone=tuple(sorted(paid | {*state.undone})))
