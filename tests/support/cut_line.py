"""A line to another server that can be cut, and joined again: what a client sees when that server is gone."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from urllib.parse import urlsplit


class Line:
    """Leads `port` of this machine to another address. While it is cut nobody listens there."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._to = parts.hostname or "127.0.0.1", parts.port or 5432
        self._loop = asyncio.new_event_loop()
        self._open: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.port = 0
        self.join()
        self.url = parts._replace(netloc=f"{parts.username or 'postgres'}@127.0.0.1:{self.port}").geturl()

    def cut(self) -> None:
        """End every connection, and take no more."""
        self._done(self._cut())

    def join(self) -> None:
        """Take connections again."""
        self._done(self._join())

    def end(self) -> None:
        """For good."""
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _done(self, work: "asyncio.coroutines.Coroutine[None, None, None]") -> None:
        future: Future[None] = asyncio.run_coroutine_threadsafe(work, self._loop)
        future.result(30)

    async def _join(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        self._server.close()
        for writer in list(self._open):
            writer.transport.abort()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self._to)
        self._open |= {writer, far_writer}
        await asyncio.gather(_pipe(reader, far_writer), _pipe(far_reader, writer))
        self._open -= {writer, far_writer}


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError), contextlib.closing(writer):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()


@contextlib.contextmanager
def cut_line(url: str) -> Iterator[Line]:
    """A line to the server of this URL."""
    line = Line(url)
    try:
        yield line
    finally:
        line.end()
