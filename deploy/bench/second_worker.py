"""A second worker beside the first: what it adds, and whether tables that keep to one worker cost less.

nginx spreads requests and sockets over the workers, or keeps those of a table together by the hash of its slug. The
client here does the same by itself, so that no third process takes part.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle

from deploy.bench import servers
from deploy.bench.context import Bench
from deploy.bench.evening import evening
from deploy.bench.http import Connection
from deploy.bench.latency import EVENING
from deploy.bench.load import MIXED, Crowd
from deploy.bench.measure import PRODUCT, Row, in_turn_live
from deploy.bench.sites import Heard, ProductSite, Site, furnished
from deploy.bench.sockets import Socket

TABLES = 30
SECONDS = 2.0  # of a round
ONE, SPREAD = "one worker", "two, spread"
NOTE = "product: two workers, each with its own tables; spread: requests and sockets of a table at both"


@dataclass(frozen=True, slots=True)
class Together:
    """Several workers as one server."""

    workers: Sequence[servers.Server]
    port: int

    def processor_seconds(self) -> float:
        """Of all of them."""
        return sum(worker.processor_seconds() for worker in self.workers)


class Spread(ProductSite):
    """One house with several workers. `routed`: a table's requests and sockets all go to the same one."""

    def __init__(self, sites: Sequence[ProductSite], *, routed: bool) -> None:
        first = sites[0]
        together = Together([site.server for site in sites], first.server.port)
        super().__init__(together, first.steps, first.doors, first.given)  # type: ignore[arg-type]
        self._sites = sites
        self._turns = cycle(sites)
        self._routed = routed

    def connection(self, table: int) -> Connection:
        return self._of(table).connection(table)

    async def open(self, kind: str, table: int, heard: Heard, *, narrow: bool = False) -> Socket:
        return await self._of(table).open(kind, table, heard, narrow=narrow)

    def _of(self, table: int) -> Site:
        return self._sites[table % len(self._sites)] if self._routed else next(self._turns)


def rows(bench: Bench) -> Iterator[Row]:
    """One house, three ways."""
    if bench.postgres is None or bench.redis is None:
        yield Row("workers", "a second worker", note="PostgreSQL and Redis do not answer")
        return
    steps = evening("argentina", EVENING)
    bench.say("a house with two workers is furnished")
    environment, doors = furnished(bench, steps, embedded=False, tables=3 * TABLES)
    running = [bench.closing.enter_context(servers.running(servers.ON_STACK, environment)) for _ in range(2)]
    given: dict[int, int] = {}
    sites = [ProductSite(server, steps, doors, given) for server in running]
    ways = {
        ONE: Spread(sites[:1], routed=True),
        SPREAD: Spread(sites, routed=False),
        PRODUCT: Spread(sites, routed=True),
    }
    yield from asyncio.run(_measure(bench, ways))


async def _measure(bench: Bench, ways: dict[str, Spread]) -> list[Row]:
    crowds = {}
    for place, (name, site) in enumerate(ways.items()):
        bench.say(f"{5 * TABLES} screens open: {name}")
        crowds[name] = Crowd(site)
        await crowds[name].open(range(place * TABLES, (place + 1) * TABLES), MIXED)
    bench.say("commands as fast as they go, with one worker and with two")
    turns = {name: partial(crowd.as_fast_as_it_goes, SECONDS) for name, crowd in crowds.items()}
    rates = await in_turn_live(turns, bench.rounds)
    costs = {name: crowd.costs for name, crowd in crowds.items()}
    work = f"workers: {TABLES} tables with 5 mixed screens each"
    return [
        Row("workers", f"{work}, commands", "/s", rates, note=NOTE),
        Row("workers-processor", f"{work}, processor time of the workers a command", "ms", costs),
    ]
