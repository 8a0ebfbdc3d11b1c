"""What a browser has, in as little code as it needs: a connection that stays open between requests, and a socket."""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.support.wire import Wire

HOST = "127.0.0.1"
CSRF = "c" * 32
LONGEST = 60.0  # seconds that an answer may take
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
COOKIE = re.compile(r"^set-cookie: ([^;]+)", re.IGNORECASE | re.MULTILINE)
VERSION = re.compile(r'"version": ?(\d+)')

Headers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """To a request; `head`: the headers, the line of the status first."""

    status: int
    head: str
    body: bytes

    @property
    def cookies(self) -> str:
        """Those that it sets, as a request sends them back."""
        return "; ".join(found.strip() for found in COOKIE.findall(self.head))


def headers_of(port: int, cookies: str, **more: str) -> dict[str, str]:
    """The headers with which a browser with these cookies changes something."""
    return {"Cookie": cookies, "X-CSRFToken": CSRF, "Origin": f"http://{HOST}:{port}", **more}


class Connection:
    """To a server on this machine, from one of its addresses. One request at a time; `headers` go with each."""

    def __init__(self, port: int, headers: Headers, address: str = HOST) -> None:
        self._port, self._address = port, address
        self._headers = {"Host": f"{HOST}:{port}", **headers}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answer:
        """Raises OSError, EOFError or TimeoutError where there is no answer."""
        return await self._request("GET", path, b"", {})

    async def post(self, path: str, body: bytes, kind: str = "application/json", **more: str) -> Answer:
        """As `get`. `kind`: the type of the body."""
        said = {**more, "Content-Type": kind, "Content-Length": str(len(body))}
        return await self._request("POST", path, body, said)

    async def open(self) -> None:
        """Connect, if that has not been done. Raises OSError."""
        if self._streams is None:
            origin = (self._address, 0)
            self._streams = await asyncio.open_connection(HOST, self._port, limit=2**22, local_addr=origin)

    def close(self) -> None:
        """Close the connection, if one is open."""
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _request(self, method: str, path: str, body: bytes, more: Headers) -> Answer:
        headers = "".join(f"{name}: {value}\r\n" for name, value in (self._headers | dict(more)).items())
        async with asyncio.timeout(LONGEST):
            await self.open()
            assert self._streams
            self._streams[1].write(f"{method} {path} HTTP/1.1\r\n{headers}\r\n".encode() + body)
            return await self._answer(self._streams[0])

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        body = await (reader.readexactly(int(length[1])) if length else _chunks(reader))
        if b"connection: close" in head.lower():
            self.close()
        return Answer(int(head[9:12]), head.decode("latin-1"), body)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    content = b""
    while size := int(await reader.readline(), 16):
        content += (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
    return content


class Socket:
    """An open socket that is read all the time. `on_message` is called with each message, its version, and whether that
    is shown by it; `closed` ends with the close code, or None where the line was cut."""

    def __init__(self, wire: Wire, on_message: "OnMessage") -> None:
        self._wire, self._on_message = wire, on_message
        self.closed = asyncio.create_task(self._read())

    async def _read(self) -> int | None:
        try:
            while not (said := await self._wire.hear(None)).isdecimal():
                is_screen = '"screen"' in said[:60]
                if (is_screen or '"heartbeat"' in said[:60]) and (found := VERSION.search(said, 0, 200)):
                    self._on_message(self, int(found[1]), is_screen)
            return int(said)
        except (OSError, EOFError):
            return None
        finally:
            self.abort()

    def abort(self) -> None:
        """Drop the connection."""
        self._wire.leave()

    def shown(self, version: int) -> None:
        """Say, as a page does, that it shows this version now."""
        self._wire.say(f'{{"type": "shown", "version": {version}}}')


OnMessage = Callable[[Socket, int, bool], None]


def show(socket: Socket, version: int, is_screen: bool) -> None:
    """Do what a page does with a message, and no more."""
    if is_screen:
        socket.shown(version)


async def open_wire(port: int, path: str, cookie: str, address: str = HOST) -> Wire:
    """A socket of a server on this machine, from one of its addresses, which nobody reads yet. Raises Refused, OSError,
    EOFError or TimeoutError."""
    headers = {"Origin": f"http://{HOST}:{port}", "Cookie": cookie}
    return await Wire.open(port, path, headers=headers, local_addr=(address, 0))


async def open_socket(
    port: int, path: str, cookie: str, on_message: OnMessage = show, address: str = HOST
) -> Socket:
    """As `open_wire`, and read."""
    return Socket(await open_wire(port, path, cookie, address), on_message)
