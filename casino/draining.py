"""Stopping without a loss: what every server of the product does before it ends."""

import asyncio
from collections.abc import Awaitable, Callable

from casino.sockets import Application, Receive, Scope, Send

RESTARTING = 4503  # close code: reconnect shortly
DRAIN_TIMEOUT = 3.0  # seconds that requests and close handshakes in progress are given


class DrainingApplication:
    """ASGI middleware that can be drained: it refuses new sockets, closes the open ones and waits for requests."""

    def __init__(self, application: Application, close_sockets: Callable[[int], Awaitable[None]]) -> None:
        self._application = application
        self._close_sockets = close_sockets
        self._in_progress = 0
        self.draining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.draining and scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        self._in_progress += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._in_progress -= 1

    async def drain(self) -> None:
        """Close every socket, then wait for requests in progress, at most DRAIN_TIMEOUT seconds."""
        self.draining = True
        await self._close_sockets(RESTARTING)
        deadline = asyncio.get_running_loop().time() + DRAIN_TIMEOUT
        while self._in_progress and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.1)  # lets the close frames and last answers leave the process
