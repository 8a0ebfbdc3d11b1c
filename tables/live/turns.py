"""Work on topics side by side, each topic by one worker at a time."""

import asyncio
from collections.abc import Awaitable, Callable

from casino.common import metrics


class Turns:
    """A queue in which a topic stands once, however often it is asked for: whoever works on it finds the newest.

    Topics come in the order in which they were asked for. So a slow one keeps one worker busy and delays no other.
    """

    def __init__(self, work: Callable[[str], Awaitable[None]], workers: int) -> None:
        self._work = work
        self._workers = workers
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._in_work: set[str] = set()

    def ask(self, topic: str) -> None:
        """Work on the topic after this call; if it is in work now, once more."""
        if topic not in self._queued:
            self._queued.add(topic)
            metrics.TOPICS_WAITING.set(len(self._queued))
            if topic not in self._in_work:
                self._queue.put_nowait(topic)

    async def run(self) -> None:
        """Work until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._workers):
                group.create_task(self._worker())

    async def _worker(self) -> None:
        while True:
            topic = await self._queue.get()
            self._queued.discard(topic)
            metrics.TOPICS_WAITING.set(len(self._queued))
            self._in_work.add(topic)
            await self._work(topic)
            self._in_work.discard(topic)
            if topic in self._queued:
                self._queue.put_nowait(topic)
