"""A poor line: every connection through it stands only after a while."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from concurrent.futures import Future


@contextlib.contextmanager
def slow_line(listen: int, to: int, delay: float) -> Iterator[None]:
    """Leads port `listen` to port `to` of this machine; each connection waits `delay` seconds before its first byte."""
    over = asyncio.Event()
    listening: Future[asyncio.AbstractEventLoop] = Future()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError), contextlib.closing(writer):
            while part := await reader.read(65536):
                writer.write(part)
                await writer.drain()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(delay)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", to)
        await asyncio.gather(pipe(reader, far_writer), pipe(far_reader, writer))

    async def serve() -> None:
        await asyncio.start_server(connected, "127.0.0.1", listen)
        listening.set_result(asyncio.get_running_loop())
        await over.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    loop = listening.result(timeout=120)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
