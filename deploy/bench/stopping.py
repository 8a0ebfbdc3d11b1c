"""A server that is told to stop while commands are given: what its clients see."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass

from deploy.bench.load import MIXED, Crowd
from deploy.bench.sites import Site

STOPPED_TABLES = 6
BEFORE = 0.5  # seconds of commands before the stop
LONGEST = 20.0  # seconds that a server may take
COME_BACK = 4503  # the close code of a socket that shall connect again shortly


@dataclass(frozen=True, slots=True)
class Stop:
    """`cut`: commands that were sent and never answered; `uncoded`: sockets that were closed with another code;
    `seconds` until the process had ended."""

    cut: int
    uncoded: int
    seconds: float


async def stopped(site: Site, tables: range) -> Stop:
    """Stop a server under load."""
    crowd = Crowd(site)
    await crowd.open(tables, MIXED)
    givers = [asyncio.create_task(_until_it_ends(site, number)) for number in tables]
    await asyncio.sleep(BEFORE)
    site.server.stop()
    start = time.perf_counter()
    while not site.server.has_ended() and time.perf_counter() < start + LONGEST:
        await asyncio.sleep(0.02)
    seconds = time.perf_counter() - start
    cut = sum(await asyncio.gather(*givers))
    sockets = [socket for _, followers, _ in crowd.tables for socket in followers.sockets]
    crowd.leave()
    return Stop(cut, sum(socket.close_code != COME_BACK for socket in sockets), seconds)


async def _until_it_ends(site: Site, table: int) -> bool:
    """Give commands until one is not answered. Whether it was sent, over a connection that was there."""
    connection = site.connection(table)
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST + BEFORE):
            while True:
                try:
                    await site.give(connection, table)
                except ConnectionRefusedError:
                    return False
                except (OSError, EOFError):
                    return True
    return True
