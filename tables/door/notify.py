"""Tells every process that a table has changed. A notification carries no state: its receivers read the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import transaction
from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from redis import Redis

# Topics that are no tables; no table can have these slugs.
CAGE = "@cage"
FIGURES = "@figures"  # what is summed up over all tables
OF_HOUSE = (CAGE, FIGURES)
# No topic that is rendered: who could come on duty, which every table of a screen with `shows_staff` tells.
STAFF = "@staff"
PATIENCE = 2.0  # seconds that Redis has for taking a message
_silent = False


class Change(NamedTuple):
    """`beside`: whether something changed beside the game, of which the table's version tells nothing."""

    topic: str
    version: int
    beside: bool = False


Relay = Callable[[Change], None]
_relays: set[Relay] = set()


def announce(slug: str, version: int, *, beside: bool = False) -> None:
    """Tell every process; `beside` as in `Change`. If a notification is lost, the hub's heartbeat makes up for it."""
    if _silent:
        return
    change = Change(slug, version, beside)
    for relay in tuple(_relays):
        relay(change)
    if settings.REDIS_URL and not _relays:
        _redis(settings.REDIS_URL).publish(settings.NOTIFICATIONS, message([change]))


def announce_on_commit(slug: str, version: int, *, beside: bool = False) -> None:
    """The same once the caller's transaction is committed. A failure is only logged: what was written stands."""
    transaction.on_commit(lambda: announce(slug, version, beside=beside), robust=True)


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
    changes: list[tuple[str, int, bool]]


def message(changes: list[Change], origin: str = "") -> str:
    """The message that is published of these changes. `origin` names the process that knows them already."""
    return _Message(origin=origin, changes=[*changes]).model_dump_json()


def changes_in(text: str | bytes, origin: str) -> list[Change]:
    """The changes in a message; none in one of this origin. Raises ValueError for what this release cannot read."""
    found = _Message.model_validate_json(text)
    if found.origin == origin:
        return []
    return [Change(*change) for change in found.changes]


@cache
def _redis(url: str) -> "Redis":
    """For a process that serves nobody: a server tells it through its relay."""
    # Imported here: a script has no listeners and should not wait for redis to load.
    from redis import Redis

    return Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


@contextmanager
def silence() -> Iterator[None]:
    """Within this context this process sends no notifications, for tables that nobody else can see."""
    global _silent
    before, _silent = _silent, True
    try:
        yield
    finally:
        _silent = before
