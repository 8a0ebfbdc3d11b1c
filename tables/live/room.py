"""Those who follow one topic, and what they have been told of it."""

from typing import Protocol

from casino.common import clock
from tables.live.audience import Audience, Rendering
from tables.live.identity import Identity
from tables.live.mailbox import Mailbox, News, Parts
from tables.notify import ANYTHING, OF_HOUSE, Change, Subjects

NOTHING = Rendering(-1, {})
NO_SUBJECT: Subjects = frozenset()


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
        self._wanted = -1  # the newest version that somebody has told of
        self._told_since = (
            False  # whether somebody has told of one since the rendering began that is under way
        )
        self._head = ""  # the digest that led to it, if this process has written it
        self._stale = NO_SUBJECT  # what has changed beside the game since
        self._renewing = NO_SUBJECT  # what of that is being rendered
        self._since = 0.0  # when it was outdated first
        self.read_at = 0.0  # when the last rendering began
        self._began = 0.0  # when the one began that is under way
        self._whole: dict[Audience, News] = {}

    @property
    def version(self) -> int:
        """Of the last rendering; -1 before the first."""
        return self.rendering.version

    @property
    def is_behind(self) -> bool:
        """Whether something is to be rendered, for all or for one who has come."""
        is_new = bool(self._stale) or self._wanted > self.version
        return is_new or not all(map(self.knows, self.followers))

    @property
    def is_outdated(self) -> bool:
        """Whether something has changed since the last rendering."""
        return bool(self._stale or self._renewing) or self._wanted > self.version

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

    def expect(self, change: Change) -> None:
        """Something has changed."""
        if not self.is_outdated:
            self._since = clock.elapsed()
        self._told_since |= change.version > self.version
        if change.version > self._wanted:
            self._wanted, self._head = change.version, change.head
        self._stale |= change.beside

    def begin(self) -> tuple[tuple[Audience, ...], Subjects, str]:
        """What comes from now on is not part of the rendering that begins. Returns for whom it is to be made; what may
        have changed beside the game: before the first rendering nobody has listened for that; and the digest of the
        record that is to be shown, empty where the table is to be read."""
        beside = ANYTHING if self.rendering is NOTHING else self._stale
        self._stale, self._renewing, self._began = NO_SUBJECT, beside, clock.elapsed()
        self._told_since = False
        return tuple(self.followers), beside, self._head if self._wanted > self.version else ""

    def knows(self, audience: Audience) -> bool:
        """Whether the last rendering was made for this audience, too."""
        return audience in self.rendering.parts

    def whole(self, audience: Audience) -> News:
        """Everything, for one who joins."""
        if audience not in self._whole:
            self._whole[audience] = News(audience.kind, self.version, self.rendering.parts[audience])
        return self._whole[audience]

    def update(self, fresh: Rendering) -> dict[Audience, Parts] | None:
        """Take over a rendering. Returns what is new for each audience that knew the one before; None if this one is
        older.

        Who tells of a version has committed it before. So what the database did not have when this rendering began has
        never been there, and is not waited for."""
        self._renewing, self._since = NO_SUBJECT, clock.elapsed()
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
