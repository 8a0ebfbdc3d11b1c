"""How long each phase takes at a table on average since the day began, beside what the house calls unusually long.

Read from the sums by the hour (`tables.record.projections.sums`), for all tables together or for one. No
record is read.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum
from django.utils.functional import Promise

from casino.common import clock
from casino.common.clock import hour_of
from casino.common.house import LONG_PHASES, house
from tables.models import PhaseTime
from tables.record.projections.sums import PhaseFigures
from tables.view.labels.game import PHASE_LABELS

ByPhase = Mapping[str, PhaseFigures]


@dataclass(frozen=True, slots=True)
class Pace:
    """Of one phase. `average`: seconds; `usual`: those after which it is unusually long, None for never; `slowest`: the
    name of the table where it takes longest, and `longest` the average there, empty where only one table is asked."""

    label: Promise
    number: int
    average: float
    usual: int | None
    slowest: str = ""
    longest: float = 0.0

    @property
    def is_long(self) -> bool:
        """Whether even the average is unusually long."""
        return bool(self.usual) and self.average >= (self.usual or 0)

    @property
    def is_long_there(self) -> bool:
        """The same of the slowest table."""
        return bool(self.usual) and self.longest >= (self.usual or 0)


def usual_seconds(phase: str) -> int | None:
    """Seconds after which the phase is unusually long; None where it may last as long as it likes."""
    return house().long(phase) or None


def _sums(times: QuerySet[PhaseTime], *names: str) -> QuerySet[PhaseTime, Any]:
    return times.values_list(*names).annotate(Sum("number"), Sum("lasted")).order_by()


def _of_all() -> dict[str, dict[str, PhaseFigures]]:
    """Slug → phase → its sums since the day began."""
    found: dict[str, dict[str, PhaseFigures]] = {}
    times = PhaseTime.objects.filter(hour__gte=_beginning(), table__retired=None)
    for table, phase, number, lasted in _sums(times, "table__slug", "phase"):
        found.setdefault(table, {})[phase] = PhaseFigures(number, lasted)
    return found


def _beginning() -> datetime:
    return hour_of(clock.day_of(clock.now()))


def of_table(slug: str) -> list[Pace]:
    """Each phase that the table has had today, in the order of the game."""
    times = PhaseTime.objects.filter(hour__gte=_beginning(), table__slug=slug)
    sums = {phase: PhaseFigures(number, lasted) for phase, number, lasted in _sums(times, "phase")}
    return [_pace(phase, sums[phase]) for phase in LONG_PHASES if phase in sums]


def of_floor(names: Mapping[str, str]) -> list[Pace]:
    """The same of all tables together; `names`: slug → name."""
    sums = {slug: by_phase for slug, by_phase in _of_all().items() if slug in names}
    return [_together(phase, sums, names) for phase in _played(sums.values())]


def _played(sums: Iterable[ByPhase]) -> Sequence[str]:
    seen = {phase for by_phase in sums for phase in by_phase}
    return [phase for phase in LONG_PHASES if phase in seen]


def _together(phase: str, sums: Mapping[str, ByPhase], names: Mapping[str, str]) -> Pace:
    here = {slug: by_phase[phase] for slug, by_phase in sums.items() if phase in by_phase}
    slowest = max(here, key=lambda slug: _average(here[slug]))
    return _pace(phase, sum(here.values(), PhaseFigures()), names[slowest], _average(here[slowest]))


def _pace(phase: str, figures: PhaseFigures, slowest: str = "", longest: float = 0.0) -> Pace:
    label, usual = PHASE_LABELS[phase], usual_seconds(phase)
    return Pace(label, figures.number, _average(figures), usual, slowest, longest)


def _average(figures: PhaseFigures) -> float:
    return figures.lasted / figures.number / 1000
