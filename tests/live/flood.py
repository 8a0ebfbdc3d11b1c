"""A table's commands in quiet, and while logins, reports, sockets and half requests come through nginx.

Every command must be answered, and take at most twice its quiet time. The crowd comes from many addresses of this
machine (127.0.0.0/8), and has a process of its own, so that its work is not measured.
"""

import asyncio
import json
import secrets
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Awaitable
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from casino.people.permissions import Role
from tests.live.clients import log_in
from tests.live.house import House, house
from tests.live.wire import HOST, Connection, Socket, headers_of, open_wire, show
from tests.support.wire import Refused

ROUNDS, SECONDS, IDLE = 3, 15.0, 500  # each round a quiet time and a flood; idle sockets
SHORT_ROUNDS, SHORT_SECONDS, SHORT_IDLE = 1, 6.0, 60
ASKED = 2.0  # times as long as in quiet a command may take
BETWEEN = 0.1  # seconds from the answer to one command to the next command
LONGEST_START = 120.0  # seconds until the crowd is there
LOGINS = 50  # a second
REPORTS, SLOW, HALF_OPEN = 20, 20, 50  # at a time
OPENED_AT_ONCE = 25
NARROW = 4096  # bytes
REPORT = "/reports/floor/?since=2026-01-01T00:00&until=2026-12-31T00:00"
HALF = b"POST /api/tables/mesa-1/commands HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"

Times = list[float]  # in ms


async def run(folder: Path, given: Namespace) -> list[str]:
    """Measure and print. Returns what is wrong."""
    rounds = given.rounds or (SHORT_ROUNDS if given.short else ROUNDS)
    seconds, idle = (SHORT_SECONDS, SHORT_IDLE) if given.short else (SECONDS, IDLE)
    quiet, flooded, found = Times(), Times(), list[str]()
    async with house(folder, 2) as here:
        for _ in range(rounds):
            found += await _commands(here, seconds, quiet)
            found += await _in_flood(here, seconds, idle, flooded)
            print(f"quiet: {_told(quiet)}; flood: {_told(flooded)}", flush=True)
    ratio = median(flooded) / median(quiet)
    line = f"a command took {ratio:.1f} times its quiet time, at most {ASKED:.0f} are asked"
    print(line, "(not judged here)" * given.short)
    return [*found, *[line] * (not given.short and ratio > ASKED)]


def _told(times: Times) -> str:
    late = sorted(times)[int(len(times) * 0.95)]
    return f"{len(times)} commands, {median(times):.1f} ms, one of twenty {late:.1f} ms or more"


async def _in_flood(house: House, seconds: float, idle: int, times: Times) -> list[str]:
    """Measure while the crowd is there."""
    ours, theirs = get_context("spawn").Pipe()
    session = house.tables[1][Role.JEFE]
    asked = (theirs, house.ports["nginx"], house.furniture["csrf"], session, idle)
    crowd = get_context("spawn").Process(target=come, args=asked, daemon=True)
    crowd.start()
    try:
        if not await asyncio.to_thread(ours.poll, LONGEST_START):
            raise TimeoutError("the crowd did not come")
        ours.recv()
        found = await _commands(house, seconds, times)
        ours.send("go")
        print("the crowd:", await asyncio.to_thread(ours.recv))
        return found
    finally:
        crowd.join(30)
        crowd.kill()


async def _commands(house: House, seconds: float, times: Times) -> list[str]:
    """Somebody comes to a table and leaves it, again and again. Returns what was answered otherwise than with 200."""
    port, table, found = house.ports["nginx"], house.tables[0], list[str]()
    connection = Connection(port, headers_of(port, table[Role.CROUPIER]))
    until, number = time.monotonic() + seconds, 0
    while time.monotonic() < until or number % 2:
        command = json.dumps({"command": ("join", "leave")[number % 2], "player": "ana"}).encode()
        begun, key = time.perf_counter(), {"Idempotency-Key": secrets.token_hex(8)}
        answer = await connection.post(f"/api/tables/{table['slug']}/commands", command, **key)
        times.append((time.perf_counter() - begun) * 1000)
        found += [f"a command was answered with {answer.status}"] * (answer.status != 200)
        number += 1
        await asyncio.sleep(BETWEEN)
    connection.close()
    return found


def come(line: Any, *who: Any) -> None:
    """Be the crowd: say when it is there, stay until told to go, and tell what it was answered."""
    asyncio.run(Crowd(*who).stay(line))


class Crowd:
    """All who ask at once."""

    def __init__(self, port: int, csrf: str, session: str, idle: int) -> None:
        self._port, self._csrf, self._session, self._idle = port, csrf, session, idle
        self._asked: Counter[str] = Counter()
        self._numbers = count(1)
        self._places = asyncio.Semaphore(OPENED_AT_ONCE)
        self._kept: set[Any] = set()  # connections and tasks

    async def stay(self, line: Any) -> None:
        """Come, say so, ask until told to go, and say what was answered."""
        opened = [self._counted("socket", self._socket("mesa-2", reads=True)) for _ in range(self._idle)]
        opened += [self._counted("socket", self._socket("mesa-1", reads=False)) for _ in range(SLOW)]
        await asyncio.gather(
            *opened, *(self._counted("half a request", self._half()) for _ in range(HALF_OPEN))
        )
        work = [self._read_reports() for _ in range(REPORTS)]
        asking = [asyncio.create_task(each) for each in (*work, self._log_in_for_ever())]
        line.send("there")
        await asyncio.to_thread(line.recv)
        line.send(dict(sorted(self._asked.items())))
        for task in asking:
            task.cancel()

    def _address(self) -> str:
        number = next(self._numbers)
        return f"127.0.{3 + number // 250 % 250}.{1 + number % 250}"

    async def _socket(self, table: str, *, reads: bool) -> str:
        path = f"/ws/screens/table/{table}/"
        async with self._places:
            wire = await open_wire(self._port, path, self._session, self._address())
        if not reads:
            wire.read_no_more(NARROW)
        self._kept.add(Socket(wire, show) if reads else wire)
        return "open"

    async def _half(self) -> str:
        _, writer = await asyncio.open_connection(HOST, self._port, local_addr=(self._address(), 0))
        writer.write(HALF)
        await writer.drain()
        self._kept.add(writer)
        return "sent"

    async def _read_reports(self) -> None:
        while True:
            connection = Connection(self._port, {"Cookie": self._session}, self._address())
            await self._counted("report", self._read(connection))
            connection.close()

    async def _read(self, connection: Connection) -> str:
        return str((await connection.get(REPORT)).status)

    async def _log_in_for_ever(self) -> None:
        while True:
            task = asyncio.create_task(self._counted("login", self._log_in()))
            self._kept.add(task)
            await asyncio.sleep(1 / LOGINS)

    async def _log_in(self) -> str:
        name = f"nobody-{next(self._numbers)}"
        return str((await log_in(self._csrf, self._port, name, "wrong", self._address()))[0])

    async def _counted(self, what: str, work: Awaitable[str]) -> None:
        try:
            self._asked[f"{what}: {await work}"] += 1
        except (OSError, EOFError, Refused, TimeoutError):
            self._asked[f"{what}: cut"] += 1
            await asyncio.sleep(0.1)
