"""All who ask at once. They come from many addresses of this machine (127.0.0.0/8)."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any
from urllib.parse import urlencode

from deploy.bench.http import Connection
from deploy.bench.sockets import Refused, Socket, open_socket
from deploy.stopping.house import CSRF, headers_of

LOGINS = 50  # a second
REPORTS = 20  # at a time
SLOW, HALF_OPEN = 20, 50
OPENED_AT_ONCE = 25
REPORT = "/reports/floor/?since=2026-01-01T00:00&until=2026-12-31T00:00"
HALF_A_REQUEST = (
    b"POST /api/tables/mesa-0/commands HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
)


def come(line: Any, port: int, sessions: Sequence[str], idle: int) -> None:
    """Be the crowd: say when it is there, stay until told to go, and tell what it was answered."""
    asyncio.run(Crowd(port, sessions, idle).stay(line))


class Crowd:
    """`asked`: what was asked, and how it was answered."""

    def __init__(self, port: int, sessions: Sequence[str], idle: int) -> None:
        self.asked: Counter[str] = Counter()
        self._port, self._sessions, self._idle = port, sessions, idle
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._kept: list[Any] = []  # connections that are left open

    async def stay(self, line: Any) -> None:
        """Come, say so, ask until told to go, and say what was answered."""
        places = asyncio.Semaphore(OPENED_AT_ONCE)
        await asyncio.gather(*(self._open(places, "mesa-3", reads=True) for _ in range(self._idle)))
        await asyncio.gather(*(self._open(places, "mesa-0", reads=False) for _ in range(SLOW)))
        await asyncio.gather(*(self._half() for _ in range(HALF_OPEN)))
        for number in range(REPORTS):
            self._start(self._read_reports(self._sessions[number % len(self._sessions)]))
        self._start(self._log_in_for_ever())
        line.send("there")
        await asyncio.to_thread(line.recv)
        line.send(dict(self.asked))
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self, places: asyncio.Semaphore, table: str, *, reads: bool) -> None:
        headers = {"Origin": f"http://127.0.0.1:{self._port}", "Cookie": self._sessions[0]}
        async with places:
            await self._counted("socket", self._open_one(f"/ws/screens/table/{table}/", headers, reads))

    async def _open_one(self, path: str, headers: dict[str, str], reads: bool) -> str:
        def heard(socket: Socket, message: bytes, version: int | None) -> None:
            if version is not None and b'"screen"' in message:
                socket.send(b'{"type": "shown", "version": %d}' % version)

        socket = await open_socket(self._port, path, headers, heard, narrow=not reads)
        if not reads:
            socket.transport.pause_reading()
        self._kept.append(socket)
        return "open"

    async def _half(self) -> None:
        await self._counted("half a request", self._half_one())

    async def _half_one(self) -> str:
        _, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(HALF_A_REQUEST)
        await writer.drain()
        self._kept.append(writer)
        return "sent"

    async def _read_reports(self, session: str) -> None:
        while True:
            await self._counted("report", self._read_one(session))

    async def _read_one(self, session: str) -> str:
        connection = Connection(self._port, headers_of(session))
        try:
            return str((await connection.get(REPORT))[0])
        finally:
            connection.close()

    async def _log_in_for_ever(self) -> None:
        while True:
            self._start(self._counted("login", self._log_in()))
            await asyncio.sleep(1 / LOGINS)

    async def _log_in(self) -> str:
        number = next(self._numbers)
        form = {"username": f"nobody-{number}", "password": "wrong", "csrfmiddlewaretoken": CSRF}
        body = urlencode(form).encode()
        origin = (f"127.0.{1 + number // 250 % 250}.{1 + number % 250}", 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=origin)
        cookie = self._sessions[0].partition("; ")[2]  # the one for the form alone
        head = (
            f"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {cookie}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n"
        )
        try:
            writer.write(head.encode() + body)
            return (await reader.readline()).split(b" ")[1].decode()
        finally:
            writer.close()

    async def _counted(self, what: str, work: Awaitable[str]) -> None:
        try:
            self.asked[f"{what}: {await work}"] += 1
        except (OSError, EOFError, Refused, TimeoutError, IndexError):
            self.asked[f"{what}: cut"] += 1
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0.1)
