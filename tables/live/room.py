"""Sockets that follow one topic, and what they have been told of it."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from casino.common import clock
from tables.door.notify import OF_HOUSE
from tables.live.audience import Audience, Kept, Rendering
from tables.live.identity import Identity
from tables.live.mailbox import Mailbox, News, Parts

NOTHING = Rendering(-1, {})


class Subscriber(Protocol):
    """A socket, as the hub knows it. `topic`: a table's slug, one of `notify.OF_HOUSE`, or None for the whole floor."""

    identity: Identity
    audience: Audience
    topic: str | None
    mailbox: Mailbox

    async def terminate(self, code: int) -> None:
        """Unsubscribe and close the socket with this code."""


class Room:
    """The followers of one topic, those of the whole floor among them, and the last rendering."""

    def __init__(self, topic: str) -> None:
        self.topic = topic
        # All of one audience follow either this topic alone or the whole floor. In the order in which they came.
        self.followers: dict[Audience, dict[Subscriber, None]] = {}
        self.rendering = NOTHING
        self.kept: Kept = {}  # what stands beside the game, until a change there is announced
        self.is_in_work = False  # somebody renders it until it is behind no more
        self.read_at = 0.0  # when the last rendering began
        self._wanted = -1  # the newest version that somebody has told of
        self._told_since = False  # of one since the rendering began that is under way
        self._stale = False  # something has changed beside the game since
        self._renewing = False  # something had, and is being rendered
        self._since = 0.0  # when it was outdated first
        self._began = 0.0  # when the rendering began that is under way
        self._whole: dict[Audience, News] = {}

    @property
    def version(self) -> int:
        """Of the last rendering; -1 before the first."""
        return self.rendering.version

    @property
    def is_behind(self) -> bool:
        """Whether something is to be rendered, for all or for one who has come."""
        return self._stale or self._wanted > self.version or not all(map(self.knows, self.followers))

    @property
    def is_outdated(self) -> bool:
        """Whether something has changed since the last rendering."""
        return self._stale or self._renewing or self._wanted > self.version

    def outdated_for(self) -> float:
        """Seconds since something has changed that is not yet rendered; 0 if there is nothing."""
        return clock.elapsed() - self._since if self.is_outdated else 0.0

    def add(self, follower: Subscriber) -> None:
        """One more follows the topic."""
        self.followers.setdefault(follower.audience, {})[follower] = None

    def discard(self, follower: Subscriber) -> None:
        """One follows it no longer, if he did."""
        group = self.followers.get(follower.audience, {})
        group.pop(follower, None)
        if not group:
            self.followers.pop(follower.audience, None)

    def expect(self, version: int = 0, *, beside: bool = False) -> None:
        """There is this version, or something has changed beside the game."""
        if not self.is_outdated:
            self._since = clock.elapsed()
        self._told_since |= version > self.version
        self._wanted = max(self._wanted, version)
        self._stale |= beside

    def begin(self) -> tuple[Audience, ...]:
        """Begin a rendering: what comes from now on is not part of it. Returns for whom it is to be made."""
        if self._stale:
            self.kept = {}  # not emptied: a rendering may be under way
        self._stale, self._renewing = False, self._stale
        self._told_since, self._began = False, clock.elapsed()
        return tuple(self.followers)

    def knows(self, audience: Audience) -> bool:
        """Whether the last rendering was made for this audience, too."""
        return audience in self.rendering.parts

    def whole(self, audience: Audience) -> News:
        """Everything, for one who joins: all who do so are sent the same text."""
        if audience not in self._whole:
            self._whole[audience] = News(audience.kind, self.version, self.rendering.parts[audience])
        return self._whole[audience]

    def update(self, fresh: Rendering) -> dict[Audience, Parts] | None:
        """Take over a rendering. Returns what is new for each audience that knew the one before; None if this one is
        older.

        Who tells of a version has committed it before. So what the database did not have when this rendering began has
        never been there, and is not waited for."""
        self._renewing, self._since = False, clock.elapsed()
        if not self._told_since:
            self._wanted = max(fresh.version, self.version)
        if fresh.version < self.version:
            return None
        before, self.rendering, self.read_at = self.rendering, fresh, self._began
        self._whole.clear()
        known = fresh.parts.keys() & before.parts.keys()
        return {audience: _changed(before.parts[audience], fresh.parts[audience]) for audience in known}


def follows(subscriber: Subscriber, topic: str) -> bool:
    """Whether the topic is the subscriber's, or part of the whole floor that he follows."""
    if subscriber.topic is None and topic in OF_HOUSE:
        return subscriber.audience.shows_of_house(topic)
    return subscriber.topic in (None, topic)


def _changed(before: Parts, fresh: Parts) -> Parts:
    return {name: part for name, part in fresh.items() if before.get(name) != part}


PAUSE = 0.5  # seconds between two rounds: half of what a tile may be old


class Rounds:
    """Calls `tell` with the names of the parts that have changed since the last round for this audience: at once after
    a quiet time, then after a pause for all that came meanwhile."""

    def __init__(self, tell: Callable[[Audience, set[str]], None]) -> None:
        self._tell = tell
        self._changed: dict[Audience, set[str]] = {}
        self._pauses: dict[Audience, asyncio.TimerHandle] = {}

    def add(self, audience: Audience, names: Iterable[str]) -> None:
        """These parts have changed; none, where only the version has."""
        self._changed.setdefault(audience, set()).update(names)
        if audience not in self._pauses:
            self._go_round(audience)

    def is_behind(self, audience: Audience) -> bool:
        """Whether something has changed that is told with the next round."""
        return audience in self._changed

    def stop(self) -> None:
        """Forget everything."""
        for pause in self._pauses.values():
            pause.cancel()
        self._pauses.clear()
        self._changed.clear()

    def _go_round(self, audience: Audience) -> None:
        self._pauses.pop(audience, None)
        if audience in self._changed:
            self._pauses[audience] = asyncio.get_running_loop().call_later(PAUSE, self._go_round, audience)
            self._tell(audience, self._changed.pop(audience))
