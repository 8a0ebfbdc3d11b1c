"""Redis as far as notifications need it: it may be down, and it may lose, delay and double what is published."""

import asyncio
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Any, Self

from redis.exceptions import ConnectionError as RedisDown


def reliable() -> list[float]:
    """It arrives at once, and once."""
    return [0.001]


class Server:
    """The Redis of one house. `fate` of a message on its way to one subscriber: after how many seconds it arrives,
    each time that it does. `told`: called with each message that is published."""

    def __init__(self) -> None:
        self.is_down = False
        self.fate: Callable[[], list[float]] = reliable
        self.told: Callable[[str], None] = lambda text: None
        self._heard_by: list[Subscription] = []

    def be_reliable(self) -> None:
        """From now on all that is published arrives, once."""
        self.fate = reliable

    def publish(self, text: str) -> None:
        """Raises RedisDown."""
        self.check()
        self.told(text)
        for subscription in self._heard_by:
            for delay in self.fate():
                subscription.loop.call_later(delay, subscription.put, text)

    def check(self) -> None:
        """Raises RedisDown."""
        if self.is_down:
            raise RedisDown("Redis is down")

    def break_lines(self) -> None:
        """Every subscription ends."""
        for subscription in self._heard_by:
            subscription.put(None)
        self._heard_by.clear()

    def add(self, subscription: "Subscription") -> None:
        """One more hears what is published."""
        self.check()
        self._heard_by.append(subscription)

    def remove(self, subscription: "Subscription") -> None:
        """One hears it no longer."""
        if subscription in self._heard_by:
            self._heard_by.remove(subscription)


class Client:
    """In place of `redis.asyncio.Redis`."""

    server: Server

    @classmethod
    def from_url(cls, url: str, **options: Any) -> Self:
        """There is one server, whatever the address."""
        return cls()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    async def publish(self, channel: str, text: str) -> None:
        await asyncio.sleep(0.001)
        self.server.publish(text)

    def pubsub(self, **options: Any) -> "Subscription":
        return Subscription(self.server)


class Publisher(Client):
    """In place of the product's, for a process without an event loop."""

    def publish(self, text: str) -> None:  # type: ignore[override]
        """A text for all who listen."""
        self.server.publish(text)


class Subscription:
    """One process listening."""

    def __init__(self, server: Server) -> None:
        self.loop = asyncio.get_running_loop()
        self._server = server
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.remove(self)

    async def subscribe(self, channel: str) -> None:
        """Raises RedisDown."""
        await asyncio.sleep(0.001)
        self._server.add(self)

    def put(self, text: str | None) -> None:
        """A message has arrived; None: the line has broken."""
        self._queue.put_nowait(text)

    async def listen(self) -> AsyncIterator[dict[str, str]]:
        """Raises RedisDown."""
        while (text := await self._queue.get()) is not None:
            yield {"data": text}
        raise RedisDown("the line to Redis has broken")
