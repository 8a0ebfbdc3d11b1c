"""WebSockets as a browser has them, in as little code as they need: the client must not be slower than the servers.

Each offers permessage-deflate, counts what comes over the wire, and knows the version that it was sent last.
"""

import asyncio
import base64
import os
import re
import socket
import time
import zlib
from collections.abc import Callable, Mapping
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
COMPRESSED, FINAL = 0x40, 0x80
TAIL = b"\x00\x00\xff\xff"  # ends every compressed message and is not sent
VERSION = re.compile(rb'"version": ?(\d+)')
NARROW_BUFFER, NARROW_SEGMENT = 4096, 536  # bytes
OFFER = "permessage-deflate; client_max_window_bits"  # as Chromium's
ANSWER = b'"type":"answer"'  # to a command on this socket; what is new comes in a message of its own


class Refused(Exception):
    """The server did not open the socket."""


class Socket(asyncio.Protocol):
    """An open socket. `on_message` is called with each message and its version, None where it shows none.

    `wire`: bytes received since the opening, framing included; `version`: the newest, received at `at`.
    """

    def __init__(self, request: bytes, on_message: Callable[["Socket", bytes, int | None], None]) -> None:
        self.wire = 0
        self.version = -1
        self.at = 0.0
        self.close_code: int | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._on_message = on_message
        self._buffer = bytearray()
        self._inflate: Any = None
        self._keeps_context = True

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(Refused("the connection ended"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self.opened.done():
            self.wire += len(data)
        elif self._answered():
            self.wire += len(self._buffer)
        else:
            return
        while self._take_frame():
            pass

    def send(self, text: bytes, opcode: int = TEXT) -> None:
        """Send a message of less than 64 KB. The mask is zero, which masks nothing and costs nothing."""
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
        self.transport.write(bytes([FINAL | opcode]) + size + b"\0\0\0\0" + text)

    def _answered(self) -> bool:
        """Read the answer to the opening request, once all of it is there."""
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(Refused(head.split(b"\r\n")[0].decode()))
            return False
        agreed = head.lower()
        if b"permessage-deflate" in agreed:
            self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
            self._keeps_context = b"server_no_context_takeover" not in agreed
        self.opened.set_result(None)
        self._buffer = bytearray(rest)
        return True

    def _take_frame(self) -> bool:
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1] & 0x7F, 2
        if size > 125:
            width = 2 if size == 126 else 8
            size, start = int.from_bytes(buffer[2 : 2 + width]), 2 + width
            if len(buffer) < start:
                return False
        if len(buffer) < start + size:
            return False
        head, payload = buffer[0], bytes(buffer[start : start + size])
        del buffer[: start + size]
        self._on_frame(head, payload)
        return True

    def _on_frame(self, head: int, payload: bytes) -> None:
        opcode = head & 0x0F
        if opcode == PING:
            self.send(payload, PONG)
        elif opcode == CLOSE:
            self.close_code = int.from_bytes(payload[:2]) if payload else None
            self.transport.close()
        elif opcode == TEXT:
            self._on_text(self._inflated(payload) if head & COMPRESSED else payload)

    def _inflated(self, payload: bytes) -> bytes:
        text: bytes = self._inflate.decompress(payload + TAIL)
        if not self._keeps_context:
            self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        return text

    def _on_text(self, text: bytes) -> None:
        found = None if ANSWER in text[:40] else VERSION.search(text, 0, 200)
        version = int(found[1]) if found else None
        if version is not None and version > self.version:
            self.version, self.at = version, time.perf_counter()
        self._on_message(self, text, version)


async def open_socket(
    port: int,
    path: str,
    headers: Mapping[str, str],
    on_message: Callable[[Socket, bytes, int | None], None],
    *,
    narrow: bool = False,
) -> Socket:
    """Open a socket of a server on this machine. Raises Refused.

    `narrow`: the kernel keeps only a few dozen KB for it, on the way and on arrival.
    """
    key = base64.b64encode(os.urandom(16)).decode()
    fields = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade"}
    fields |= {"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13", "Sec-WebSocket-Extensions": OFFER}
    lines = [
        f"GET {path} HTTP/1.1",
        *(f"{name}: {value}" for name, value in (fields | dict(headers)).items()),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    endpoint = socket.socket()
    if narrow:
        endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW_BUFFER)
        endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, NARROW_SEGMENT)
    endpoint.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(endpoint, ("127.0.0.1", port))
    endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    _, opened = await loop.create_connection(lambda: Socket(request, on_message), sock=endpoint)
    try:
        await opened.opened
    except BaseException:
        opened.transport.abort()
        raise
    return opened
