"""The hub: hears that a table changed, reads and renders it once, and lays the news into every socket's mailbox.

One per process and event loop. A notification only says "this table, that version"; the database is what is true, and
it is asked for versions at every heartbeat, so that a notification that was lost costs two seconds at most.
"""

import asyncio
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import structlog
from channels.db import database_sync_to_async
from channels.layers import BaseChannelLayer, get_channel_layer
from django.db import Error as DatabaseError
from redis.exceptions import RedisError

from casino.sockets import WITHDRAWN
from ledger.cage import selectors
from ledger.cage.selectors import Moves
from tables.live.audience import Audience, Rendering, render, shows_cage
from tables.live.identity import Identity, withdrawn
from tables.live.mailbox import Mailbox, Parts
from tables.models import Table
from tables.notify import CAGE
from tables.slip_service import slug_of

HEARTBEAT = 2.0  # seconds
GROUP = "notifications"
QUIET = 3600.0  # seconds
FAILED = 4500
PATIENCE = 1.0  # seconds before a lost channel layer or database is tried again

log = structlog.get_logger("live")


class Listener(Protocol):
    """A socket, as the hub knows it. `room`: a table's slug, the cage, or None for the whole floor."""

    identity: Identity
    audience: Audience
    room: str | None
    mailbox: Mailbox

    async def hang_up(self, code: int) -> None:
        """Close the socket with this code."""


@dataclass(slots=True)
class Room:
    """What the hub last said of a table, or of the cage."""

    version: int = -1
    parts: dict[Audience, Parts] = field(default_factory=dict)


class Hub:
    """The listeners of this process and the tables they look at."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._newcomers: set[Listener] = set()
        self._rooms: dict[str, Room] = {}
        self._changed: set[str] = set()
        self._moves: Moves | None = None
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._failure: asyncio.Task[None] | None = None  # kept, or it could be collected before it has run

    async def join(self, listener: Listener) -> None:
        """From now on the listener's mailbox gets all, then what changes."""
        self._listeners.add(listener)
        self._newcomers.add(listener)
        if not self._tasks:
            self._tasks = [self._start(work()) for work in (self._listen, self._broadcast, self._beats)]
        slugs = [listener.room] if listener.room else [slug for slug, _ in await _versions()] + [CAGE]
        self._touch(slugs)

    async def leave(self, listener: Listener) -> None:
        """Forget the listener; the last one to go ends the hub's work."""
        self._listeners.discard(listener)
        self._newcomers.discard(listener)
        if not self._listeners:
            await self._rest()

    async def close_all(self, code: int) -> None:
        """Hang up on everybody."""
        await asyncio.gather(*(listener.hang_up(code) for listener in list(self._listeners)))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or not (error := task.exception()):
            return
        # A defect of ours. No screen may go on showing what is no longer kept new: all come back to a fresh start.
        log.error("the hub has failed", exc_info=error)
        self._failure = asyncio.create_task(self.close_all(FAILED))

    async def _rest(self) -> None:
        tasks, self._tasks = self._tasks, []
        self._rooms.clear()
        self._changed.clear()
        self._moves = None
        # The heartbeat that hangs up on the last one ends by itself.
        others = [task for task in tasks if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _touch(self, slugs: Iterable[str]) -> None:
        self._changed.update(slugs)
        self._wake.set()

    # Hearing: notifications from every process.

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                await self._listen_for_a_while(layer)
            except TimeoutError:
                continue  # a quiet hour: listen anew, before the membership in the group expires
            except (OSError, RedisError) as error:
                log.warning("channel layer lost, heartbeats go on", error=str(error))
                await asyncio.sleep(PATIENCE)

    async def _listen_for_a_while(self, layer: BaseChannelLayer) -> None:
        channel = await layer.new_channel()  # no name of its own: a process reads all of its channels by one
        await layer.group_add(GROUP, channel)
        try:
            while True:
                self._notified(await asyncio.wait_for(layer.receive(channel), QUIET))
        finally:
            await layer.group_discard(GROUP, channel)

    def _notified(self, message: dict[str, Any]) -> None:
        room = self._rooms.get(message["table"])
        is_news = message["beside"] or room is None or message["version"] > room.version
        if is_news and self._looked_at(message["table"]):
            self._touch([message["table"]])

    def _looked_at(self, slug: str) -> bool:
        return any(_looks_at(listener, slug) for listener in self._listeners)

    # Telling: one read and one rendering per change and audience.

    async def _broadcast(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            changed, self._changed = self._changed, set()
            newcomers, self._newcomers = self._newcomers, set()
            of_floor: dict[Listener, Parts] = {}
            try:
                for slug in sorted(changed):
                    await self._broadcast_table(slug, newcomers, of_floor)
            except DatabaseError as error:
                log.warning("the database does not answer", error=str(error))
                self._newcomers |= newcomers & self._listeners
                await asyncio.sleep(PATIENCE)
                self._touch(changed)
            finally:
                # All at once: a page of every table takes nothing that is older than it was when it was loaded.
                for listener in of_floor.keys() & self._listeners:
                    listener.mailbox.put(self._version_for(listener), of_floor[listener])

    async def _broadcast_table(
        self, slug: str, newcomers: set[Listener], of_floor: dict[Listener, Parts]
    ) -> None:
        looking = {listener for listener in self._listeners if _looks_at(listener, slug)}
        if not looking:
            return
        before = self._rooms.setdefault(slug, Room())
        audiences = {listener.audience for listener in looking}
        fresh: Rendering = await database_sync_to_async(render)(slug, audiences)
        if fresh.version < before.version:
            return
        self._rooms[slug] = Room(fresh.version, fresh.parts)
        for listener in looking & self._listeners:
            known = {} if listener in newcomers else before.parts.get(listener.audience, {})
            parts = fresh.parts[listener.audience]
            news = {name: part for name, part in parts.items() if known.get(name) != part}
            if listener.room is None:
                of_floor.setdefault(listener, {}).update(news)
            else:
                listener.mailbox.put(self._version_for(listener), news)

    def _version_for(self, listener: Listener) -> int:
        if listener.room is None:
            return sum(max(room.version, 0) for room in self._rooms.values())
        return self._rooms[listener.room].version

    # Heartbeats: lost notifications are healed, withdrawn rights end.

    async def _beats(self) -> None:
        while asyncio.current_task() in self._tasks:
            try:
                if self._moves is None:
                    await self._moved()
                await asyncio.sleep(HEARTBEAT)
                await self._beat()
            except DatabaseError as error:
                # No heartbeat goes out: the screens say by themselves that they have no signal.
                log.warning("no heartbeat, the database does not answer", error=str(error))
                await asyncio.sleep(PATIENCE)

    async def _beat(self) -> None:
        identities = {listener.identity for listener in self._listeners}
        versions, gone = await _pulse(identities)
        for listener in [one for one in self._listeners if one.identity in gone]:
            await listener.hang_up(WITHDRAWN)
        behind = {slug for slug, version in versions if version > self._known(slug)} | await self._moved()
        self._touch(filter(self._looked_at, behind))
        for listener in self._listeners - self._newcomers:
            if listener.room is None or listener.room in self._rooms:
                listener.mailbox.beat(self._version_for(listener))

    async def _moved(self) -> set[str]:
        """The rooms in which the counter has moved anything, which no table's version tells."""
        before = self._moves
        self._moves, slugs = await _moves(before)
        return slugs | {CAGE} if before and self._moves != before else set()

    def _known(self, slug: str) -> int:
        room = self._rooms.get(slug)
        return room.version if room else -1


def _looks_at(listener: Listener, room: str) -> bool:
    if listener.room is None and room == CAGE:
        return shows_cage(listener.audience)
    return listener.room in (None, room)


@database_sync_to_async
def _versions() -> list[tuple[str, int]]:
    return list(Table.objects.order_by("slug").values_list("slug", "version"))


@database_sync_to_async
def _pulse(identities: set[Identity]) -> tuple[list[tuple[str, int]], set[Identity]]:
    return list(Table.objects.values_list("slug", "version")), withdrawn(identities)


@database_sync_to_async
def _moves(since: Moves | None) -> tuple[Moves, set[str]]:
    """How far the counter has come, and the tables at which it has done something since then."""
    now = selectors.moves()
    books = selectors.moved_since(since) if since and since != now else set()
    return now, {slug for slug in map(slug_of, books) if slug}


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


async def close_all(code: int) -> None:
    """Hang up on every socket of this process: it is going down."""
    with suppress(KeyError):
        await _hubs[asyncio.get_running_loop()].close_all(code)
