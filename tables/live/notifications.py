"""Changes of tables (see `tables.door.notify`): those of this process at once, those of others through Redis."""

import asyncio
import secrets
from collections.abc import Callable

import structlog
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from casino.common import clock
from casino.common.telemetry import metrics
from tables.door import notify
from tables.door.notify import Change

RETRY_DELAY = 1.0  # seconds
BETWEEN_COMPLAINTS = 60.0  # seconds between two lines of the log about messages that cannot be read

log = structlog.get_logger("live")


class Notifications:
    """Notifications of changes, for one event loop.

    A change of this process is heard without Redis, and published together with all others that came while the last
    ones were being published.
    """

    def __init__(self, hear: Callable[[Change], None]) -> None:
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._origin = secrets.token_hex(8)
        self._unpublished: dict[Change, None] = {}
        self._has_unpublished = asyncio.Event()
        self._unreadable, self._complained = 0, -BETWEEN_COMPLAINTS

    async def run(self) -> None:
        """Hear and publish, until cancelled."""
        notify.relay_by(self._relay)
        try:
            if settings.REDIS_URL:
                async with Redis.from_url(settings.REDIS_URL) as redis:
                    await asyncio.gather(self._listen(redis), self._publish(redis))
            else:
                await asyncio.Event().wait()  # there is no other server process
        finally:
            metrics.NOTIFICATIONS_LOST.set(0)
            notify.relay_no_longer_by(self._relay)

    def _relay(self, change: Change) -> None:
        """Called in the thread of the command."""
        self._loop.call_soon_threadsafe(self._heard_here, change)

    def _heard_here(self, change: Change) -> None:
        self._hear(change)
        if settings.REDIS_URL:
            self._unpublished[change] = None
            self._has_unpublished.set()

    async def _publish(self, redis: Redis) -> None:
        while True:
            await self._has_unpublished.wait()
            self._has_unpublished.clear()
            changes, self._unpublished = list(self._unpublished), {}
            try:
                await redis.publish(settings.NOTIFICATIONS, notify.message(changes, self._origin))
            except (OSError, RedisError) as error:
                # The heartbeats of the other processes make up for it.
                log.warning("Redis lost, and notifications with it", error=str(error))

    async def _listen(self, redis: Redis) -> None:
        """A lost Redis is tried again."""
        while True:
            try:
                async with redis.pubsub(ignore_subscribe_messages=True) as subscription:
                    await subscription.subscribe(settings.NOTIFICATIONS)
                    metrics.NOTIFICATIONS_LOST.set(0)
                    async for message in subscription.listen():
                        self._heard(message["data"])
            except (OSError, RedisError) as error:
                log.warning("Redis lost, heartbeats go on", error=str(error))
                metrics.NOTIFICATIONS_LOST.set(1)
                await asyncio.sleep(RETRY_DELAY)

    def _heard(self, text: str | bytes) -> None:
        """Skip what cannot be read: a newer release, or who has no business there, may say anything. The
        heartbeat finds what has really changed."""
        try:
            changes = notify.changes_in(text, self._origin)
        except ValueError:
            self._complain(text)
            return
        for change in changes:
            self._hear(change)

    def _complain(self, text: str | bytes) -> None:
        self._unreadable += 1
        if clock.elapsed() - self._complained >= BETWEEN_COMPLAINTS:
            self._complained = clock.elapsed()
            log.warning("a message in Redis cannot be read", begins=repr(text[:100]), so_far=self._unreadable)
