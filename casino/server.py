"""Daphne with an orderly end.

On SIGTERM Daphne drops its connections: sockets without a close frame, requests without an answer. And its process
never ends where a thread still waits for the event loop. Here it first stops listening, answers and closes what is open
(`casino.draining`), and only then stops the reactor.
"""

import asyncio
from collections.abc import Callable
from typing import Any

# Must come first: this import installs Twisted's reactor.
from casino.websocket import SocketServer  # isort: skip
from twisted.internet import reactor, tcp
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IListeningPort
from twisted.python.failure import Failure

from casino.bodies import CLOSE
from casino.draining import FLUSHING, LINGER, LOOK, DrainingApplication, log, when_told_to_stop
from casino.listening import PENDING, let_nobody_in


class CasinoServer:
    """One server process on one address."""

    def __init__(self, application: DrainingApplication, host: str, port: int) -> None:
        self._application = application
        self._loop: asyncio.AbstractEventLoop = reactor._asyncioEventloop
        self._stopping: asyncio.Task[None] | None = (
            None  # referenced, so that it is not collected before its end
        )
        self._server = _Daphne(
            application,
            endpoints=[f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"],
            signal_handlers=False,
            server_name="",
            verbosity=0,
        )

    def run(self, when_listening: Callable[[], None]) -> bool:
        """Serve until SIGTERM or SIGINT. Returns False if the address is not available."""
        when_told_to_stop(self._loop, self._stop)
        reactor.callWhenRunning(self._listening, when_listening)
        self._server.run()
        return bool(self._server.listening_addresses)

    def _listening(self, when_listening: Callable[[], None]) -> None:
        if self._server.listening_addresses:
            when_listening()

    def _stop(self) -> None:
        self._stopping = self._loop.create_task(self._drain_and_stop())

    async def _drain_and_stop(self) -> None:
        try:
            await self._server.stop_listening()
            if not await self._application.drain():
                log.warning("not every request and socket has ended in time")
            await self._server.let_go()
        finally:
            self._server.stop()


class _Daphne(SocketServer):
    """Daphne, which can stop listening and wait for its connections."""

    def __init__(self, application: Any, **options: Any) -> None:
        super().__init__(application, **options)
        self._ports: list[Any] = []

    def listen_success(self, port: IListeningPort) -> None:
        """Called by Daphne when it listens."""
        super().listen_success(port)
        self._ports.append(port)

    async def stop_listening(self) -> None:
        """Take no more connections. Those that the kernel has made, or is making, are let in, as closing the port would
        cut them off without an answer."""
        for port in self._ports:
            let_nobody_in(port.socket)
        await asyncio.sleep(LOOK)
        for port in self._ports:
            port.numberAccepts = PENDING
            port.doRead()
            port.connectionLost(Failure(ConnectionDone()))  # type: ignore[no-untyped-call]

    async def let_go(self) -> None:
        """Wait until every client has taken its answer and gone. A connection on which nothing happens is kept open
        for LINGER seconds, because its client may just have asked."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while any(_connections()) and loop.time() < begun + LINGER:
            await asyncio.sleep(LOOK)
        while any(map(_has_unsent, _connections())) and loop.time() < begun + FLUSHING:
            await asyncio.sleep(LOOK)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Called with what the application sends. Its `Connection: close` is for Twisted, too."""
        if message["type"] == "http.response.start" and protocol.channel and CLOSE in message["headers"]:
            protocol.channel.persistent = False
        await super().handle_reply(protocol, message)

    def kill_all_applications(self) -> Any:
        """Called when the reactor stops. Daphne's own takes for granted that every connection has asked something."""
        for protocol in [one for one, held in self.connections.items() if "application_instance" not in held]:
            del self.connections[protocol]
        return super().kill_all_applications()


def _connections() -> list[Any]:
    readers: list[Any] = reactor.getReaders()  # type: ignore[misc]
    return [one for one in readers if isinstance(one, tcp.Server)]


def _has_unsent(connection: Any) -> bool:
    return bool(connection.dataBuffer or connection._tempDataBuffer)
