"""Uvicorn's sockets with the compression that is shared (`casino.deflate`), and with back-pressure after a message.

Uvicorn compresses each message for each socket, with a window of 4 KB. Here a message is compressed once for all
sockets that were sent the same before, and `send` returns only when the client has taken most of what it was sent.
"""

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import NegotiationError
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol

from casino.deflate import History, frame_after

Message = Any  # one of ASGI's
Parameters = Sequence[tuple[str, str | None]]

CLOSING = 10.0  # seconds that a client has for answering the close frame
WHOLE_WINDOW = 15  # bits
MOST_WAITING = 1  # messages of a client that the application has not taken yet


class Socket(WebSocketsSansIOProtocol):
    """One socket. `history` is None where the client has not agreed to compression."""

    history: History | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        extensions = [SharedDeflateFactory()]
        self.conn = ServerProtocol(
            extensions=extensions, max_size=self.config.ws_max_size, logger=self.logger
        )

    def send_receive_event_to_app(self) -> None:
        """Called with a message of the client. Uvicorn stops reading from him with each until the application takes it,
        and tells the kernel twice; here that happens only where it is behind."""
        was_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = was_paused or self.queue.qsize() > MOST_WAITING
        if self.read_paused and not was_paused:
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        """Called with the opening request, when the extensions are agreed on."""
        super().handle_connect(event)
        if self.conn.extensions:
            self.history = History.ending(b"")

    async def send(self, message: Message) -> None:
        """Called with what the application sends. Returns when the client can take more."""
        kind, text = message["type"], message.get("text")
        if kind == "websocket.send" and text is not None and self.handshake_complete:
            self._say(text)
            if not self.writable.is_set():
                await self.writable.wait()
        elif kind == "websocket.close" and self.handshake_complete:
            await self._close(message)
        else:
            await super().send(message)

    def _say(self, text: str) -> None:
        if not (
            self.disconnected or self.close_sent
        ):  # what is sent to a socket that is closing goes nowhere
            frame, self.history = frame_after(self.history, text)
            self.transport.write(frame)

    async def _close(self, message: Message) -> None:
        """Uvicorn's own waits for a client that does not read, at first until it can write, and then for ever."""
        self.writable.set()
        try:
            await super().send(message)
        except ClientDisconnected:
            return
        if self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CLOSING, self.transport.abort)


class SharedDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees to compression, but not with a client whose inflater remembers less than usual."""

    def process_request_params(
        self, params: Parameters, accepted_extensions: Sequence[Extension]
    ) -> tuple[list[tuple[str, str | None]], "SharedDeflate"]:
        """The answer to an offer. Raises NegotiationError to refuse it."""
        agreed, usual = super().process_request_params(params, accepted_extensions)
        if usual.local_no_context_takeover or usual.local_max_window_bits < WHOLE_WINDOW:
            raise NegotiationError("messages need the whole window")
        return agreed, SharedDeflate(usual.remote_no_context_takeover, usual.remote_max_window_bits)


class SharedDeflate(PerMessageDeflate):
    """Inflates what the client sends. What it is sent has been compressed before, or is not."""

    def __init__(self, no_context_takeover: bool, max_window_bits: int) -> None:
        # Without a context of our own there is no compressor, which would take 256 KB.
        super().__init__(no_context_takeover, True, max_window_bits, WHOLE_WINDOW)

    def encode(self, frame: Frame) -> Frame:
        """The frame as it is."""
        return frame
