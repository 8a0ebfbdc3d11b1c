"""The hub: learns that a table changed, reads and renders it once, and puts what is new into every socket's mailbox.

There is one per process and event loop. A notification only says "this table, that version"; the hub then reads the
database. With every heartbeat it asks the database for the versions, too: a lost notification delays a screen by one
heartbeat.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from django.db import Error as DatabaseError

from casino.common.threads import Threads
from tables.live import queries
from tables.live.audience import Audience, Rendering, render
from tables.live.mailbox import News, Parts
from tables.live.notifications import Notifications
from tables.live.queries import Activity
from tables.live.room import Room, Subscriber, follows
from tables.live.rounds import Rounds
from tables.live.turns import Turns
from tables.notify import CAGE, Change

HEARTBEAT = 2.0  # seconds
RETRY_DELAY = 1.0  # seconds before the database is tried again
TAKEN_WITHIN = 10.0  # seconds that a client has for taking a message, and a browser for showing it
NOT_TAKEN = 4408  # close code: the client took longer
FAILED = 4500  # the hub has a defect: connect again
SIDE_BY_SIDE = 4  # topics that are rendered at the same time

log = structlog.get_logger("live")
rendering = Threads("rendering", SIDE_BY_SIDE)
asking = Threads("heartbeat", 1)


class Hub:
    """The subscribers of this process, and the last rendering of each topic that they follow."""

    def __init__(self) -> None:
        self._subscribers: set[Subscriber] = set()
        self._rooms: dict[str, Room] = {}
        self._joining: dict[
            Subscriber, set[str]
        ] = {}  # who waits for the whole floor → topics not yet rendered
        self._turns = Turns(self._broadcast, SIDE_BY_SIDE)
        self._rounds = Rounds(self._tell_whole_floor)
        self._activity: Activity | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._failure: asyncio.Task[None] | None = (
            None  # referenced, so that it is not collected before it ran
        )

    async def subscribe(self, subscriber: Subscriber) -> None:
        """The subscriber's mailbox gets everything once, then what changes. The first one starts the hub's tasks."""
        self._subscribers.add(subscriber)
        if not self._tasks:
            self._turns = Turns(self._broadcast, SIDE_BY_SIDE)
            work = (Notifications(self._on_change).run(), self._turns.run(), self._heartbeats())
            self._tasks = [self._start(coroutine) for coroutine in work]
        if subscriber.topic is None:
            await self._join_floor(subscriber)
        else:
            self._join(subscriber, self._room(subscriber.topic))

    async def unsubscribe(self, subscriber: Subscriber) -> None:
        """Forget the subscriber. The last one to go stops the hub's tasks."""
        self._subscribers.discard(subscriber)
        self._joining.pop(subscriber, None)
        for room in self._rooms_with(subscriber):
            room.discard(subscriber)
            if not room.followers:
                del self._rooms[room.topic]
        if not self._subscribers:
            await self._stop()

    async def close_all(self, code: int) -> None:
        """Close every socket."""
        await asyncio.gather(*(subscriber.terminate(code) for subscriber in list(self._subscribers)))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        task.add_done_callback(self._on_done)
        return task

    def _on_done(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or not (error := task.exception()):
            return
        # A defect. A screen must not go on showing what nobody updates: all sockets close and connect again.
        log.error("the hub has failed", exc_info=error)
        self._failure = asyncio.create_task(self.close_all(FAILED))

    async def _stop(self) -> None:
        tasks, self._tasks = self._tasks, []
        self._rooms.clear()
        self._rounds.stop()
        self._activity = None
        # A heartbeat that closed the last socket runs this itself: it ends on its own.
        others = [task for task in tasks if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    # Joining

    def _room(self, topic: str) -> Room:
        if topic not in self._rooms:
            room = self._rooms[topic] = Room(topic)
            for one in self._subscribers:
                if one.topic is None and follows(one, topic):
                    room.add(one)
        return self._rooms[topic]

    def _rooms_with(self, subscriber: Subscriber) -> list[Room]:
        if subscriber.topic is None:
            return list(self._rooms.values())
        return [self._rooms[subscriber.topic]] if subscriber.topic in self._rooms else []

    def _join(self, subscriber: Subscriber, room: Room) -> None:
        room.add(subscriber)
        if room.knows(subscriber.audience):
            subscriber.mailbox.put(room.whole(subscriber.audience))
        else:
            self._turns.ask(room.topic)

    async def _join_floor(self, subscriber: Subscriber) -> None:
        # A page of every table gets all of it in one message: it ignores a version older than the one that it was
        # loaded with, and its version is the sum of the tables'.
        self._joining[subscriber] = missing = set()
        for topic in await _all_topics():
            if follows(subscriber, topic) and subscriber in self._subscribers:
                room = self._room(topic)
                room.add(subscriber)
                if not room.knows(subscriber.audience):
                    missing.add(topic)
                    self._turns.ask(topic)
        self._put_floor_if_complete(subscriber)

    def _put_floor_if_complete(self, subscriber: Subscriber) -> None:
        if self._joining.get(subscriber) == set():
            del self._joining[subscriber]
            audience = subscriber.audience
            parts = self._parts_of_floor(audience)
            subscriber.mailbox.put(News(audience.kind, self._version_for(subscriber), parts))

    # Broadcasting: one read and one rendering per change and audience

    def _on_change(self, change: Change) -> None:
        room = self._rooms.get(change.topic)
        if room:
            room.expect(change)
            if room.is_behind:
                self._turns.ask(change.topic)

    async def _broadcast(self, topic: str) -> None:
        room = self._rooms.get(topic)
        if room is None or not room.is_behind:
            return
        try:
            fresh = await rendering.run(render, topic, *room.begin())
        except DatabaseError as error:
            log.warning("the database does not answer", error=str(error))
            await asyncio.sleep(RETRY_DELAY)
            self._on_change(Change(topic, 0, beside=True))
        else:
            self._tell(room, fresh)

    def _tell(self, room: Room, fresh: Rendering) -> None:
        changed = room.update(fresh)
        if changed is None:
            return
        for audience, followers in tuple(room.followers.items()):
            if room.knows(audience):
                self._tell_audience(room, audience, tuple(followers), changed.get(audience))
            else:  # they came while it was being rendered
                self._turns.ask(room.topic)

    def _tell_audience(
        self, room: Room, audience: Audience, followers: Sequence[Subscriber], changed: Parts | None
    ) -> None:
        """`changed` is None where the audience is new to the room."""
        if followers[0].topic is None:
            self._tell_floor(room, audience, followers, changed)
            return
        news = room.whole(audience) if changed is None else News(audience.kind, room.version, changed)
        for follower in followers:
            follower.mailbox.put(news)

    def _tell_floor(
        self, room: Room, audience: Audience, followers: Sequence[Subscriber], changed: Parts | None
    ) -> None:
        joining = [follower for follower in followers if follower in self._joining]
        if len(joining) < len(followers):
            self._rounds.add(audience, room.rendering.parts[audience] if changed is None else changed)
        for follower in joining:
            self._joining[follower].discard(room.topic)
            self._put_floor_if_complete(follower)

    def _tell_whole_floor(self, audience: Audience, names: set[str]) -> None:
        """Tell those who follow every table of these parts, as they are now."""
        parts = {name: part for name, part in self._parts_of_floor(audience).items() if name in names}
        news = News(audience.kind, self._version_of_floor(audience), parts)
        for follower in self._subscribers - self._joining.keys():
            if follower.topic is None and follower.audience == audience:
                follower.mailbox.put(news)

    def _parts_of_floor(self, audience: Audience) -> Parts:
        parts: Parts = {}
        for room in self._rooms_of(audience):
            parts |= room.rendering.parts.get(audience, {})
        return parts

    def _version_for(self, subscriber: Subscriber) -> int:
        if subscriber.topic is None:
            return self._version_of_floor(subscriber.audience)
        return self._room(subscriber.topic).version

    def _version_of_floor(self, audience: Audience) -> int:
        return sum(max(room.version, 0) for room in self._rooms_of(audience))

    def _rooms_of(self, audience: Audience) -> Iterable[Room]:
        """Those of the whole floor."""
        return [room for room in self._rooms.values() if room.topic != CAGE or audience.shows_cage]

    # Heartbeats: they make up for lost notifications, and close the sockets of those whose rights have ended, or who
    # have stopped reading

    async def _heartbeats(self) -> None:
        while asyncio.current_task() in self._tasks:
            try:
                if self._activity is None:
                    await self._changed_beside()
                await asyncio.sleep(HEARTBEAT)
                await self._heartbeat()
            except DatabaseError as error:
                # Without a heartbeat the screens show by themselves that they have no signal.
                log.warning("no heartbeat, the database does not answer", error=str(error))
                await asyncio.sleep(RETRY_DELAY)

    async def _heartbeat(self) -> None:
        await self._terminate(NOT_TAKEN, lambda one: one.mailbox.stuck_for() > TAKEN_WITHIN)
        identities = {subscriber.identity for subscriber in self._subscribers}
        versions, ended = await asking.run(queries.heartbeat, identities)
        for subscriber in [one for one in self._subscribers if one.identity in ended]:
            await subscriber.terminate(ended[subscriber.identity])
        for slug, version in versions:
            self._on_version(slug, version)
        for topic in await self._changed_beside():
            self._on_change(Change(topic, 0, beside=True))
        for subscriber in self._subscribers - self._joining.keys():
            if subscriber.topic is None and self._rounds.is_behind(subscriber.audience):
                continue  # the version that has been sent is not the newest, and the next round is soon
            if subscriber.topic is None or self._room(subscriber.topic).knows(subscriber.audience):
                subscriber.mailbox.heartbeat(self._version_for(subscriber))

    def _on_version(self, slug: str, version: int) -> None:
        if any(subscriber.topic is None for subscriber in self._subscribers):
            self._room(slug)  # a table that is new on the floor
        self._on_change(Change(slug, version))

    async def _terminate(self, code: int, chosen: Callable[[Subscriber], bool]) -> None:
        for subscriber in [one for one in self._subscribers if chosen(one)]:
            await subscriber.terminate(code)

    async def _changed_beside(self) -> set[str]:
        """The topics with a new slip or step, request or outcome, dispute or decision since the last call: no table's
        version tells of these."""
        topics: set[str]
        self._activity, topics = await asking.run(queries.activity, self._activity)
        return topics


async def _all_topics() -> list[str]:
    return [slug for slug, _ in await asking.run(queries.table_versions)] + [CAGE]


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


async def close_all(code: int) -> None:
    """Close every socket of this process with `code`: it is shutting down."""
    with suppress(KeyError):
        await _hubs[asyncio.get_running_loop()].close_all(code)
