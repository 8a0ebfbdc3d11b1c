"""The floor of a live table: one process-wide hub under Daphne, one statement per command, a prepared message.

`POST /TABLE` executes the statement and sends the message to everybody at `/ws/TABLE/`. No login, no rules, no reading.
"""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

SIZE = 1700  # bytes of a message: a device's
COMMAND = '{"command": "place_bet", "player": "bea", "chance": "punto", "amount": 200}'
MESSAGE = '{"version": %d, "filling": "' + "x" * (SIZE - 40) + '"}'
COLUMNS = "id bigint, text text, at timestamp"
TEXT = COMMAND * 8  # about what a command and its events are

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Postgres:
    """Commits each row durably, on one of a few connections."""

    def __init__(self, url: str) -> None:
        with psycopg.connect(url, autocommit=True) as base:
            base.execute(f"CREATE TABLE floor ({COLUMNS})")
        self._pool = AsyncConnectionPool(url, min_size=1, max_size=8, open=False, kwargs={"autocommit": True})

    async def keep(self, version: int) -> None:
        """One statement."""
        await self._pool.open()  # once; it needs the running loop
        async with self._pool.connection() as base:
            await base.execute("INSERT INTO floor VALUES (%s, %s, now())", (version, TEXT))


class Sqlite:
    """Commits each row durably, on the one connection that the process has."""

    def __init__(self, path: str) -> None:
        self._base = sqlite3.connect(path, isolation_level=None)
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("PRAGMA synchronous=FULL")
        self._base.execute(f"CREATE TABLE floor ({COLUMNS})")

    async def keep(self, version: int) -> None:
        """One statement."""
        self._base.execute("INSERT INTO floor VALUES (?, ?, datetime())", (version, TEXT))


URL = os.environ.get("DATABASE_URL")
base = Postgres(URL) if URL else Sqlite(f"{os.environ['VAR_DIR']}/floor.sqlite3")
sockets: dict[str, set[Send]] = defaultdict(set)
versions: dict[str, int] = defaultdict(int)


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """The hub's door."""
    table = scope["path"].strip("/").rpartition("/")[2]
    if scope["type"] == "websocket":
        await _listen(table, receive, send)
    elif scope["type"] == "http":
        await _command(table, scope["method"], receive, send)


async def _listen(table: str, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    sockets[table].add(send)
    await send({"type": "websocket.send", "text": MESSAGE % versions[table]})
    while (await receive())["type"] != "websocket.disconnect":
        pass
    sockets[table].discard(send)


async def _command(table: str, method: str, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    if method == "POST":
        versions[table] += 1
        version = versions[table]
        await base.keep(version)
        message = {"type": "websocket.send", "text": MESSAGE % version}
        for other in list(sockets[table]):
            await other(message)
    body = b'{"version": %d}' % versions[table]
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
