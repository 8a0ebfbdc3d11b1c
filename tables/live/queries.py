"""Queries of the hub between two renderings."""

from datetime import datetime
from typing import NamedTuple

from casino.common import clock, pair
from casino.house import values
from casino.people import access_log
from ledger.cage import selectors
from tables.door import alert_log, disputes, duty, signatures
from tables.door.duty import tablets
from tables.door.notify import CAGE, FIGURES, STAFF
from tables.door.slips import slug_of
from tables.live.identity import Identity, ended
from tables.models import Table

BETWEEN_FIGURES = 10.0  # seconds

Versions = list[tuple[str, int]]
Moved = set[str]  # topics of which something changed beside the game


class Activity(NamedTuple):
    """How far what moves no table's version has come."""

    counter: selectors.Moves
    requests: signatures.Moves
    disputes: disputes.Moves
    alarms: access_log.Moves
    duty: duty.Moves
    alerts: alert_log.Moves
    alone: datetime | None  # since when a house on two machines has one copy only
    lost: frozenset[str]  # the tables that have lost their tablet
    tablets: frozenset[tablets.Tablet]
    accounts: frozenset[duty.Login]
    figures: int  # they follow from the time, too: they are read anew so often


class Pulse(NamedTuple):
    """The answers to a heartbeat. `ended`: those whose rights have ended, with the code that says why; `activity`,
    `moved`: see `activity`; `versions`: of every table, read last, because the screens are told that they show
    these."""

    ended: dict[Identity, int]
    activity: Activity
    moved: Moved
    versions: Versions


def pulse(identities: set[Identity], since: Activity) -> Pulse:
    """All that a heartbeat asks, together: what waits for another thread between two questions is old by then. With it
    come the settings of the house."""
    values.take()
    return Pulse(ended(identities), *activity(since), table_versions())


def activity(since: Activity | None) -> tuple[Activity, Moved]:
    """How far everything beside the games has come, and what moved since."""
    now = Activity(
        counter=selectors.moves(),
        requests=signatures.moves(),
        disputes=disputes.moves(),
        alarms=access_log.moves(),
        duty=duty.moves(),
        alerts=alert_log.moves(),
        alone=pair.alone_since(),
        lost=frozenset(tablets.lost()),
        tablets=tablets.logged_in(),
        accounts=duty.logins(),
        figures=int(clock.elapsed() // BETWEEN_FIGURES),
    )
    return now, _moved_since(since, now) if since else set()


def _moved_since(since: Activity, now: Activity) -> Moved:
    moved = set(since.lost ^ now.lost) | {one.table for one in since.tablets ^ now.tablets}
    if since.counter != now.counter:
        moved |= {slug_of(book) or CAGE for book in selectors.moved_since(since.counter)} | {CAGE}
    if since.requests != now.requests:
        moved |= signatures.moved_since(since.requests)
    if since.disputes != now.disputes:
        moved |= disputes.moved_since(since.disputes)
    if since.duty != now.duty:
        moved |= duty.moved_since(since.duty)
    if (since.duty, since.accounts) != (now.duty, now.accounts):
        moved.add(STAFF)
    if since.alerts != now.alerts:
        moved |= alert_log.moved_since(since.alerts)
    if since.figures != now.figures:
        moved.add(FIGURES)
    if (since.alarms, since.alone) != (now.alarms, now.alone):
        moved.add(CAGE)
    return moved


def table_versions() -> Versions:
    """(slug, version) of every table of the floor, by slug."""
    return list(Table.objects.filter(retired=None).order_by("slug").values_list("slug", "version"))
