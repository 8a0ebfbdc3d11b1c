"""One quiet table: a touch and its answer, what comes over the wire, and a socket that stops reading."""

import asyncio
import time
from collections.abc import Iterator
from statistics import median

from deploy.bench.context import Bench
from deploy.bench.evening import evening
from deploy.bench.followers import Followers
from deploy.bench.http import Connection
from deploy.bench.latency import EVENING, FLOOR, PLAIN, give
from deploy.bench.measure import PRODUCT, Asked, Row, at_most
from deploy.bench.sites import (
    CONSOLE,
    DEVICE,
    FLOOR_PAGE,
    TABLE_PAGE,
    WALL,
    Site,
    floor_site,
    plain_site,
    product_site,
)

TOUCHES = 20  # in a round
REST = 0.01  # seconds before a touch
COUNTED = 80  # commands whose bytes are counted
# Kind → bytes of a command, when messages were whole and not compressed
ONCE = {CONSOLE: 7500, TABLE_PAGE: 6000, FLOOR_PAGE: 1000, WALL: 1000, DEVICE: 1700}
STALLED = 40  # sockets that stop reading
UPDATES = 300  # that they do not read, after as many again that fill what the kernel keeps
FLAT = 0.05  # KB of the server's memory for each update and socket


def rows(bench: Bench) -> Iterator[Row]:
    """On the stack if it answers, otherwise on the embedded default."""
    embedded = bench.postgres is None or bench.redis is None
    steps = evening("argentina", EVENING)
    bench.say("servers for a quiet table start")
    sites = {
        FLOOR: floor_site(bench, steps, embedded=embedded),
        PLAIN: plain_site(bench, steps, embedded=embedded),
        PRODUCT: product_site(bench, steps, embedded=embedded, tables=3),
    }
    yield from asyncio.run(_measure(bench, sites))


async def _measure(bench: Bench, sites: dict[str, Site]) -> list[Row]:
    found = await _touches(bench, sites)
    bench.say("bytes are counted")
    found += [await _wire(sites[PRODUCT], kind, once) for kind, once in ONCE.items()]
    bench.say(f"{STALLED} sockets stop reading")
    return [*found, await _stalled(sites[PRODUCT], bench.rounds)]


async def _touches(bench: Bench, sites: dict[str, Site]) -> list[Row]:
    watched = {}
    for name, site in sites.items():
        followers = Followers()
        await followers.join(site, 0, [CONSOLE])
        watched[name] = (site, followers, site.connection(0))
    answers: dict[str, list[float]] = {name: [] for name in sites}
    fragments: dict[str, list[float]] = {name: [] for name in sites}
    bench.say("touches of a bet")
    for _ in range(bench.rounds):
        for name, (site, followers, connection) in watched.items():
            touched = [await touch(site, followers, connection) for _ in range(TOUCHES)]
            answers[name].append(median(answer for answer, _ in touched))
            fragments[name].append(median(fragment for _, fragment in touched))
    for _, followers, connection in watched.values():
        followers.leave()
        connection.close()
    return [
        Row("touch-answer", "a touch to its answer, one console, quiet", "ms", answers, (at_most(8),)),
        Row("touch-fragment", "a touch to its fragment, one console, quiet", "ms", fragments, (at_most(12),)),
    ]


async def touch(
    site: Site, followers: Followers, connection: Connection, table: int = 0
) -> tuple[float, float]:
    """Milliseconds from a command to its answer, and to its fragment."""
    await asyncio.sleep(REST)
    start = time.perf_counter()
    version = await give(site, table, connection)
    answered = time.perf_counter()
    return 1000 * (answered - start), 1000 * (await followers.reached(version) - start)


async def _wire(site: Site, kind: str, once: int) -> Row:
    asked: tuple[Asked, ...] = (at_most(once / 10),)
    found = {PRODUCT: [await bytes_each(site, kind, 1)]}
    return Row(f"wire-{kind}", f"on the wire for each command, {kind}", "bytes", found, asked)


async def bytes_each(site: Site, kind: str, table: int) -> float:
    """Bytes that a socket of this kind receives for a command."""
    followers, connection = Followers(), site.connection(table)
    await followers.join(site, table, [kind])
    socket = followers.sockets[0]
    before = socket.wire
    for _ in range(COUNTED):
        version = await give(site, table, connection)
        await (asyncio.sleep(0.05) if kind == FLOOR_PAGE else followers.reached(version))
    counted = (socket.wire - before) / COUNTED
    followers.leave()
    connection.close()
    return counted


async def _stalled(site: Site, rounds: int) -> Row:
    """Devices that are connected and read nothing more, beside as many that read: what both cost is not the socket's, and
    what a server takes once is not growth."""
    work = "memory of the server for each update that a device's socket does not read, beyond that of one that reads"
    return Row(
        "stalled", work, "KB", {PRODUCT: [await unread(site, 2) for _ in range(rounds)]}, (at_most(FLAT),)
    )


async def unread(site: Site, table: int) -> float:
    """KB of the server's memory for each update that a socket does not read, beyond that of one that reads."""
    reading, stalled = await _growth(site, table, reads=True), await _growth(site, table, reads=False)
    return max(stalled - reading, 0)


async def _growth(site: Site, table: int, *, reads: bool) -> float:
    """KB of memory for each update and socket. The first commands fill what the kernel keeps for a socket."""
    followers, connection = Followers(), site.connection(table)
    followers.sockets = [await site.open(DEVICE, table, followers.heard, narrow=True) for _ in range(STALLED)]
    if not reads:
        for socket in followers.sockets:
            socket.transport.pause_reading()
    await _given(site, table, connection)
    before = site.server.kilobytes()
    await _given(site, table, connection)
    grown = site.server.kilobytes() - before
    followers.leave()
    connection.close()
    return grown / (UPDATES * STALLED)


async def _given(site: Site, table: int, connection: Connection) -> None:
    for _ in range(UPDATES):
        await give(site, table, connection)
    await asyncio.sleep(0.5)
