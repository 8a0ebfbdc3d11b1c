"""Events of the table as a whole: opening, closing, limits, phases."""

from collections.abc import Mapping
from dataclasses import replace

from tables.engine.events.base import Event, Transfer, event, returned
from tables.engine.state import Bet, Limits, Phase, Resume, State
from tables.rules.reglamento import SettingValue


@event("table_opened")
class TableOpened(Event):
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
    reason: str | None

    def evolve(self, state: State) -> State:
        return State(
            version=state.version,
            shoes=state.shoes,
            current=state.current,
            cagnotte=state.cagnotte,
            paid=state.paid,
            reach=state.reach,
        )


@event("phase_entered")
class PhaseEntered(Event):
    phase: Phase

    def evolve(self, state: State) -> State:
        return replace(state, phase=self.phase)


@event("limits_set")
class LimitsSet(Event):
    minimum: int
    maximum: int

    def evolve(self, state: State) -> State:
        return replace(state, limits=Limits(self.minimum, self.maximum, state.limits.chip))


@event("limits_announced")
class LimitsAnnounced(Event):
    """They take effect at the end of the pass (art. 2)."""

    minimum: int
    maximum: int

    def evolve(self, state: State) -> State:
        return replace(state, limits=replace(state.limits, next=(self.minimum, self.maximum)))


@event("bets_returned")
class BetsReturned(Event):
    """All the stakes on the table, or one player's, go back."""

    bets: tuple[Bet, ...]

    def evolve(self, state: State) -> State:
        left = tuple(bet for bet in state.current.bets if bet not in self.bets)
        banco = state.current.banco
        gone = banco is not None and all(bet.player != banco.player for bet in left)
        return replace(state, current=replace(state.current, bets=left, banco=None if gone else banco))

    def transfers(self) -> tuple[Transfer, ...]:
        return returned(self.bets)


@event("resume_set")
class ResumeSet(Event):
    """What follows the next shuffle."""

    resume: Resume

    def evolve(self, state: State) -> State:
        return replace(state, resume=self.resume)
