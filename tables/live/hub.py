"""The hub: learns that a table changed, reads and renders it once, and puts what is new into every socket's mailbox.

There is one per process and event loop. A notification only says "this table, that version"; the hub then reads the
database, unless its own process has written all that is new. With every heartbeat it asks the database for the
versions, too: a lost notification delays a screen by one heartbeat.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from django.db import Error as DatabaseError

from casino.common import clock, metrics
from casino.common.threads import Threads
from tables.live import consoles, queries
from tables.live.audience import Audience, Rendering, render
from tables.live.mailbox import News, Parts
from tables.live.notifications import Notifications
from tables.live.queries import Activity
from tables.live.room import Room, Subscriber, follows
from tables.live.rooms import Rooms
from tables.live.rounds import Rounds
from tables.live.turns import Turns
from tables.notify import ANYTHING, OF_HOUSE, Change

HEARTBEAT = 2.0  # seconds
MARGIN = 0.2  # seconds: how much later than that a heartbeat may usually be
RETRY_DELAY = 1.0  # seconds before the database is tried again
TAKEN_WITHIN = 10.0  # seconds that a client has for taking a message, and a browser for showing it
NOT_TAKEN = 4408  # close code: the client took longer
FAILED = 4500  # a defect: connect again
SIDE_BY_SIDE = 4  # topics that are rendered at the same time
ALL_TOPICS = "@all"  # stands for the topics of which nobody knows yet which they are; no slug of a table

log = structlog.get_logger("live")
rendering = Threads("rendering", SIDE_BY_SIDE)
asking = Threads("heartbeat", 1)


class Hub:
    """The subscribers of this process, and the last rendering of each topic that they follow."""

    def __init__(self) -> None:
        self._subscribers: dict[Subscriber, None] = {}  # in the order in which they came
        self._rooms = Rooms()
        self._joining: dict[Subscriber, set[str]] = {}  # who waits for everything → topics not yet rendered
        self._turns = Turns(self._broadcast, SIDE_BY_SIDE)
        self._rounds = Rounds(self._tell_whole_floor)
        self._activity: Activity | None = None
        self._asked = 0.0  # when the database was last asked for the versions and answered
        self._tasks: list[asyncio.Task[None]] = []
        self._failure: asyncio.Task[None] | None = (
            None  # referenced, so that it is not collected before it ran
        )

    async def subscribe(self, subscriber: Subscriber) -> None:
        """The subscriber's mailbox gets everything once, then what changes. The first one starts the hub's tasks."""
        if subscriber not in self._subscribers:
            metrics.SOCKETS.labels(subscriber.audience.shows).inc()
        self._subscribers[subscriber] = None
        if not self._tasks:
            self._turns = Turns(self._broadcast, SIDE_BY_SIDE)
            work = [Notifications(self._on_change).run(), self._turns.run(), self._heartbeats()]
            work.append(consoles.enter_always(self._subscribers))
            self._tasks = [self._start(coroutine) for coroutine in work]
        if subscriber.topic is None:
            await self._join_floor(subscriber)
        else:
            self._join(subscriber, subscriber.topic)

    async def unsubscribe(self, subscriber: Subscriber) -> None:
        """Forget the subscriber. The last one to go stops the hub's tasks."""
        if subscriber in self._subscribers:
            del self._subscribers[subscriber]
            metrics.SOCKETS.labels(subscriber.audience.shows).dec()
        self._joining.pop(subscriber, None)
        for room in self._rooms.followed_by(subscriber):
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
        # A defect of the hub itself: all sockets close and connect again.
        log.error("the hub has failed", exc_info=error)
        self._failure = asyncio.create_task(self.close_all(FAILED))

    async def _stop(self) -> None:
        tasks, self._tasks = self._tasks, []
        self._rooms.clear()
        self._rounds.stop()
        self._activity = None
        metrics.OLDEST_SCREEN.set(0)
        # A heartbeat that closed the last socket runs this itself: it ends on its own.
        others = [task for task in tasks if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    # Joining

    def _room(self, topic: str) -> Room:
        return self._rooms.open(topic, self._subscribers)

    def _join(self, subscriber: Subscriber, topic: str) -> None:
        self._joining[subscriber] = set()
        self._enter(subscriber, topic)
        self._put_all_if_complete(subscriber)

    def _enter(self, subscriber: Subscriber, topic: str) -> None:
        """Who comes is told what is known here, unless it is known to be old: he would take it for the newest."""
        room = self._room(topic)
        room.add(subscriber)
        if max(self._asked, room.read_at) < clock.elapsed() - HEARTBEAT - MARGIN:
            room.expect(Change(topic, 0, ANYTHING))  # nobody has asked for so long that it may be old
        if room.is_outdated or not room.knows(subscriber.audience):
            self._joining[subscriber].add(topic)
            self._turns.ask(topic)

    async def _join_floor(self, subscriber: Subscriber) -> None:
        # A page of every table gets all of it in one message: it ignores a version older than the one that it was
        # loaded with, and its version is the sum of the tables'.
        # Rooms that others open meanwhile render for this one, too: it has not joined before all topics are known.
        self._joining[subscriber] = missing = {ALL_TOPICS}
        topics = await _all_topics()
        missing.discard(ALL_TOPICS)
        for topic in topics:
            if follows(subscriber, topic) and subscriber in self._subscribers:
                self._enter(subscriber, topic)
        self._put_all_if_complete(subscriber)

    def _put_all_if_complete(self, subscriber: Subscriber) -> None:
        if self._joining.get(subscriber) == set():
            del self._joining[subscriber]
            subscriber.mailbox.put(self._rooms.whole_for(subscriber))

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
            self._on_change(Change(topic, 0, ANYTHING))
        except Exception as error:  # a defect in what shows one table must not darken the others
            log.error("a table cannot be shown", topic=topic, exc_info=error)
            await self._close_room(room)
        else:
            self._tell(room, fresh)

    async def _close_room(self, room: Room) -> None:
        """A screen must not go on showing what nobody updates: its sockets close and connect again."""
        for follower in [one for group in room.followers.values() for one in group]:
            await follower.terminate(FAILED)

    def _tell(self, room: Room, fresh: Rendering) -> None:
        is_newer, late = fresh.version > room.version, room.outdated_for()
        changed = room.update(fresh)
        if changed is None:
            return
        if late:
            metrics.SCREEN_LAG.observe(late)
        for audience, followers in tuple(room.followers.items()):
            if room.knows(audience):
                parts = changed.get(audience)
                # A new version is told also where nothing that is shown has changed.
                if parts is None or parts or is_newer:
                    self._tell_joined(room, audience, self._joined(followers), parts)
                self._tell_joining(room.topic, tuple(followers))
            else:  # they came while it was being rendered
                self._turns.ask(room.topic)

    def _tell_joined(
        self, room: Room, audience: Audience, followers: Sequence[Subscriber], changed: Parts | None
    ) -> None:
        """`changed` is None where the audience is new to the room."""
        if followers and followers[0].topic is None:
            self._rounds.add(audience, room.rendering.parts[audience] if changed is None else changed)
            return
        news = room.whole(audience) if changed is None else News(audience.kind, room.version, changed)
        for follower in followers:
            follower.mailbox.put(news)

    def _tell_joining(self, topic: str, followers: Iterable[Subscriber]) -> None:
        for follower in followers:
            if follower in self._joining:
                self._joining[follower].discard(topic)
                self._put_all_if_complete(follower)

    def _tell_whole_floor(self, audience: Audience, names: set[str]) -> None:
        """Tell those who follow every table of these parts, as they are now."""
        if any(room.outdated_for() > HEARTBEAT for room in self._rooms.of_floor(audience)):
            # Whatever they are told, they take the rest for the newest, too: they are told when it is.
            self._rounds.add(audience, names)
            return
        parts = {name: part for name, part in self._rooms.parts_of_floor(audience).items() if name in names}
        news = News(audience.kind, self._rooms.version_of_floor(audience), parts)
        for follower in self._joined(self._subscribers):
            if follower.topic is None and follower.audience == audience:
                follower.mailbox.put(news)

    def _joined(self, followers: Iterable[Subscriber]) -> list[Subscriber]:
        """Those who have been told everything once."""
        return [follower for follower in followers if follower not in self._joining]

    # Heartbeats: they make up for lost notifications, and close the sockets of those whose rights have ended, or who
    # have stopped reading

    async def _heartbeats(self) -> None:
        while asyncio.current_task() in self._tasks:
            try:
                since = self._activity or (await asking.run(queries.activity, None))[0]
                self._activity = since
                await asyncio.sleep(HEARTBEAT)
                await self._heartbeat(since)
            except DatabaseError as error:
                # Without a heartbeat the screens show by themselves that they have no signal.
                log.warning("no heartbeat, the database does not answer", error=str(error))
                await asyncio.sleep(RETRY_DELAY)

    async def _heartbeat(self, since: queries.Activity) -> None:
        await self._terminate(NOT_TAKEN, lambda one: one.mailbox.stuck_for() > TAKEN_WITHIN)
        identities, began = {subscriber.identity for subscriber in self._subscribers}, clock.elapsed()
        pulse = await asking.run(queries.pulse, identities, since)
        self._asked = began
        for subscriber in [one for one in self._subscribers if one.identity in pulse.ended]:
            await subscriber.terminate(pulse.ended[subscriber.identity])
        for slug, version in pulse.versions:
            self._on_version(slug, version)
        self._activity = pulse.activity
        metrics.OLDEST_SCREEN.set(self._rooms.outdated_for())
        for topic, subjects in sorted(self._rooms.moved(pulse.moved).items()):
            self._on_change(Change(topic, 0, subjects))
        for subscriber in self._joined(self._subscribers):
            if not self._is_behind(subscriber):
                subscriber.mailbox.heartbeat(self._rooms.version_for(subscriber))

    def _is_behind(self, subscriber: Subscriber) -> bool:
        """Whether what has been sent to this one is not the newest. He is told of that as soon as it is rendered; until
        then he hears nothing, so that a screen whose rendering takes too long does not look live."""
        if subscriber.topic is not None:
            room = self._room(subscriber.topic)
            return room.is_outdated or not room.knows(subscriber.audience)
        rooms = self._rooms.of_floor(subscriber.audience)
        return self._rounds.is_behind(subscriber.audience) or any(room.is_outdated for room in rooms)

    def _on_version(self, slug: str, version: int) -> None:
        if any(subscriber.topic is None for subscriber in self._subscribers):
            self._room(slug)  # a table that is new on the floor
        self._on_change(Change(slug, version))

    async def _terminate(self, code: int, chosen: Callable[[Subscriber], bool]) -> None:
        for subscriber in [one for one in self._subscribers if chosen(one)]:
            await subscriber.terminate(code)


async def _all_topics() -> list[str]:
    return [slug for slug, _ in await asking.run(queries.table_versions)] + [*OF_HOUSE]


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


async def close_all(code: int) -> None:
    """Close every socket of this process with `code`: it is shutting down."""
    with suppress(KeyError):
        await _hubs[asyncio.get_running_loop()].close_all(code)
