"""Daphne with a graceful shutdown.

On SIGTERM, Daphne drops its sockets without a close frame and never runs their `disconnect`. This module therefore
closes them first, with a code that tells screens to reconnect, lets requests in progress finish, and then stops the
reactor.
"""

import asyncio
import signal
from collections.abc import Callable

# Must come first: this import installs Twisted's reactor.
from casino.websocket import SocketServer  # isort: skip
from twisted.internet import reactor

from casino.draining import DrainingApplication


class CasinoServer:
    """One server process on one address."""

    def __init__(self, application: DrainingApplication, host: str, port: int) -> None:
        self._application = application
        self._stopping: asyncio.Task[None] | None = None
        self._server = SocketServer(
            application,
            endpoints=[f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"],
            signal_handlers=False,
            server_name="",
            verbosity=0,
        )

    def run(self, when_listening: Callable[[], None]) -> bool:
        """Serve until SIGTERM or SIGINT. Returns False if the address is not available."""
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
        # A terminal and make both send the signal. The second one is ignored.
        if self._stopping is None:
            self._stopping = loop.create_task(self._drain_and_stop())

    async def _drain_and_stop(self) -> None:
        try:
            await self._application.drain()
        finally:
            self._server.stop()
