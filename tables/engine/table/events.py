"""Events of the table: opening, limits, closing, suspending, notes."""

from collections.abc import Mapping
from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.phase import Phase
from tables.engine.state import Limits, State
from tables.rules.reglamento import SettingValue


@event("table_opened")
class TableOpened(Event):
    """The table was opened under a reglamento."""

    reglamento: str
    minimum: int
    maximum: int
    chip: int
    settings: Mapping[str, SettingValue]

    def evolve(self, state: State) -> State:
        return State(
            version=state.version,
            reglamento=self.reglamento,
            open=True,
            phase="seating",
            limits=Limits(self.minimum, self.maximum, self.chip),
            settings=dict(self.settings),
            shoes=state.shoes,
            current=state.current,
            cagnotte=state.cagnotte,
            paid=state.paid,
        )


@event("table_closed")
class TableClosed(Event):
    """The table was closed."""

    reason: str | None

    def evolve(self, state: State) -> State:
        return State(
            version=state.version,
            shoes=state.shoes,
            current=state.current,
            cagnotte=state.cagnotte,
            paid=state.paid,
            undo_limits=state.undo_limits,
        )


@event("phase_entered")
class PhaseEntered(Event):
    """The table entered another phase."""

    phase: Phase

    def evolve(self, state: State) -> State:
        return replace(state, phase=self.phase)


@event("limits_set")
class LimitsSet(Event):
    """New limits are in force."""

    minimum: int
    maximum: int

    def evolve(self, state: State) -> State:
        return replace(state, limits=Limits(self.minimum, self.maximum, state.limits.chip))


@event("limits_announced")
class LimitsAnnounced(Event):
    """New limits take effect after the pass (art. 2)."""

    minimum: int
    maximum: int

    def evolve(self, state: State) -> State:
        return replace(state, limits=replace(state.limits, next=(self.minimum, self.maximum)))


@event("table_suspended")
class TableSuspended(Event):
    """The game was suspended."""

    reason: str

    def evolve(self, state: State) -> State:
        return replace(state, suspended=True)


@event("table_resumed")
class TableResumed(Event):
    """The game goes on."""

    def evolve(self, state: State) -> State:
        return replace(state, suspended=False)


@event("noted")
class Noted(Event):
    """A remark, without effect on the game."""

    text: str
    article: str | None

    def evolve(self, state: State) -> State:
        return state
