"""How soon 500 screens are all back when their server was killed and another one takes its place.

Consoles and walls, half of each, which come back as pages do. Counted is from the moment at which the new server takes
connections.
"""

import asyncio
import time
from argparse import Namespace
from pathlib import Path
from statistics import median

from casino.people.permissions import Role
from tests.live.house import House, house
from tests.live.screens import Screen
from tests.live.wire import HOST

ROUNDS, SOCKETS = 5, 500
SHORT_ROUNDS, SHORT_SOCKETS = 1, 100
TABLES = 4
ASKED = 10.0  # seconds until the last one is back
PATIENCE = 120.0


async def run(folder: Path, given: Namespace) -> list[str]:
    """Kill, wait, and print. Returns what is wrong."""
    rounds = given.rounds or (SHORT_ROUNDS if given.short else ROUNDS)
    sockets, took = SHORT_SOCKETS if given.short else SOCKETS, []
    async with house(folder, TABLES) as here:
        screens = [_screen(here, number) for number in range(sockets)]
        watching = [asyncio.create_task(screen.run()) for screen in screens]
        await _until(screens, is_up=True)
        for number in range(1, rounds + 1):
            took.append(await _round(here, screens))
            good = "ok" if took[-1] <= ASKED else "NO"
            print(
                f"{good} round {number}: {sockets} back after {took[-1]:.1f} s (≤ {ASKED:.0f} s)", flush=True
            )
        for task in watching:
            task.cancel()
    print(f"the slowest of {rounds} rounds {max(took):.1f} s, the median {median(took):.1f} s")
    return [f"sockets were back after {seconds:.1f} s" for seconds in took if seconds > ASKED]


def _screen(house: House, number: int) -> Screen:
    table, port = house.tables[number // 2 % TABLES], house.ports["worker-1"]
    screen, cookie = ("console", table[Role.CROUPIER]) if number % 2 else ("wall", f"wall1={table['wall']}")
    return Screen(table["slug"], port, f"/ws/screens/{screen}/{table['slug']}/", cookie, str(number))


async def _round(house: House, screens: list[Screen]) -> float:
    """Seconds from when the second server listens until all are back. Raises TimeoutError."""
    worker, port = house.workers()[0], house.ports["worker-1"]
    await worker.kill()
    await _until(screens, is_up=False)
    listens = asyncio.create_task(_listens(port))
    await worker.start()
    await _until(screens, is_up=True)
    return time.monotonic() - await listens


async def _until(screens: list[Screen], *, is_up: bool) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(screen.is_up != is_up for screen in screens):
            await asyncio.sleep(0.02)


async def _listens(port: int) -> float:
    """When a server takes connections at this port."""
    while True:
        try:
            _, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(0.01)
        else:
            writer.close()
            return time.monotonic()
