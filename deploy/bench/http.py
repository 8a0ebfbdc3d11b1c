"""A connection that stays open between requests, as a tablet's does."""

import asyncio
import re
from collections.abc import Mapping

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
LONGEST = 60.0  # seconds that an answer may take before the run is given up


class Connection:
    """To a server on this machine. One request at a time; `headers` go with each."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self._port = port
        self._headers = {"Host": f"127.0.0.1:{port}", **headers}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes, **more: str) -> tuple[int, bytes]:
        """The status and the body of the answer. Raises TimeoutError."""
        headers = {
            **self._headers,
            **more,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
        }
        return await self._request("POST", path, headers, body)

    async def get(self, path: str) -> tuple[int, bytes]:
        """The status and the body of a page. Raises TimeoutError."""
        return await self._request("GET", path, self._headers, b"")

    async def open(self) -> None:
        """Connect, if that has not been done. Raises OSError."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)

    def close(self) -> None:
        """Close the connection, if one is open."""
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, bytes]:
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        request = ("\r\n".join(lines) + "\r\n\r\n").encode() + body
        async with asyncio.timeout(LONGEST):
            await self.open()
            assert self._streams
            reader, writer = self._streams
            writer.write(request)
            return await self._answer(reader)

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        content = await (reader.readexactly(int(length[1])) if length else _chunks(reader))
        if b"connection: close" in head.lower():
            self.close()
        return int(head[9:12]), content


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    content = b""
    while size := int(await reader.readline(), 16):
        content += (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
    return content
