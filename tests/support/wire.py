"""A WebSocket client that shows what is on the wire: it reads a frame when it is asked to, and no sooner."""

import asyncio
import socket
import zlib
from collections.abc import Mapping
from typing import Any

SAMPLE_KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # of RFC 6455, 1.3
WAIT = 30.0  # seconds: far more than anything here takes
MASKED = 0x80
TEXT, PING, PONG = 1, 9, 10  # opcodes


class Refused(Exception):
    """The server did not open the socket: the head of its answer."""


class Wire:
    """One socket. `read`: the bytes of the frames that were read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        self.agreed = ""  # the extensions that the server agreed to
        self.read = 0

    @classmethod
    async def open(
        cls,
        port: int,
        path: str,
        offer: str = "",
        headers: Mapping[str, str] | None = None,
        host: str = "127.0.0.1",
        **address: Any,
    ) -> "Wire":
        """Connect. `offer`: extensions, as in the header of that name. `address`: more for `open_connection`. Raises
        Refused, OSError, EOFError or TimeoutError."""
        wire = cls(*await asyncio.open_connection(host, port, **address))
        asked = {
            "Host": f"{host}:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": SAMPLE_KEY,
            "Sec-WebSocket-Version": "13",
            **({"Sec-WebSocket-Extensions": offer} if offer else {}),
            **(headers or {}),
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in asked.items()), "", ""]
        wire._writer.write("\r\n".join(lines).encode())
        try:
            head = (await asyncio.wait_for(wire._reader.readuntil(b"\r\n\r\n"), WAIT)).decode()
        except BaseException:
            wire.leave()
            raise
        if " 101 " not in head:
            wire.leave()
            raise Refused(head)
        found = [line for line in head.split("\r\n") if line.lower().startswith("sec-websocket-extensions")]
        wire.agreed = found[0].partition(": ")[2] if found else ""
        return wire

    async def hear(self, patience: float | None = WAIT) -> str:
        """The next message; the code, where the socket is closed. A ping is answered on the way. `patience`: in
        seconds."""
        first, payload = await asyncio.wait_for(self._frame(), patience)
        while first & 0x0F == PING:
            self._send(PONG, payload)
            first, payload = await asyncio.wait_for(self._frame(), patience)
        if first & 0x0F == 8:
            return str(int.from_bytes(payload[:2], "big"))
        if first & 0x40:
            payload = self._inflater.decompress(payload + b"\0\0\xff\xff")
        return payload.decode()

    def say(self, text: str) -> None:
        """Send one message, not compressed."""
        self._send(TEXT, text.encode())

    def read_no_more(self, room: int) -> None:
        """Take nothing any more; the kernel keeps at most so many bytes for us."""
        transport: Any = self._writer.transport
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        transport.pause_reading()

    def leave(self) -> None:
        """Drop the connection."""
        self._writer.transport.abort()

    def _send(self, opcode: int, payload: bytes) -> None:
        length = len(payload)
        short, more = (length, 0) if length < 126 else (126, 2) if length < 1 << 16 else (127, 8)
        head = bytes((0x80 | opcode, MASKED | short)) + (length.to_bytes(more, "big") if more else b"")
        self._writer.write(head + bytes(4) + payload)  # a mask of zeros leaves the payload as it is

    async def _frame(self) -> tuple[int, bytes]:
        first, length = await self._reader.readexactly(2)
        extended = {126: 2, 127: 8}.get(length, 0)
        if extended:
            length = int.from_bytes(await self._reader.readexactly(extended), "big")
        self.read += 2 + extended + length
        return first, await self._reader.readexactly(length)
