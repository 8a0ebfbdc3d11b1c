"""The command line of `make returning`."""

import asyncio
import os
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from casino.common.progress import carry_out, progress
from deploy.bench.databases import postgres_database
from deploy.bench.sockets import Refused, Socket, open_socket
from deploy.ports import free_port
from deploy.stopping.house import PEOPLE, House, Server, furnished, serving
from deploy.worker import usual

ASKED = 10.0  # seconds until the last one is back
PATIENCE = 120.0
AGAIN_AFTER = 0.25  # seconds; a page waits longer
SCREENS = ("console", "table")


def main() -> None:
    """Measure, print, and exit with 1 where the promise is not kept."""
    parser = ArgumentParser(prog="make returning", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="each a killed server")
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--server", default=usual(os.environ.get("DATABASE_URL", "")))
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = os.environ.get("DATABASE_URL", "")
        url = stack.enter_context(postgres_database(database)) if database else ""
        house = furnished(folder, url, os.environ.get("REDIS_URL", ""))
        told = f"{given.server}, {'PostgreSQL' if url else 'SQLite'}, {given.sockets} sockets"
        print(told, flush=True)
        sys.exit(0 if all_come_back(house, given) else 1)


def all_come_back(house: House, given: Namespace) -> bool:
    """Whether the last socket was back in time in every round."""
    port, took = free_port(), []
    with progress("rounds", given.rounds) as advance:
        for number in range(1, given.rounds + 1):
            took.append(asyncio.run(_round(house, port, given)))
            _say(took[-1], f"round {number}")
            advance(1)
    _say(max(took), f"the slowest of {given.rounds} rounds; the median {median(took):.1f} s")
    return max(took) <= ASKED


def _say(seconds: float, what: str) -> None:
    good = seconds <= ASKED
    print(f"{'ok' if good else 'NO'} all back after {seconds:.1f} s (≤ {ASKED:.0f} s), {what}", flush=True)


async def _round(house: House, port: int, given: Namespace) -> float:
    """Seconds from when the second server listens until all are back."""
    with ExitStack() as servers:
        first = await asyncio.to_thread(_started, servers, house, port, given)
        shown = await _all_open(house, port, given.sockets)
        first.process.send_signal(signal.SIGKILL)
        await asyncio.gather(*(socket.closed for socket in shown))
        back = asyncio.create_task(_all_open(house, port, given.sockets))
        listens = asyncio.create_task(_listens(port))
        await asyncio.to_thread(_started, servers, house, port, given)
        await back
        return time.monotonic() - await listens


def _started(servers: ExitStack, house: House, port: int, given: Namespace) -> Server:
    return servers.enter_context(serving(house, given.server, port))


async def _listens(port: int) -> float:
    """When a server takes connections at this port."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.01)
        else:
            writer.close()
            return time.monotonic()


async def _all_open(house: House, port: int, sockets: int) -> list[Socket]:
    return await asyncio.gather(*(_shown(house, port, number) for number in range(sockets)))


async def _shown(house: House, port: int, number: int) -> Socket:
    """A socket that has been sent its table. Raises TimeoutError."""
    screen, place = SCREENS[number % 2], number // 2 % PEOPLE
    headers = {"Origin": f"http://127.0.0.1:{port}", "Cookie": house.sessions[place]}
    path = f"/ws/screens/{screen}/mesa-{place}/"
    async with asyncio.timeout(PATIENCE):
        while not (socket := await _tried(port, path, headers)):
            await asyncio.sleep(AGAIN_AFTER)
    return socket


async def _tried(port: int, path: str, headers: Mapping[str, str]) -> Socket | None:
    heard = asyncio.Event()

    def note(_socket: Socket, _message: bytes, version: int | None) -> None:
        if version is not None:
            heard.set()

    try:
        socket = await open_socket(port, path, headers, note)
    except (OSError, Refused):
        return None
    shown = asyncio.ensure_future(heard.wait())
    await asyncio.wait((shown, socket.closed), return_when=asyncio.FIRST_COMPLETED)
    shown.cancel()
    return socket if heard.is_set() else None


if __name__ == "__main__":
    carry_out(main)
