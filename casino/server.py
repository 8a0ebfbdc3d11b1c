"""Daphne, run from here so that it can stop well.

On SIGTERM Daphne alone drops its sockets without a close frame and never runs their `disconnect`. So the
house closes them itself, with a code that tells a screen to come back, lets the requests under way finish,
and only then stops the reactor.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import Any

# First: this import chooses Twisted's reactor.
from daphne.server import Server
from twisted.internet import reactor

from casino.sockets import Application, Receive, Scope, Send

RESTARTING = 4503  # to a screen: the line is going down for a moment, come back
PATIENCE = 3.0  # seconds that requests and close handshakes under way are given


class Drain:
    """The application, with a door that can be shut: then sockets are refused and the rest is counted out."""

    def __init__(self, application: Application, close_sockets: Callable[[int], Awaitable[None]]) -> None:
        self._application = application
        self._close_sockets = close_sockets
        self._under_way = 0
        self.draining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.draining and scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        self._under_way += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._under_way -= 1

    async def drain(self) -> None:
        """Closes every socket, then waits for all that is under way, at most PATIENCE seconds."""
        self.draining = True
        await self._close_sockets(RESTARTING)
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while self._under_way and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.1)  # the close frames and last answers leave the process


class House:
    """One server process on one address."""

    def __init__(self, drain: Drain, host: str, port: int, *, behind_proxy: bool) -> None:
        self._drain = drain
        self._stopping: asyncio.Task[None] | None = None
        self._server = Server(
            drain,
            endpoints=[f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"],
            signal_handlers=False,
            server_name="",
            verbosity=0,
            **_forwarded(behind_proxy),
        )

    def run(self, when_listening: Callable[[], None]) -> bool:
        """Serves until SIGTERM or SIGINT; False if the address could not be had."""
        loop: asyncio.AbstractEventLoop = reactor._asyncioEventloop
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop, loop)
        reactor.callWhenRunning(self._listening, when_listening)
        self._server.run()
        return bool(self._server.listening_addresses)

    def _listening(self, when_listening: Callable[[], None]) -> None:
        if self._server.listening_addresses:
            when_listening()

    def _stop(self, loop: asyncio.AbstractEventLoop) -> None:
        # A second signal (a terminal and make both send one) finds the drain under way and waits for it.
        if self._stopping is None:
            self._stopping = loop.create_task(self._drain_and_stop())

    async def _drain_and_stop(self) -> None:
        try:
            await self._drain.drain()
        finally:
            self._server.stop()


def _forwarded(behind_proxy: bool) -> dict[str, Any]:
    """Believe the forwarded address only where our own nginx, which overwrites it, stands in front."""
    if not behind_proxy:
        return {}
    return {
        "proxy_forwarded_address_header": "X-Forwarded-For",
        "proxy_forwarded_proto_header": "X-Forwarded-Proto",
    }
