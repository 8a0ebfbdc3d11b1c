"""Daphne with an orderly end.

On SIGTERM Daphne drops its connections: sockets without a close frame, requests without an answer. Here it first stops
listening, tells the sockets that they should come back, answers what has begun, and only then stops.
"""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from daphne.server import Server  # isort: skip - first, as this import installs Twisted's reactor
from twisted.internet import reactor as installed
from twisted.internet.interfaces import IListeningPort, ITransport

from casino.common.sql.outage import HANDSHAKE
from casino.people.sockets import COME_AGAIN, Application, Receive, Scope, Send
from casino.site.server.websocket import BackPressure, Socket

SIGNALS = (signal.SIGTERM, signal.SIGINT)
DRAIN_TIMEOUT = 3.0  # seconds that requests and sockets are given to end
FLUSHING = 2.0  # seconds that clients have for taking the last answers
LOOK = 0.05  # seconds between two looks whether they have
# Seconds after which an application is cancelled whose client has gone. What a thread has begun is not cut off: Django
# would stop the event loop until that thread has ended.
LONGEST_WORK = 120
SPARE = 5.0  # seconds that a socket has for its handshake, beside the outage that it may wait for
CLOSE = (b"connection", b"close")

CloseSockets = Callable[[int], Awaitable[None]]
reactor: Any = installed  # its interfaces are no types
log = logging.getLogger("casino.site.server")


class CasinoServer:
    """One server process on one address."""

    def __init__(self, application: Application, close_sockets: CloseSockets, host: str, port: int) -> None:
        self._draining = Draining(application, close_sockets)
        self._stopping: asyncio.Task[None] | None = None  # referenced, so that it is not collected early
        self._server = Server(
            BackPressure(self._draining),
            endpoints=[f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"],
            signal_handlers=False,
            application_close_timeout=LONGEST_WORK,
            websocket_handshake_timeout=HANDSHAKE + SPARE,
            ready_callable=self._ready,
            server_name="",
            verbosity=0,
        )
        self._when_listening: Callable[[], None] = lambda: None

    def run(self, when_listening: Callable[[], None]) -> bool:
        """Serve until SIGTERM or SIGINT. Returns False if the address is not available."""
        self._when_listening = when_listening
        self._server.run()
        return bool(self._server.listening_addresses)

    def _ready(self) -> None:
        """Called by Daphne when it listens, before the event loop runs."""
        self._server.ws_factory.protocol = Socket
        loop = asyncio.get_event_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self._stop)
        self._when_listening()

    def _stop(self) -> None:
        for number in SIGNALS:  # a terminal and make both send one: the second says nothing new
            asyncio.get_running_loop().remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)
        self._stopping = asyncio.create_task(self._drain_and_stop())

    async def _drain_and_stop(self) -> None:
        try:
            for port in _open(IListeningPort):
                port.stopListening()
            if not await self._draining.drain():
                log.warning("not every request and socket has ended in time")
            await _let_go()
        finally:
            self._server.stop()


class Draining:
    """ASGI middleware that can be drained: it waits for what has begun. Answers that are given meanwhile tell their
    clients not to use the connection again."""

    def __init__(self, application: Application, close_sockets: CloseSockets) -> None:
        self._application = application
        self._close_sockets = close_sockets
        self._in_progress = 0
        self._is_draining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Scope) -> None:
            if self._is_draining and message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), CLOSE]}
            await send(message)

        self._in_progress += 1
        try:
            await self._application(scope, receive, answer)
        finally:
            self._in_progress -= 1

    async def drain(self) -> bool:
        """Close every socket, then wait for requests in progress, at most DRAIN_TIMEOUT seconds. Returns whether all
        have ended."""
        self._is_draining = True
        try:
            async with asyncio.timeout(DRAIN_TIMEOUT):
                await self._close_sockets(COME_AGAIN)
                while self._in_progress:
                    await asyncio.sleep(LOOK)
                    await self._close_sockets(COME_AGAIN)  # those that were just being opened
        except TimeoutError:
            return False
        return True


async def _let_go() -> None:
    """Close each connection when its client has taken what was written, and wait for that."""
    for connection in _open(ITransport):
        connection.loseConnection()
    for _ in range(int(FLUSHING / LOOK)):
        if not any(_open(ITransport)):
            break
        await asyncio.sleep(LOOK)


def _open(interface: Any) -> Iterator[Any]:
    """The objects that the reactor reads or writes and that provide this interface of Twisted's."""
    for one in {*reactor.getReaders(), *reactor.getWriters()}:
        if interface.providedBy(one):
            yield one
