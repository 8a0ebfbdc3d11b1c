"""Daphne's sockets with permessage-deflate and back-pressure.

Daphne negotiates no compression, buffers without limit for a client that does not read, and hands each message to
Twisted, which asks the kernel three times before it is sent. Here a message is compressed once for all sockets that
were sent the same before (`casino.deflate`), written at once where nothing else waits, and `send` returns only when
the client has taken most of what it was sent, as with other ASGI servers.
"""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.utils import translation
from twisted.internet import reactor as installed

from casino.bodies import LINGER, WITHIN, most_for, too_large
from casino.common.answers import refused
from casino.common.errors import Refusal
from casino.deflate import History, frame_after

Message = dict[str, Any]
reactor: Any = installed  # its interfaces are no types

_HEAD = b"HTTP/1.1 %d Refused\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"


class Valve:
    """Open while the transport takes what is written: Twisted closes it when more than 64 KB wait to be sent."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()

    @property
    def is_closed(self) -> bool:
        """Whether writing has to wait."""
        return not self._open.is_set()

    async def opened(self) -> None:
        """Wait until the client has taken everything, or is gone."""
        await self._open.wait()

    # The names that Twisted calls (IPushProducer)

    def pauseProducing(self) -> None:
        """The transport's buffer is full."""
        self._open.clear()

    def resumeProducing(self) -> None:
        """The transport's buffer is empty."""
        self._open.set()

    def stopProducing(self) -> None:
        """The connection is gone."""
        self._open.set()


class Socket(WebSocketProtocol):
    """One socket. `history` is None where the client has not agreed to compression."""

    valve: Valve
    history: History | None = None

    def onOpen(self) -> None:
        """Called by autobahn after the handshake."""
        self.valve = Valve()
        self.transport.unregisterProducer()  # the HTTP channel, which had this connection first
        self.transport.registerProducer(self.valve, True)
        if self._perMessageCompress is not None:
            self.history = History.ending(b"")
        super().onOpen()

    def dataReceived(self, data: bytes) -> None:
        """Called by Twisted. Autobahn's own composes a coloured line for its log first, also where there is none."""
        self._dataReceived(data)

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """Called by Daphne with what the application sends."""
        if binary or self.state == self.STATE_CONNECTING:
            super().serverSend(content, binary)
        elif self.state == self.STATE_OPEN:  # a message to a socket that is closing goes nowhere
            frame, self.history = frame_after(self.history, content)
            self._write(frame)

    def _write(self, frame: bytes) -> None:
        transport = self.transport
        if not (transport.dataBuffer or transport._tempDataBuffer):
            written = transport.writeSomeData(frame)
            # An error is left to `write`, which ends the connection as usual.
            frame = frame[written:] if isinstance(written, int) else frame
        if frame:
            transport.write(frame)


class _Request(WebRequest):
    """Leaves the body to the application. Twisted would parse every form, too, and for that every content type. And it
    would keep whatever comes, however long that is and takes; the application has the same limits, but is called
    afterwards (`casino.bodies`)."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False, **options)
        self._most = self._size = 0
        self._is_refused = False
        self._end: Any = None  # of the client's time

    def gotLength(self, length: int | None) -> None:
        """Called by Twisted after the headers; None where the body comes in chunks of which nobody knows the number."""
        super().gotLength(length)
        if length == 0:
            return
        headers = {name.lower(): values[-1] for name, values in self.requestHeaders.getAllRawHeaders()}
        self._most = most_for(headers.items())
        self._end = reactor.callLater(WITHIN, self._turn_away, Refusal("too_slow"))
        if length is not None and length > self._most:
            self._turn_away(too_large(self._most))

    def handleContentChunk(self, data: bytes) -> None:
        """Called by Twisted with each part of the body."""
        self._size += len(data)
        if self._is_refused:
            return
        if self._size > self._most:
            self._turn_away(too_large(self._most))
        else:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """Called by Twisted when the body is there."""
        self._stop_waiting()
        if self._is_refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def connectionLost(self, reason: Any) -> None:
        """Called by Twisted when the client has gone."""
        self._stop_waiting()
        super().connectionLost(reason)

    def _turn_away(self, refusal: Refusal) -> None:
        """Say so at once, in JSON: what was asked for is not known yet. What still comes is thrown away for a moment:
        a connection that ended now would take the answer with it."""
        self._is_refused = True
        self._stop_waiting()
        self._end = reactor.callLater(LINGER, self.channel.loseConnection)
        with translation.override(settings.LANGUAGE_CODE):
            status, answer = refused(refusal)
        body = json.dumps(answer).encode()
        self.channel.write(_HEAD % (status, len(body)) + body)

    def _stop_waiting(self) -> None:
        if self._end is not None and self._end.active():
            self._end.cancel()


class _Factory(HTTPFactory):
    def buildProtocol(self, addr: Any) -> Any:
        """Called by Twisted for each connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = _Request
        return protocol


class SocketServer(Server):
    """Daphne with these sockets, and requests whose bodies it does not parse."""

    def __init__(self, application: Any, **options: Any) -> None:
        super().__init__(application, ready_callable=self._set_up, **options)

    def _set_up(self) -> None:
        self.http_factory.__class__ = _Factory  # Daphne makes its factory without a way to choose another
        self.ws_factory.protocol = Socket
        self.ws_factory.setProtocolOptions(perMessageCompressionAccept=_accepted)

    async def handle_reply(self, protocol: Any, message: Message) -> None:
        """Called with what the application sends. Returns when the client can take more."""
        await super().handle_reply(protocol, message)
        if message["type"] == "websocket.send" and protocol.valve.is_closed:
            await protocol.valve.opened()


def _accepted(offers: Iterable[Any]) -> PerMessageDeflateOfferAccept | None:
    """The answer to what a client offers. A client whose inflater remembers less than usual gets no compression."""
    for offer in offers:
        if not isinstance(offer, PerMessageDeflateOffer):
            continue
        if not offer.request_no_context_takeover and not offer.request_max_window_bits:
            return PerMessageDeflateOfferAccept(offer)  # type: ignore[no-untyped-call]
    return None
