"""The hub: learns that a table changed, reads and renders it once, and puts what is new into every socket's mailbox.

There is one per process and event loop. A notification only says "this table, that version"; the hub then reads the
database. With every heartbeat it asks the database for the versions, too: a lost notification delays a screen by one
heartbeat.
"""

import asyncio
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import structlog
from channels.db import database_sync_to_async
from django.db import Error as DatabaseError

from casino.sockets import NOT_LOGGED_IN
from tables.live import queries
from tables.live.audience import Audience, Rendering, render
from tables.live.identity import Identity
from tables.live.mailbox import Mailbox, Parts
from tables.live.notifications import Message, listen
from tables.live.queries import Activity
from tables.notify import CAGE

HEARTBEAT = 2.0  # seconds
RETRY_DELAY = 1.0  # seconds before the database is tried again
FAILED = 4500  # the hub has a defect: connect again
NOT_RENDERED = Rendering(-1, {})

log = structlog.get_logger("live")


class Subscriber(Protocol):
    """A socket, as the hub knows it. `topic`: a table's slug, `notify.CAGE`, or None for the whole floor."""

    identity: Identity
    audience: Audience
    topic: str | None
    mailbox: Mailbox

    async def terminate(self, code: int) -> None:
        """Unsubscribe and close the socket with this code."""


class Hub:
    """The subscribers of this process, and the last rendering of each topic that they follow."""

    def __init__(self) -> None:
        self._subscribers: set[Subscriber] = set()
        self._newcomers: set[Subscriber] = set()  # these get all parts, not only the changed ones
        self._renderings: dict[str, Rendering] = {}
        self._changed: set[str] = set()
        self._wake = asyncio.Event()
        self._activity: Activity | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._failure: asyncio.Task[None] | None = (
            None  # referenced, so that it is not collected before it ran
        )

    async def subscribe(self, subscriber: Subscriber) -> None:
        """The subscriber's mailbox gets everything once, then what changes. The first one starts the hub's tasks."""
        self._subscribers.add(subscriber)
        self._newcomers.add(subscriber)
        if not self._tasks:
            work = (listen(self._on_notification), self._broadcast(), self._heartbeats())
            self._tasks = [self._start(coroutine) for coroutine in work]
        self._mark_changed([subscriber.topic] if subscriber.topic else await _all_topics())

    async def unsubscribe(self, subscriber: Subscriber) -> None:
        """Forget the subscriber. The last one to go stops the hub's tasks."""
        self._subscribers.discard(subscriber)
        self._newcomers.discard(subscriber)
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
        self._renderings.clear()
        self._changed.clear()
        self._activity = None
        # A heartbeat that closed the last socket runs this itself: it ends on its own.
        others = [task for task in tasks if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _mark_changed(self, topics: Iterable[str]) -> None:
        self._changed.update(topics)
        self._wake.set()

    def _on_notification(self, message: Message) -> None:
        topic = message["table"]
        is_news = message["beside"] or message["version"] > self._version_of(topic)
        if is_news and self._is_followed(topic):
            self._mark_changed([topic])

    def _version_of(self, topic: str) -> int:
        return self._renderings.get(topic, NOT_RENDERED).version

    def _is_followed(self, topic: str) -> bool:
        return any(_follows(subscriber, topic) for subscriber in self._subscribers)

    # Broadcasting: one read and one rendering per change and audience

    async def _broadcast(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._broadcast_changed()

    async def _broadcast_changed(self) -> None:
        changed, self._changed = self._changed, set()
        newcomers, self._newcomers = self._newcomers, set()
        floor_news: dict[Subscriber, Parts] = {}
        try:
            for topic in sorted(changed):
                await self._broadcast_topic(topic, newcomers, floor_news)
        except DatabaseError as error:
            log.warning("the database does not answer", error=str(error))
            self._newcomers |= newcomers & self._subscribers
            await asyncio.sleep(RETRY_DELAY)
            self._mark_changed(changed)
        finally:
            # A page of every table gets all of it in one message: it ignores a version older than the one that it
            # was loaded with, and its version is the sum of the tables'.
            for subscriber in floor_news.keys() & self._subscribers:
                subscriber.mailbox.put(self._version_for(subscriber), floor_news[subscriber])

    async def _broadcast_topic(
        self, topic: str, newcomers: set[Subscriber], floor_news: dict[Subscriber, Parts]
    ) -> None:
        followers = {subscriber for subscriber in self._subscribers if _follows(subscriber, topic)}
        if not followers:
            return
        before = self._renderings.get(topic, NOT_RENDERED)
        audiences = {subscriber.audience for subscriber in followers}
        fresh: Rendering = await database_sync_to_async(render)(topic, audiences)
        if fresh.version < before.version:
            return
        self._renderings[topic] = fresh
        for subscriber in followers & self._subscribers:
            news = _news(subscriber.audience, fresh, NOT_RENDERED if subscriber in newcomers else before)
            if subscriber.topic is None:
                floor_news.setdefault(subscriber, {}).update(news)
            else:
                subscriber.mailbox.put(fresh.version, news)

    def _version_for(self, subscriber: Subscriber) -> int:
        if subscriber.topic is None:
            return sum(rendering.version for rendering in self._renderings.values())
        return self._version_of(subscriber.topic)

    # Heartbeats: they make up for lost notifications, and close the sockets of those whose rights have ended

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
        identities = {subscriber.identity for subscriber in self._subscribers}
        versions, revoked = await queries.heartbeat(identities)
        for subscriber in [one for one in self._subscribers if one.identity in revoked]:
            await subscriber.terminate(NOT_LOGGED_IN)
        behind = {slug for slug, version in versions if version > self._version_of(slug)}
        behind |= await self._changed_beside()
        self._mark_changed(filter(self._is_followed, behind))
        for subscriber in self._subscribers - self._newcomers:
            if subscriber.topic is None or subscriber.topic in self._renderings:
                subscriber.mailbox.heartbeat(self._version_for(subscriber))

    async def _changed_beside(self) -> set[str]:
        """The topics with a new slip or step, request or outcome since the last call: no table's version tells of
        these."""
        topics: set[str]
        self._activity, topics = await queries.activity(self._activity)
        return topics


def _follows(subscriber: Subscriber, topic: str) -> bool:
    if subscriber.topic is None and topic == CAGE:
        return subscriber.audience.shows_cage
    return subscriber.topic in (None, topic)


def _news(audience: Audience, fresh: Rendering, before: Rendering) -> Parts:
    known = before.parts.get(audience, {})
    return {name: part for name, part in fresh.parts[audience].items() if known.get(name) != part}


async def _all_topics() -> list[str]:
    return [slug for slug, _ in await queries.table_versions()] + [CAGE]


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


async def close_all(code: int) -> None:
    """Close every socket of this process with `code`: it is shutting down."""
    with suppress(KeyError):
        await _hubs[asyncio.get_running_loop()].close_all(code)
