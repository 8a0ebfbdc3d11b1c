"""Clients that keep a server busy until it takes no more connections, and remember how every request ended."""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from deploy.bench.http import Connection

Json = dict[str, Any]

CUT = "cut"  # the request was sent, and the connection ended without an answer
STOPPING = 503


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asks: a command if there is a body."""

    path: str
    body: Json | None = None


@dataclass
class Busy:
    """A client that asks again as soon as it is answered. `kept`: on one connection, as long as the server keeps it."""

    port: int
    headers: dict[str, str]
    requests: Iterator[Request]
    kept: bool = True
    ends: Counter[int | str] = field(default_factory=Counter)  # the status of each answer, or CUT
    accepted: list[str] = field(default_factory=list)  # the keys of the commands that were answered with 200

    async def run(self) -> None:
        """Ask until nobody listens any more."""
        connection = Connection(self.port, self.headers)
        for number, request in enumerate(self.requests):
            try:
                await connection.open()
            except OSError:
                return
            try:
                status = await self._ask(connection, request, number)
            except (OSError, EOFError):
                self.ends[CUT] += 1
                connection.close()
                continue
            self.ends[status] += 1
            if not self.kept:
                connection.close()

    async def _ask(self, connection: Connection, request: Request, number: int) -> int:
        if request.body is None:
            return (await connection.get(request.path))[0]
        key = secrets.token_hex(8)
        status, _ = await connection.post(
            request.path, json.dumps(request.body).encode(), **{"Idempotency-Key": key}
        )
        if status == 200:
            self.accepted.append(key)
        return status


def commands(slug: str) -> Iterator[Request]:
    """Somebody comes to a table and leaves it, again and again."""
    path = f"/api/tables/{slug}/commands"
    for number in count():
        for command in ("join", "leave"):
            yield Request(path, {"command": command, "player": f"p{number}"})


def readings(*paths: str) -> Iterator[Request]:
    """The same pages again and again."""
    while True:
        yield from map(Request, paths)


async def half_a_request(port: int) -> asyncio.StreamWriter:
    """A connection on which a request has begun that never ends."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nusername=")
    await writer.drain()
    return writer


async def idle(port: int) -> asyncio.StreamWriter:
    """A connection on which nothing is asked."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    return writer


def dropped(*writers: asyncio.StreamWriter) -> None:
    """End such connections."""
    for writer in writers:
        with suppress(OSError):
            writer.transport.abort()
