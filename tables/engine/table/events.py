"""Events of the table: opening, limits, closing, suspending, notes."""

from collections.abc import Mapping

from tables.engine.copying import replace
from tables.engine.event import Event, event
from tables.engine.phase import Phase
from tables.engine.state import Limits, Pass, State
from tables.engine.table.warnings import LimitsWarning
from tables.rules.departures import Departure
from tables.rules.reglamento import SettingValue


@event("table_opened")
class TableOpened(Event):
    """The table was opened under a reglamento.

    `departures`: settings that depart from its text. `warnings`: chances that the limits shut out.
    """

    reglamento: str
    minimum: int
    maximum: int
    chip: int
    settings: Mapping[str, SettingValue]
    departures: tuple[Departure, ...]
    warnings: tuple[LimitsWarning, ...]

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
            conduct=state.conduct,
        )


@event("table_closed")
class TableClosed(Event):
    """The table was closed."""

    reason: str | None

    def evolve(self, state: State) -> State:
        return State(
            version=state.version,
            shoes=state.shoes,
            current=Pass(number=state.current.number),
            cagnotte=state.cagnotte,
            voided=state.voided,
            undone=state.undone,
            conduct=state.conduct,
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
    """New limits are in force. `warnings`: chances that they shut out."""

    minimum: int
    maximum: int
    warnings: tuple[LimitsWarning, ...]

    def evolve(self, state: State) -> State:
        return replace(state, limits=Limits(self.minimum, self.maximum, state.limits.chip))


@event("limits_announced")
class LimitsAnnounced(Event):
    """New limits take effect after the pass (art. 2). `warnings`: chances that they will shut out."""

    minimum: int
    maximum: int
    warnings: tuple[LimitsWarning, ...]

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
