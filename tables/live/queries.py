"""What the hub asks the database between two renderings."""

from typing import NamedTuple

from casino.accounts import access_log
from casino.common import clock, sql
from casino.house import values
from ledger.cage import selectors
from tables import alerts_seen, disputes, duty, refused_cards, signature_requests, tablets
from tables.live.identity import Identity, ended
from tables.models import Table
from tables.notify import CAGE, FIGURES, STAFF
from tables.slip_service import slug_of

BETWEEN_FIGURES = 10.0  # seconds

Versions = list[tuple[str, int]]


class Activity(NamedTuple):
    """How far what moves no table's version has come."""

    counter: selectors.Moves
    requests: signature_requests.Moves
    disputes: disputes.Moves
    alarms: access_log.Moves
    duty: duty.Moves
    alerts: int
    cards: int
    lost: frozenset[str]  # the tables that have lost their tablet
    tablets: frozenset[tablets.Tablet]
    accounts: frozenset[duty.Account]
    figures: int  # they follow from the time, too: they are read anew so often


class Pulse(NamedTuple):
    """What a heartbeat asks. `ended`: those whose rights have ended, with the code that says why; `activity`, `moved`:
    see `activity`; `versions`: of every table, read last, because the screens are told that they show these."""

    ended: dict[Identity, int]
    activity: Activity
    moved: set[str]
    versions: Versions


def pulse(identities: set[Identity], since: Activity) -> Pulse:
    """All that a heartbeat asks, together: what waits for another thread between two questions is old by then. With it
    come the settings of the house."""
    values.take()
    return Pulse(ended(identities), *activity(since), table_versions())


def activity(since: Activity | None) -> tuple[Activity, set[str]]:
    """How far everything beside the games has come, and the topics where something moved since."""
    now = Activity(
        counter=selectors.moves(),
        requests=signature_requests.moves(),
        disputes=disputes.moves(),
        alarms=access_log.moves(),
        duty=duty.moves(),
        alerts=alerts_seen.moves(),
        cards=refused_cards.moves(),
        lost=frozenset(tablets.lost()),
        tablets=tablets.logged_in(),
        accounts=duty.accounts(),
        figures=int(clock.elapsed() // BETWEEN_FIGURES),
    )
    return now, _moved_since(since, now) if since else set()


def _moved_since(since: Activity, now: Activity) -> set[str]:
    topics = set()
    if since.counter != now.counter:
        topics |= {slug_of(book) or CAGE for book in selectors.moved_since(since.counter)} | {CAGE}
    if since.requests != now.requests:
        topics |= signature_requests.moved_since(since.requests)
    if since.disputes != now.disputes:
        topics |= disputes.moved_since(since.disputes)
    if since.duty != now.duty:
        topics |= duty.moved_since(since.duty)
    if (since.duty, since.accounts) != (now.duty, now.accounts):
        topics |= {STAFF}
    if since.alerts != now.alerts:
        topics |= alerts_seen.moved_since(since.alerts)
    if since.cards != now.cards:
        topics |= refused_cards.moved_since(since.cards)
    topics |= since.lost ^ now.lost
    topics |= {one.table for one in since.tablets ^ now.tablets}
    if since.figures != now.figures:
        topics |= {FIGURES}
    if since.alarms != now.alarms:
        topics |= {CAGE}
    return topics


def table_versions() -> Versions:
    """(slug, version) of every table of the floor, by slug."""
    found = sql.select(Table, ("slug", "version", "retired"))
    return sorted((slug, version) for slug, version, retired in found if retired is None)
