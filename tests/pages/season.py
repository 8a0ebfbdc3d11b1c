"""Nights that the robots have played before a picture is taken: this month's, and last year's of the same month, so
that every comparison of the director has something to compare."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from casino.administration import pits
from casino.common import clock
from casino.common.progress import progress
from casino.house.acts import By
from casino.people.permissions import Role
from ledger.cage.slips import SlipRequest
from tables.door import disputes, notify, slips
from tables.robot.cage import cover_debts, sign, staff_member
from tables.robot.night import Plan, play_night

YEAR = timedelta(days=364)  # the same weekday
THIS_MONTH, LAST_YEAR = 9, 3  # nights, up to the one before today's
FIRST_HOUR, HOURS = (
    11,
    4,
)  # after the begin of the casino's day: a night begins within so many hours from the first
FUNDS = 10_000_000  # in chips, for the trays of more tables than the demo has
SEED = 41
PLANS = (
    Plan("punto-1", "Punto 1", "argentina", 100, 10_000, 10),
    Plan("punto-2", "Punto 2", "spain", 50, 5_000, 10),
    Plan("punto-3", "Punto 3", "monte-carlo", 100, 10_000, 10),
    Plan("punto-4", "Punto 4", "slovenia", 50, 5_000, 10),
    Plan("chemin", "Chemin", "chemin-de-fer", 100, 10_000, 10),
)
PITS = {
    "Salón Principal": ("mesa-1", "mesa-2", "mesa-3", "mesa-4", "punto-1", "punto-2", "punto-3", "punto-4"),
    "Sala Privada": ("chemin", "chemin-de-fer", "monte-carlo", "slovenia"),
}
DISPUTED, SAID = "mesa-2", "Bea: había apostado a banca"
BUSY, QUIET = 28, 14  # passes at each table, at the end of a week and on its other nights


def play_season() -> None:
    """Play the nights, one after the other, each on the clock of its evening."""
    sign(
        slips.request_slip(None, SlipRequest("cage_chips_in", FUNDS), staff_member(Role.JEFE)),
        ("signed", Role.CAMBISTA),
    )
    nights = list(_nights(clock.now()))
    with notify.silence(), progress("nights", len(nights)) as advance:
        for number, (begin, passes) in enumerate(nights):
            play_night(begin, passes, SEED + number, PLANS)
            advance(1)


def _nights(now: datetime) -> Iterator[tuple[datetime, int]]:
    """When each begins, and its passes at a table."""
    today = clock.day_of(now)
    for back, nights in ((YEAR, LAST_YEAR), (timedelta(), THIS_MONTH)):
        for days in range(nights, 0, -1):
            begin = today - back - timedelta(days=days) + timedelta(hours=FIRST_HOUR + days % HOURS)
            yield begin, BUSY if clock.local(begin).weekday() in (4, 5) else QUIET


def furnish_tonight() -> None:
    """The pits of the house, and at the tables that are in play the chips that were sold and a dispute."""
    by = By("make screens")
    for name, slugs in PITS.items():
        pits.assign(by, pits.add(by, name).pk, slugs)
    for slug in (slug for slugs in PITS.values() for slug in slugs):
        cover_debts(slug)
    disputes.mark(DISPUTED, staff_member(Role.CROUPIER), SAID)
