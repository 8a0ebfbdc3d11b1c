"""The hub: learns that a table changed, reads and renders it once, and puts what is new into every socket's mailbox.

There is one per process and event loop. A notification only says "this table, that version"; the hub then reads the
database. With every heartbeat it asks the database for the versions, too: a lost notification delays a screen by one
heartbeat.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from django.db import Error as DatabaseError

from casino.common import clock
from casino.common.sql import outage
from casino.common.sql.in_threads import in_thread
from casino.common.sql.outage import OUTAGES
from casino.common.telemetry import metrics
from tables.door.notify import OF_HOUSE, STAFF, Change
from tables.live import consoles, queries
from tables.live.audience import Audience, Rendering, render
from tables.live.mailbox import News, Parts
from tables.live.notifications import Notifications
from tables.live.queries import Activity
from tables.live.room import Room, Rounds, Subscriber, follows

HEARTBEAT = 2.0  # seconds
MARGIN = 0.2  # seconds: how much later than that a heartbeat may usually be
RETRY_DELAY = 1.0  # seconds before the database is tried again
TAKEN_WITHIN = 10.0  # seconds that a client has for taking a message, and a browser for showing it
NOT_TAKEN = 4408  # close code: the client took longer
FAILED = 4500  # a defect: connect again
SIDE_BY_SIDE = 4  # topics that are rendered at the same time
ALL_TOPICS = "@all"  # stands for the topics of which nobody knows yet which they are; no slug of a table

log = structlog.get_logger("live")
rendering = ThreadPoolExecutor(SIDE_BY_SIDE, thread_name_prefix="rendering")
asking = ThreadPoolExecutor(1, thread_name_prefix="heartbeat")


class Hub:
    """The subscribers of this process, and the last rendering of each topic that they follow."""

    def __init__(self) -> None:
        self._subscribers: dict[Subscriber, None] = {}  # in the order in which they came
        self._rooms: dict[str, Room] = {}
        self._joining: dict[Subscriber, set[str]] = {}  # who waits for everything → topics not yet rendered
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)  # of those who render
        self._rounds = Rounds(self._tell_whole_floor)
        self._activity: Activity | None = None
        self._asked = 0.0  # when the database was last asked for the versions and answered
        self._tasks: set[asyncio.Task[None]] = set()
        self._failure: asyncio.Task[None] | None = (
            None  # referenced, so that it is not collected before it ran
        )

    async def subscribe(self, subscriber: Subscriber) -> None:
        """The subscriber's mailbox gets everything once, then what changes. The first one starts the hub's tasks."""
        if subscriber not in self._subscribers:
            metrics.SOCKETS.labels(subscriber.audience.shows).inc()
        self._subscribers[subscriber] = None
        if not self._tasks:
            self._start(Notifications(self._on_change).run())
            self._start(self._heartbeats())
            self._start(consoles.enter_always(self._subscribers))
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
        for room in list(self._rooms.values()):
            room.discard(subscriber)
            if not room.followers:
                del self._rooms[room.topic]
        if not self._subscribers:
            await self._stop()

    async def close_all(self, code: int) -> None:
        """Close every socket."""
        await asyncio.gather(*(subscriber.terminate(code) for subscriber in list(self._subscribers)))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        # In a context of its own: whoever tells of a change may be in the midst of a request.
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or not (error := task.exception()):
            return
        # A defect of the hub itself: all sockets close and connect again.
        log.error("the hub has failed", exc_info=error)
        self._failure = asyncio.create_task(self.close_all(FAILED))

    async def _stop(self) -> None:
        tasks, self._tasks = self._tasks, set()
        self._rooms.clear()
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)
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
        """The room of this topic. A new one has those in it who follow the whole floor."""
        if topic not in self._rooms:
            room = self._rooms[topic] = Room(topic)
            for one in self._subscribers:
                if one.topic is None and follows(one, topic):
                    room.add(one)
        return self._rooms[topic]

    def _join(self, subscriber: Subscriber, topic: str) -> None:
        self._joining[subscriber] = set()
        self._enter(subscriber, topic)
        self._put_all_if_complete(subscriber)

    def _enter(self, subscriber: Subscriber, topic: str) -> None:
        """Tell who comes what is known here, unless it is known to be old: he would take it for the newest."""
        room = self._room(topic)
        room.add(subscriber)
        if max(self._asked, room.read_at) < clock.elapsed() - HEARTBEAT - MARGIN:
            room.expect(beside=True)  # nobody has asked for so long that it may be old
        if room.is_outdated or not room.knows(subscriber.audience):
            self._joining[subscriber].add(topic)
            self._ask(room)

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
            subscriber.mailbox.put(self._whole_for(subscriber))

    def _whole_for(self, subscriber: Subscriber) -> News:
        """Everything, for one who joins."""
        audience = subscriber.audience
        if subscriber.topic is not None:
            return self._rooms[subscriber.topic].whole(audience)
        return News(audience.kind, self._version_of_floor(audience), self._parts_of_floor(audience))

    # The whole floor: what all rooms together make

    def _floor(self, audience: Audience) -> list[Room]:
        rooms = self._rooms.values()
        return [one for one in rooms if one.topic not in OF_HOUSE or audience.shows_of_house(one.topic)]

    def _parts_of_floor(self, audience: Audience) -> Parts:
        parts: Parts = {}
        for room in self._floor(audience):
            parts |= room.rendering.parts.get(audience, {})
        return parts

    def _version_of_floor(self, audience: Audience) -> int:
        """The sum of the tables'."""
        return sum(max(room.version, 0) for room in self._floor(audience))

    # Broadcasting: one read and one rendering per change and audience

    def _on_change(self, change: Change) -> None:
        room = self._rooms.get(change.topic)
        if room:
            room.expect(change.version, beside=change.beside)
            if room.is_behind:
                self._ask(room)

    def _ask(self, room: Room) -> None:
        """Render what is asked for before this call, by one task at a time: what comes meanwhile is rendered together
        after that. So a slow topic takes one place and delays no other."""
        if not room.is_in_work:
            room.is_in_work = True
            self._start(self._work_on(room))

    async def _work_on(self, room: Room) -> None:
        try:
            while room.is_behind and self._rooms.get(room.topic) is room:
                with metrics.TOPICS_WAITING.track_inprogress():
                    await self._places.acquire()
                try:
                    await self._broadcast(room)
                finally:
                    self._places.release()
        finally:
            room.is_in_work = False

    async def _broadcast(self, room: Room) -> None:
        try:
            fresh = await in_thread(rendering, render, room.topic, room.begin(), room.kept)
        except DatabaseError as error:
            await _over(error)
            room.expect(beside=True)
        except Exception as error:  # a defect in what shows one table must not darken the others
            log.error("a table cannot be shown", topic=room.topic, exc_info=error)
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
            # The others came while it was being rendered: the room is still behind.

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
        if any(room.outdated_for() > HEARTBEAT for room in self._floor(audience)):
            # Whatever they are told, they take the rest for the newest, too: they are told when it is.
            self._rounds.add(audience, names)
            return
        parts = {name: part for name, part in self._parts_of_floor(audience).items() if name in names}
        news = News(audience.kind, self._version_of_floor(audience), parts)
        for follower in self._joined(self._subscribers):
            if follower.topic is None and follower.audience == audience:
                follower.mailbox.put(news)

    def _joined(self, followers: Iterable[Subscriber]) -> list[Subscriber]:
        """The sockets that have been told everything once."""
        return [follower for follower in followers if follower not in self._joining]

    # Heartbeats: they make up for lost notifications, and close the sockets of those whose rights have ended, or who
    # have stopped reading

    async def _heartbeats(self) -> None:
        pause = HEARTBEAT
        while asyncio.current_task() in self._tasks:
            try:
                since = self._activity or (await in_thread(asking, queries.activity, None))[0]
                self._activity = since
                await asyncio.sleep(pause)
                await self._heartbeat(since)
                pause = HEARTBEAT
            except DatabaseError as error:
                # Without a heartbeat the screens show by themselves that they have no signal.
                await _over(error)
                pause = 0.0  # they wait for one

    async def _heartbeat(self, since: queries.Activity) -> None:
        await self._terminate(NOT_TAKEN, lambda one: one.mailbox.stuck_for() > TAKEN_WITHIN)
        identities, began = {subscriber.identity for subscriber in self._subscribers}, clock.elapsed()
        pulse = await in_thread(asking, queries.pulse, identities, since)
        self._asked = began
        for subscriber in [one for one in self._subscribers if one.identity in pulse.ended]:
            await subscriber.terminate(pulse.ended[subscriber.identity])
        for slug, version in pulse.versions:
            self._on_version(slug, version)
        self._activity = pulse.activity
        metrics.OLDEST_SCREEN.set(max((room.outdated_for() for room in self._rooms.values()), default=0.0))
        for topic in sorted(self._moved(pulse.moved)):
            self._on_change(Change(topic, 0, beside=True))
        for subscriber in self._joined(self._subscribers):
            if not self._is_behind(subscriber):
                subscriber.mailbox.heartbeat(self._version_for(subscriber))

    def _moved(self, topics: Set[str]) -> Set[str]:
        """These; for STAFF, the rooms where somebody is shown who could come on duty."""
        if STAFF not in topics:
            return topics
        showing = {
            topic for topic, room in self._rooms.items() if any(one.shows_staff for one in room.followers)
        }
        return topics | showing

    def _version_for(self, subscriber: Subscriber) -> int:
        """Of what the subscriber is told."""
        if subscriber.topic is None:
            return self._version_of_floor(subscriber.audience)
        return self._rooms[subscriber.topic].version

    def _is_behind(self, subscriber: Subscriber) -> bool:
        """Whether what has been sent to this one is not the newest. He is told of that as soon as it is rendered; until
        then he hears nothing, so that a screen whose rendering takes too long does not look live."""
        if subscriber.topic is not None:
            room = self._room(subscriber.topic)
            return room.is_outdated or not room.knows(subscriber.audience)
        rooms = self._floor(subscriber.audience)
        return self._rounds.is_behind(subscriber.audience) or any(room.is_outdated for room in rooms)

    def _on_version(self, slug: str, version: int) -> None:
        if any(subscriber.topic is None for subscriber in self._subscribers):
            self._room(slug)  # a table that is new on the floor
        self._on_change(Change(slug, version))

    async def _terminate(self, code: int, chosen: Callable[[Subscriber], bool]) -> None:
        for subscriber in [one for one in self._subscribers if chosen(one)]:
            await subscriber.terminate(code)


async def _over(error: DatabaseError) -> None:
    """Wait until the database may answer again."""
    if not isinstance(error, OUTAGES):
        log.warning("the database does not answer", error=str(error))
    elif not outage.is_busy(error):
        outage.noticed(error)
    await asyncio.sleep(RETRY_DELAY)
    await outage.known_is_over()


async def _all_topics() -> list[str]:
    return [slug for slug, _ in await in_thread(asking, queries.table_versions)] + [*OF_HOUSE]


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


async def close_all(code: int) -> None:
    """Close every socket of this process with `code`: it is shutting down."""
    with suppress(KeyError):
        await _hubs[asyncio.get_running_loop()].close_all(code)
