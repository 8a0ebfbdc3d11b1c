"""Whether the console of each table is there.

Every worker enters the tables whose consoles are connected to it, again and again; a table of which no worker has said
so for TABLET_SECONDS has lost its tablet. A worker that dies enters nothing, so its consoles need not be taken leave
of. While no worker is there, nobody looks: from when one is, the consoles have as long again for coming back.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from casino.common import clock
from casino.common.house import LONG_PHASES, house
from casino.common.sql.confirmed import confirmed
from casino.people.models import StaffSession
from casino.people.sessions.staff_sessions import is_locked
from tables.models import ConsoleSeen, Record, Table, Watch

EVERY = 5.0  # seconds between two entries of a worker
GAP = timedelta(seconds=3 * EVERY)  # so long without an entry: no worker was there


class Tablet(NamedTuple):
    """The session `number`, of the person with the primary key `user`, at a table. `by_pin`: taken over."""

    number: int
    user: int
    table: str
    by_pin: bool


def enter(here: Mapping[str, str]) -> None:
    """A worker has consoles of these tables now: slug → the login that works there. None, too, is worth saying."""
    now = clock.now()
    rows = Table.objects.filter(slug__in=here).order_by("pk").values_list("pk", "slug")
    with confirmed():
        _look(now)
        ConsoleSeen.objects.bulk_create(
            [ConsoleSeen(table_id=pk, at=now, person=here[slug]) for pk, slug in rows],
            update_conflicts=True,
            update_fields=["at", "person"],
            unique_fields=["table"],
        )


def leave(slug: str) -> None:
    """Enter that whoever worked at this table's console has gone to another page: it is not missed. Where another
    console of the table is there, its worker enters it again."""
    ConsoleSeen.objects.filter(table__slug=slug).delete()


def lost() -> dict[str, ConsoleSeen]:
    """Slug → its console as it was last seen, of each table in play that has lost its tablet. A table at which no
    console was opened since its opening has none to lose."""
    now, patience = clock.now(), timedelta(seconds=house().tablet_seconds + EVERY)
    if not house().tablet_seconds or not _is_watched(now, patience):
        return {}
    gone = _in_play().filter(at__lt=now - patience).select_related("table")
    return {one.table.slug: one for one in gone}


def logged_in() -> frozenset[Tablet]:
    """The tablets of all tables."""
    found = StaffSession.objects.exclude(table="").values_list("pk", "user", "table", "by_pin")
    return frozenset(map(Tablet._make, found))


def is_missed(phase: str) -> bool:
    """Whether the tablet is needed: in seating and at a closed table nothing is played."""
    return phase in LONG_PHASES


def waits_for_pin(slug: str) -> bool:
    """Whether a tablet of the table is locked."""
    found = StaffSession.objects.filter(table=slug).values_list("active", "locked")
    return any(is_locked(*touched) for touched in found)


def _look(now: datetime) -> None:
    if not Watch.objects.filter(at__gte=now - GAP, at__lte=now + GAP).update(at=now):
        Watch.objects.update_or_create(pk=1, defaults={"since": now, "at": now})


def _is_watched(now: datetime, patience: timedelta) -> bool:
    """Whether somebody has looked for so long without a gap that who is not there had time to come back."""
    return Watch.objects.filter(since__lte=now - patience, at__gte=now - GAP).exists()


def _in_play() -> QuerySet[ConsoleSeen]:
    opened = Record.objects.filter(table=OuterRef("table"), name="open_table").order_by("-number")
    return ConsoleSeen.objects.filter(
        table__retired=None,
        table__open=True,
        table__phase__in=LONG_PHASES,
        at__gte=Subquery(opened.values("at")[:1]),
    )
