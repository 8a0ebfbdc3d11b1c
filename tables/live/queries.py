"""What the hub asks the database between two renderings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from casino.accounts import access_log
from casino.common import clock, sql
from casino.house import values
from ledger.cage import selectors
from tables import alerts_seen, disputes, duty, refused_cards, signature_requests, tablets
from tables.live.identity import Identity, ended
from tables.models import Table
from tables.notify import CAGE, FIGURES, STAFF, Subject, Subjects
from tables.slip_service import slug_of

BETWEEN_FIGURES = 10.0  # seconds

Versions = list[tuple[str, int]]
Moved = dict[str, Subjects]  # topic → what changed of it beside the game


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
    return now, _moved_since(since, now) if since else {}


def _moved_since(since: Activity, now: Activity) -> Moved:
    moved: Moved = defaultdict(frozenset)
    for subject, topics in _changes(since, now):
        for topic in topics:
            moved[topic] |= {subject}
    return dict(moved)


def _changes(since: Activity, now: Activity) -> Iterator[tuple[Subject, Iterable[str]]]:
    if since.counter != now.counter:
        yield Subject.MONEY, {slug_of(book) or CAGE for book in selectors.moved_since(since.counter)} | {CAGE}
    if since.requests != now.requests:
        yield Subject.REQUESTS, signature_requests.moved_since(since.requests)
    if since.disputes != now.disputes:
        yield Subject.DISPUTES, disputes.moved_since(since.disputes)
    if since.duty != now.duty:
        yield Subject.PEOPLE, duty.moved_since(since.duty)
    if (since.duty, since.accounts) != (now.duty, now.accounts):
        yield Subject.PEOPLE, {STAFF}
    if since.alerts != now.alerts:
        yield Subject.ALERTS, alerts_seen.moved_since(since.alerts)
    if since.cards != now.cards:
        yield Subject.CARDS, refused_cards.moved_since(since.cards)
    yield Subject.PEOPLE, since.lost ^ now.lost
    yield Subject.PEOPLE, {one.table for one in since.tablets ^ now.tablets}
    if since.figures != now.figures:
        yield Subject.MONEY, {FIGURES}
    if since.alarms != now.alarms:
        yield Subject.ALERTS, {CAGE}


def table_versions() -> Versions:
    """(slug, version) of every table of the floor, by slug."""
    found = sql.select(Table, ("slug", "version", "retired"))
    return sorted((slug, version) for slug, version, retired in found if retired is None)
