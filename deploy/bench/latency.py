"""From a command to the last of a hundred sockets of its table, one command at a time."""

import asyncio
import json
import time
from collections.abc import Iterator
from functools import partial
from statistics import median

from deploy.bench.context import Bench
from deploy.bench.evening import evening
from deploy.bench.followers import Followers
from deploy.bench.http import Connection
from deploy.bench.measure import PRODUCT, Asked, Rounds, Row, at_least, at_most, in_turn_live
from deploy.bench.node_peers import node_sites, why_not
from deploy.bench.sites import CONSOLE, DEVICE, WALL, Site, floor_site, plain_site, product_site

SOCKETS = 100
COMMANDS = 12  # of each contender in a round
EVENING = 300
FLOOR, PLAIN = "floor", "plain Channels"
STACK, EMBEDDED = "PostgreSQL and Redis", "the embedded default"
NOTE = f"floor: Daphne, a hub and one statement; all others have {SOCKETS} plain sockets at their table"
# Kind of socket → what is asked on the stack and on the embedded default
ASKED: dict[str, tuple[tuple[Asked, ...], tuple[Asked, ...]]] = {
    DEVICE: ((at_most(1.5, FLOOR), at_most(1 / 2.5, PLAIN)), (at_most(2, FLOOR),)),
    WALL: ((at_most(1.8, FLOOR),), ()),
    CONSOLE: ((at_most(2.5, FLOOR),), (at_most(3, FLOOR),)),
}


def on_stack(bench: Bench) -> Iterator[Row]:
    """With PostgreSQL and Redis, as a house has them."""
    if bench.postgres is None or bench.redis is None:
        yield Row(
            "latency-stack", f"command to the last of {SOCKETS} sockets, {STACK}", note="they do not answer"
        )
        return
    missing = why_not(bench)
    if missing:
        yield missing
    yield from _rows(bench, embedded=False, with_node=missing is None)


def embedded(bench: Bench) -> Iterator[Row]:
    """With SQLite and the channel layer of one process."""
    yield from _rows(bench, embedded=True, with_node=False)


def _rows(bench: Bench, *, embedded: bool, with_node: bool) -> Iterator[Row]:
    steps, place = evening("argentina", EVENING), EMBEDDED if embedded else STACK
    bench.say(f"servers for the latency start, {place}")
    others = {
        FLOOR: floor_site(bench, steps, embedded=embedded),
        PLAIN: plain_site(bench, steps, embedded=embedded),
        **(node_sites(bench, steps) if with_node else {}),
    }
    kinds = [kind for kind, asked in ASKED.items() if asked[embedded]]
    product = product_site(bench, steps, embedded=embedded, tables=len(kinds))
    measured, opened = asyncio.run(_measure(bench, others, product, kinds))
    for kind in kinds:
        rounds = {name: measured[name] for name in others} | {PRODUCT: measured[kind]}
        work = f"command to the last of {SOCKETS} {kind}s, {place}"
        yield Row(f"latency-{kind}-{_key(embedded)}", work, "ms", rounds, ASKED[kind][embedded], NOTE)
    work = f"consoles opened at once, {place}"
    yield Row(f"opening-{_key(embedded)}", work, "/s", {PRODUCT: [opened]}, (at_least(50),))


def _key(embedded: bool) -> str:
    return "embedded" if embedded else "stack"


async def _measure(
    bench: Bench, others: dict[str, Site], product: Site, kinds: list[str]
) -> tuple[Rounds, float]:
    """The rounds of every contender, and how many consoles were opened a second."""
    tables = {name: (site, 0, DEVICE) for name, site in others.items()}
    tables |= {kind: (product, number, kind) for number, kind in enumerate(kinds)}
    watched = {}
    opened = 0.0
    for name, (site, number, kind) in tables.items():
        bench.say(f"{SOCKETS} sockets open: {name}")
        followers, start = Followers(), time.perf_counter()
        await followers.join(site, number, [kind] * SOCKETS)
        opened = SOCKETS / (time.perf_counter() - start) if kind == CONSOLE else opened
        watched[name] = partial(last_of, site, number, followers, site.connection(number))
    bench.say("commands to the last of the sockets")
    return await in_turn_live(watched, bench.rounds), opened


async def last_of(site: Site, table: int, followers: Followers, connection: Connection) -> float:
    """Milliseconds from the beginning of a request to its arrival at the last socket; the median of some."""
    return median([await shown(site, table, followers, connection) for _ in range(COMMANDS)])


async def shown(site: Site, table: int, followers: Followers, connection: Connection) -> float:
    """Milliseconds from a command to the last of its sockets. Raises RuntimeError if it was not accepted."""
    start = time.perf_counter()
    version = await give(site, table, connection)
    return 1000 * (await followers.reached(version) - start)


async def give(site: Site, table: int, connection: Connection) -> int:
    """The version after the table's next command. Raises RuntimeError if it was not accepted."""
    status, body = await site.give(connection, table)
    if status != 200:
        raise RuntimeError(f"{status}: {body[:500]!r}")
    return int(json.loads(body)["version"])
