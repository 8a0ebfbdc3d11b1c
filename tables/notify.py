"""Tells every process that a table has changed. A notification carries no state: its receivers read the database, or
what they have written themselves."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from django.conf import settings
from pydantic import BaseModel, ConfigDict

from casino.common.publisher import Publisher

# Topics that are no tables; no table can have these slugs.
CAGE = "@cage"
FIGURES = "@figures"  # what is summed up over all tables
OF_HOUSE = (CAGE, FIGURES)
# No topic that is rendered: who could come on duty, which every table of a screen with `shows_staff` tells.
STAFF = "@staff"
_silent = False


class Subject(StrEnum):
    """What may change beside the game, without a new version of the table."""

    MONEY = "money"  # slips and shifts, and the balances that they move
    PEOPLE = "people"  # who is on duty, and the tablets
    REQUESTS = "requests"  # for a second person's signature
    DISPUTES = "disputes"
    ALERTS = "alerts"  # who has seen them
    CARDS = "cards"  # those that were refused because the shoe cannot hold them


Subjects = frozenset[Subject]
ANYTHING = frozenset(Subject)


class Change(NamedTuple):
    """`beside`: what changed beside the game, if anything did; the table's version tells nothing of it. `head`: the
    digest of the record that led to the version, if this process has written it; others are not told."""

    topic: str
    version: int
    beside: Subjects = frozenset()
    head: str = ""


Relay = Callable[[Change], None]
_relays: set[Relay] = set()


def announce(slug: str, version: int, *, beside: Iterable[Subject] = (), head: str = "") -> None:
    """Tell every process; `beside` and `head` as in `Change`. If a notification is lost, the hub's heartbeat makes up
    for it."""
    if _silent:
        return
    change = Change(slug, version, frozenset(beside), head)
    for relay in tuple(_relays):
        relay(change)
    if settings.REDIS_URL and not _relays:
        _publisher(settings.REDIS_URL, settings.NOTIFICATIONS).publish(message([change]))


def relay_by(relay: Relay) -> None:
    """From now on this process tells its changes to `relay`, in any thread, which passes them on to the others."""
    _relays.add(relay)


def relay_no_longer_by(relay: Relay) -> None:
    """Undo `relay_by`."""
    _relays.discard(relay)


class _Message(BaseModel):
    """Changes as they are published. `origin` names the process that knows them already."""

    model_config = ConfigDict(extra="forbid", strict=True)

    origin: str
    changes: list[tuple[str, int, list[str]]]


def message(changes: list[Change], origin: str = "") -> str:
    """What is published of these changes. `origin` names the process that knows them already."""
    told = [(change.topic, change.version, sorted(map(str, change.beside))) for change in changes]
    return _Message(origin=origin, changes=told).model_dump_json()


def changes_in(text: str | bytes, origin: str) -> list[Change]:
    """The changes in a message; none in one of this origin. Raises ValueError for what this release cannot read."""
    found = _Message.model_validate_json(text)
    if found.origin == origin:
        return []
    return [
        Change(topic, version, frozenset(map(Subject, beside))) for topic, version, beside in found.changes
    ]


@cache
def _publisher(url: str, channel: str) -> Publisher:
    return Publisher(url, channel)


@contextmanager
def silence() -> Iterator[None]:
    """Within this context this process sends no notifications, for tables that nobody else can see."""
    global _silent
    before, _silent = _silent, True
    try:
        yield
    finally:
        _silent = before
