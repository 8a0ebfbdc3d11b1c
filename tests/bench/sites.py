"""A running contender as its clients see it: commands in turn for each table, and the sockets that follow it."""

import asyncio
import json
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from tests.live.wire import Connection, headers_of
from tests.support.wire import Wire

DEVICE, WALL, CONSOLE, TABLE_PAGE = "device", "wall", "console", "table"
VERSION = re.compile(r'"version": ?(\d+)')
TOO_FAST, SLOWER = 429, 0.02  # a status, and seconds until the next attempt
LONGEST = 60.0  # seconds for an answer, and for a version


@dataclass
class Site:
    """A server. `doors`: as `house.furnish` gives them."""

    port: int
    pid: int
    doors: dict[str, Any]
    is_product: bool

    def processor_seconds(self) -> float:
        """The server's time so far; the database's is not in it."""
        with open(f"/proc/{self.pid}/stat") as stat:
            return sum(map(int, stat.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def headers(self, table: int, kind: str = "") -> dict[str, str]:
        """Those of a socket of this kind, or of a command of the table's jefe."""
        if self.is_product and kind == DEVICE:
            return {"Authorization": f"Bearer {self.doors['devices'][table]}"}
        cookie = self.doors["carla"] if kind == CONSOLE else self.doors["jefes"][table]
        if self.is_product and kind == WALL:
            cookie = f"wall1={self.doors['walls'][table]}"
        return headers_of(self.port, cookie)

    def path(self, table: int, kind: str) -> str:
        """The address of a socket of this kind."""
        if not self.is_product:
            return f"/ws/mesa-{table}/"
        return f"/ws/tables/mesa-{table}/" if kind == DEVICE else f"/ws/screens/{kind}/mesa-{table}/"

    def next_command(self, table: int) -> tuple[str, bytes]:
        """The address and the body of the table's next command."""
        body = self.doors["commands"][self.doors["begun"][table] % len(self.doors["commands"])]
        self.doors["begun"][table] += 1
        path = f"/api/tables/mesa-{table}/commands" if self.is_product else f"/tables/mesa-{table}/commands/"
        return path, body.encode()


class Table:
    """A table with its connection for commands and its sockets. `lost`: how many of them the server closed."""

    def __init__(self, site: Site, table: int) -> None:
        self.lost = 0
        self._site, self._table = site, table
        self._line = Connection(site.port, site.headers(table))
        self._shown: dict[int, int] = {}  # socket → its newest version
        self._target, self._behind, self._at = 0, set[int](), 0.0
        self._all_there = asyncio.Event()
        self._reading: list[asyncio.Task[None]] = []

    async def open(self, kinds: tuple[str, ...]) -> "Table":
        """Connect, open a socket of each kind, and wait until every one has its first message."""
        await self._line.open()
        for number, kind in enumerate(kinds):
            headers = self._site.headers(self._table, kind)
            wire = await Wire.open(self._site.port, self._site.path(self._table, kind), headers=headers)
            self._shown[number] = -1
            self._reading.append(asyncio.create_task(self._read(wire, number)))
        await self.reached(0)
        return self

    async def give(self) -> int:
        """Give the next command. Returns the version after it. Raises RuntimeError if it was refused."""
        (path, body), key = self._site.next_command(self._table), uuid4().hex
        while (answer := await self._line.post(path, body, **{"Idempotency-Key": key})).status == TOO_FAST:
            await asyncio.sleep(SLOWER)
        if answer.status != 200:
            raise RuntimeError(f"{answer.head} {answer.body[:500]!r}")
        return int(json.loads(answer.body)["version"])

    async def reached(self, version: int) -> float:
        """Wait until every socket has this version or a newer one. Says when the last got it. Raises TimeoutError."""
        self._target, self._behind = version, {one for one, shown in self._shown.items() if shown < version}
        self._all_there.clear()
        if self._behind:
            await asyncio.wait_for(self._all_there.wait(), LONGEST)
        return self._at

    async def shown(self, rest: float = 0) -> float:
        """Milliseconds from the next command to its arrival at the last of the sockets."""
        await asyncio.sleep(rest)
        start = time.perf_counter()
        return 1000 * (await self.reached(await self.give()) - start)

    def leave(self) -> None:
        """Drop the sockets and the connection."""
        for reading in self._reading:
            reading.cancel()
        self._line.close()

    async def _read(self, wire: Wire, number: int) -> None:
        """Note what a socket is sent, and say what is shown, as a browser does, until the server closes it."""
        try:
            while True:
                with suppress(TimeoutError):  # the plain peer has no heartbeat
                    self._note(wire, number, await wire.hear())
        except (asyncio.IncompleteReadError, ConnectionError):
            self.lost += 1
        finally:
            wire.leave()

    def _note(self, wire: Wire, number: int, heard: str) -> None:
        found = VERSION.search(heard, 0, 200)
        if found is None:
            raise ConnectionError(f"closed with {heard}")
        version = int(found[1])
        if heard.startswith('{"type":"screen"'):
            wire.say(f'{{"type":"shown","version":{version}}}')
        if version > self._shown[number]:
            self._shown[number], self._at = version, time.perf_counter()
        if version >= self._target:
            self._behind.discard(number)
            if not self._behind:
                self._all_there.set()
