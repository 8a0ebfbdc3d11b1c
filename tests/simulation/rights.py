"""Whose rights have ended: sessions, their locks, accounts and tokens, changed in the database itself, where no trouble
comes in the way of who does it."""

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.conf import settings

from casino.accounts.models import digest_of
from casino.accounts.permissions import PUBLIC, WATCHED
from tests.simulation.database import secret_of, session_of

NOT_LOGGED_IN, LOCKED = 4401, 4423
ENDED = (
    "DELETE FROM django_session WHERE session_key = :session",
    "UPDATE accounts_user SET role = '' WHERE username = :name",
    "UPDATE accounts_user SET is_active = 0 WHERE username = :name",
    "UPDATE accounts_user SET password = 'another' WHERE username = :name",
)
LOCKED_BY_HAND = "UPDATE accounts_staffsession SET locked = :now WHERE session_key = :session"
LEFT_ALONE = "UPDATE accounts_staffsession SET active = :long_ago WHERE session_key = :session"
UNLOCKED = "UPDATE accounts_staffsession SET locked = NULL, active = :now WHERE session_key = :session"
WITHOUT_TOKEN = (
    "UPDATE accounts_token SET revoked = :now WHERE digest = :digest",
    "UPDATE accounts_token SET digest = 'another ' || digest WHERE digest = :digest",
    "UPDATE accounts_token SET expires = '2001-01-01 00:00:00' WHERE digest = :digest",
)


class Rights:
    """Of all who have opened a socket or give commands. `ended`, `locked`: since when, by name."""

    def __init__(self, database: sqlite3.Connection, machine: Callable[[], tuple[float, datetime]]) -> None:
        self._database, self._machine = database, machine
        self.ended: dict[str, float] = {}
        self.locked: dict[str, float] = {}
        self.have_been_locked: set[str] = set()
        self._left_alone: set[str] = set()
        self._by_hand: set[str] = set()
        self.has_jumped = False  # whether the clock was set on so far that every tablet is locked

    def withdraw(self, name: str, random: Random) -> None:
        """End the rights behind this name for good, in one of the ways."""
        ways = WITHOUT_TOKEN if is_token(name) else ENDED
        self._change(random.choice(ways), name)
        self.ended.setdefault(name, self._machine()[0])

    def lock(self, name: str, random: Random) -> None:
        """Lock this person's tablet, by hand or because nobody has touched it."""
        if is_token(name) or name in self.ended:
            return
        way = random.choice((LOCKED_BY_HAND, LEFT_ALONE))
        self._change(way, name)
        (self._left_alone if way == LEFT_ALONE else self._by_hand).add(name)
        self.locked.setdefault(name, self._machine()[0])
        self.have_been_locked.add(name)

    def unlock(self, name: str) -> None:
        """The right PIN was given."""
        self._change(UNLOCKED, name)
        self._left_alone.discard(name)
        self._by_hand.discard(name)
        self.locked.pop(name, None)

    def clock_set(self, seconds: float) -> None:
        """Somebody has set the clock. By a clock that was set back, nobody has been away for long."""
        self.has_jumped |= seconds > 0
        if seconds < 0:
            for name in self._left_alone:
                self.locked.pop(name, None)

    def since(self, name: str) -> float | None:
        """Since when nothing may be done in this name; None if it may."""
        times = [kept[name] for kept in (self.ended, self.locked) if name in kept]
        return min(times, default=None)

    def shows(self, name: str, screen: str) -> bool:
        """Whether this one may follow: also where his tablet is locked, if nobody touched it and this is watched."""
        if name in self.ended or name not in self.locked:
            return name not in self.ended
        return screen in PUBLIC or (screen in WATCHED and name not in self._by_hand)

    def may_close(self, name: str, code: int) -> bool:
        """Whether it can be right that a socket of this one is closed with this code."""
        if code == LOCKED:
            return name in self.have_been_locked or self.has_jumped
        return name in self.ended

    def _change(self, text: str, name: str) -> None:
        now = self._machine()[1]
        idle = timedelta(minutes=settings.IDLE_MINUTES + 1)
        said: dict[str, Any] = {
            "session": session_of(name),
            "name": name,
            "digest": digest_of(secret_of(name)),
            "now": _stored(now),
            "long_ago": _stored(now - idle),
        }
        sqlite3.Connection.execute(self._database, text, said)


def is_token(name: str) -> bool:
    """Whether a token is behind this name, and no login."""
    return name.startswith(("device", "display"))


def _stored(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(" ")
