"""Back-pressure for Daphne's sockets.

Daphne buffers without limit for a client that does not read. Here `send` returns only when the client has taken most
of what it was sent, as with other ASGI servers, so that the newest message can take the place of those that wait.
"""

import asyncio

from daphne.ws_protocol import WebSocketProtocol

from casino.people.sockets import Application, Receive, Scope, Send

Peer = tuple[str, int]  # address and port of a client


class Valve:
    """Open while the transport takes what is written: Twisted closes it when more than 64 KB wait to be sent. The names
    are those that Twisted calls (IPushProducer)."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()

    async def opened(self) -> None:
        """Wait until the client has taken everything, or is gone."""
        await self._open.wait()

    def pauseProducing(self) -> None:
        """The transport's buffer is full."""
        self._open.clear()

    def resumeProducing(self) -> None:
        """The transport's buffer is empty."""
        self._open.set()

    def stopProducing(self) -> None:
        """The connection is gone."""
        self._open.set()


_valves: dict[Peer, Valve] = {}  # of the sockets that are open


class Socket(WebSocketProtocol):
    """One socket of Daphne's, with a valve."""

    def onOpen(self) -> None:
        """Called by autobahn after the handshake."""
        peer, valve = self.transport.getPeer(), Valve()
        _valves[peer.host, peer.port] = valve
        self.transport.unregisterProducer()  # the HTTP channel, which had this connection first
        self.transport.registerProducer(valve, True)
        super().onOpen()

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        """Called by autobahn when the socket has ended."""
        peer = self.transport.getPeer()
        if valve := _valves.pop((peer.host, peer.port), None):
            valve.stopProducing()
        super().onClose(wasClean, code, reason)


class BackPressure:
    """ASGI middleware, the first after Daphne: what is sent to a socket waits until its client can take more."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._application(scope, receive, send)
            return
        host, port = scope["client"]

        async def take(message: Scope) -> None:
            await send(message)
            if message["type"] == "websocket.send" and (valve := _valves.get((host, port))):
                await valve.opened()

        await self._application(scope, receive, take)
