"""How long the phases of a table lasted, by the hour in which they ended: what reports and the floor average.

A phase counts when the table leaves it, by an undo, too; one that is entered again counts again. The time in which the
table was suspended is part of it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from casino.common.clock import hour_of
from tables.engine import State
from tables.engine.phase import OPEN
from tables.projections.rows import Link

TIMED = frozenset(OPEN) - {"seating"}  # a closed table and seating may last as long as they like
MILLISECOND = timedelta(milliseconds=1)

Key = tuple[datetime, str]  # hour, phase


class PhaseFigures(NamedTuple):
    """By hour and phase. `number`: how often it ended; `lasted`: milliseconds, together."""

    number: int = 0
    lasted: int = 0

    def __add__(self, other: "PhaseFigures") -> "PhaseFigures":  # type: ignore[override]  # they are summed, not joined
        return PhaseFigures(self.number + other.number, self.lasted + other.lasted)


def phase_ended(before: State, after: State, link: Link) -> Iterator[tuple[Key, PhaseFigures]]:
    """The phase that ended with this record, if one did."""
    if after.phase != before.phase and before.phase in TIMED and link.began is not None:
        lasted = max(link.at - link.began, timedelta()) // MILLISECOND
        yield (hour_of(link.at), before.phase), PhaseFigures(1, lasted)
