"""Tells every process that a table has changed. A notification carries no state: its receivers read the database."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

from django.conf import settings

from casino.common.publisher import Publisher

# Topics that are no tables; no table can have these slugs.
CAGE = "@cage"
FIGURES = "@figures"  # what is summed up over all tables
OF_HOUSE = (CAGE, FIGURES)
# No topic that is rendered: who could come on duty, which every table of a screen with `shows_staff` tells.
STAFF = "@staff"
_silent = False


class Change(NamedTuple):
    """`beside`: something other than the game changed, such as a dispute, and the table's version did not."""

    topic: str
    version: int
    beside: bool = False


Relay = Callable[[Change], None]
_relays: set[Relay] = set()


def announce(slug: str, version: int, *, beside: bool = False) -> None:
    """Tell every process. If a notification is lost, the hub's heartbeat makes up for it."""
    if _silent:
        return
    change = Change(slug, version, beside)
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


def message(changes: list[Change], origin: str = "") -> str:
    """Changes as they are published. `origin` names the process that knows them already."""
    return json.dumps({"origin": origin, "changes": changes})


def changes_in(text: str, origin: str) -> list[Change]:
    """The changes in a message; none in one of this origin."""
    found = json.loads(text)
    return [] if found["origin"] == origin else [Change(*change) for change in found["changes"]]


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
