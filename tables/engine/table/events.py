"""Events of the table: opening, limits, closing, suspending, notes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tables.engine.event import Event, event
from tables.engine.state import ChanceLimits, Limits, NextLimits, Pass, Phase, Resume, State, empty_seats
from tables.rules.departures import Departure
from tables.rules.reglamento import SettingValue


@dataclass(frozen=True, slots=True)
class LimitsWarning:
    """`code`: `never_bet`, no bet on `chance` can reach its minimum without passing its maximum; or `rounding_gain`,
    for stakes from `minimum` to `maximum` the player gains in the long run by what is rounded to the chip."""

    code: str
    chance: str
    minimum: int
    maximum: int


@event("table_opened")
class TableOpened(Event):
    """The table was opened under a reglamento.

    `departures`: settings that depart from its text. `warnings`: what is wrong with the limits. `chances`,
    `differential`: as in `Limits`.
    """

    reglamento: str
    minimum: int
    maximum: int
    chip: int
    settings: Mapping[str, SettingValue]
    departures: tuple[Departure, ...]
    warnings: tuple[LimitsWarning, ...]
    chances: Mapping[str, ChanceLimits]
    differential: int | None

    def evolve(self, state: State) -> State:
        seats = empty_seats(self.settings)
        return State(
            version=state.version,
            reglamento=self.reglamento,
            open=True,
            phase="seating",
            limits=Limits(
                self.minimum, self.maximum, self.chip, chances=self.chances, differential=self.differential
            ),
            settings=dict(self.settings),
            seats=seats,
            resume=Resume("first", max(seats)),
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
    """New limits are in force. `warnings`: what is wrong with them."""

    minimum: int
    maximum: int
    warnings: tuple[LimitsWarning, ...]
    chances: Mapping[str, ChanceLimits]
    differential: int | None

    def evolve(self, state: State) -> State:
        limits = Limits(
            self.minimum,
            self.maximum,
            state.limits.chip,
            chances=self.chances,
            differential=self.differential,
        )
        return replace(state, limits=limits)


@event("limits_announced")
class LimitsAnnounced(Event):
    """New limits take effect after the pass (art. 2). `warnings`: what will be wrong with them."""

    minimum: int
    maximum: int
    warnings: tuple[LimitsWarning, ...]
    chances: Mapping[str, ChanceLimits]
    differential: int | None

    def evolve(self, state: State) -> State:
        waiting = NextLimits(self.minimum, self.maximum, self.chances, self.differential)
        return replace(state, limits=replace(state.limits, next=waiting))


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
