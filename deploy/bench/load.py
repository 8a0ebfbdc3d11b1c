"""A whole house: fifty tables with five sockets each, as many commands as it takes, and a steady pace."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from deploy.bench.context import Bench
from deploy.bench.evening import evening
from deploy.bench.followers import Followers
from deploy.bench.http import Connection
from deploy.bench.latency import EVENING, FLOOR, PLAIN, give, shown
from deploy.bench.measure import PRODUCT, Row, at_least, at_most, in_turn_live, quantile
from deploy.bench.sites import CONSOLE, DEVICE, TABLE_PAGE, WALL, Site, floor_site, plain_site, product_site

TABLES = 50
DEVICES = (DEVICE,) * 5
MIXED = (CONSOLE, TABLE_PAGE, WALL, WALL, DEVICE)
SECONDS = 1.0  # of a round in which every table gives its next command once its screens show the last
PACE = 100  # commands a second, over all tables
PACED = 300  # commands at that pace
NOTE = "a table's next command is given once all its sockets have the last; floor and plain have devices only"
HOUSE = f"{TABLES} tables"


@dataclass(slots=True)
class Crowd:
    """The sockets of all tables of a site. `costs`: server seconds a command, of each round."""

    site: Site
    tables: list[tuple[int, Followers, Connection]] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    async def open(self, numbers: range, kinds: Sequence[str]) -> None:
        """Every table's sockets."""
        for number in numbers:
            followers = Followers()
            await followers.join(self.site, number, kinds)
            self.tables.append((number, followers, self.site.connection(number)))

    async def as_fast_as_it_goes(self, seconds: float) -> float:
        """Commands a second while every table waits for nobody but its own screens."""
        used, start = self.site.server.processor_seconds(), time.perf_counter()
        end = start + seconds
        given = sum(await asyncio.gather(*(self._until(end, *table) for table in self.tables)))
        self.costs.append(1000 * (self.site.server.processor_seconds() - used) / given)
        return given / (time.perf_counter() - start)

    async def at_a_pace(self, pace: float, commands: int) -> list[float]:
        """Milliseconds from when each command was due until all screens of its table show it."""
        start = time.perf_counter()
        waiting = asyncio.Queue[float]()
        for number in range(commands):
            waiting.put_nowait(start + number / pace)
        found = await asyncio.gather(*(self._due(waiting, *table) for table in self.tables))
        return [took for some in found for took in some]

    def leave(self) -> None:
        """Drop the connections."""
        for _, followers, connection in self.tables:
            followers.leave()
            connection.close()

    async def _until(self, end: float, number: int, followers: Followers, connection: Connection) -> int:
        given = 0
        while time.perf_counter() < end:
            await shown(self.site, number, followers, connection)
            given += 1
        return given

    async def _due(
        self, waiting: asyncio.Queue[float], number: int, followers: Followers, connection: Connection
    ) -> list[float]:
        """A table that is free takes the next command; how late it is counts."""
        found = []
        while not waiting.empty():
            due = waiting.get_nowait()
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            version = await give(self.site, number, connection)
            found.append(1000 * (await followers.reached(version) - due))
        return found


def rows(bench: Bench) -> Iterator[Row]:
    """Five devices at each table, then five different screens."""
    if bench.postgres is None or bench.redis is None:
        for key in ("load-devices", "load-mixed"):
            yield Row(key, f"{HOUSE}, five sockets at each", note="PostgreSQL and Redis do not answer")
        return
    steps = evening("argentina", EVENING)
    bench.say("servers for a whole house start")
    sites = {
        FLOOR: floor_site(bench, steps, embedded=False, tables=TABLES),
        PLAIN: plain_site(bench, steps, embedded=False, tables=TABLES),
        PRODUCT: product_site(bench, steps, embedded=False, tables=2 * TABLES),
    }
    yield from asyncio.run(_measure(bench, sites))


async def _measure(bench: Bench, sites: dict[str, Site]) -> list[Row]:
    crowds = {name: Crowd(site) for name, site in sites.items()}
    mixed = Crowd(sites[PRODUCT])
    for name, crowd in crowds.items():
        bench.say(f"{5 * TABLES} devices open: {name}")
        await crowd.open(range(TABLES), DEVICES)
    bench.say("commands as fast as they go")
    turns = {name: partial(crowd.as_fast_as_it_goes, SECONDS) for name, crowd in crowds.items()}
    devices = await in_turn_live(turns, bench.rounds)
    device_costs = {name: list(crowd.costs) for name, crowd in crowds.items()}
    crowds[PRODUCT].leave()
    bench.say(f"{5 * TABLES} screens open")
    await mixed.open(range(TABLES, 2 * TABLES), MIXED)
    crowds[PRODUCT] = mixed
    for crowd in crowds.values():
        crowd.costs.clear()
    bench.say("commands as fast as they go, mixed screens")
    turns = {name: partial(crowd.as_fast_as_it_goes, SECONDS) for name, crowd in crowds.items()}
    screens = await in_turn_live(turns, bench.rounds)
    bench.say(f"{PACE} commands a second")
    paced = await mixed.at_a_pace(PACE, PACED)
    return [*_of_devices(devices, device_costs), *_of_screens(screens, mixed.costs, paced)]


def _of_devices(rates: dict[str, list[float]], costs: dict[str, list[float]]) -> Iterator[Row]:
    asked = (at_least(0.45, FLOOR), at_least(3, PLAIN))
    yield Row("load-devices", f"{HOUSE} with 5 devices each, commands", "/s", rates, asked, NOTE)
    work = f"server processor time a command, {HOUSE} with 5 devices each"
    yield Row("processor-devices", work, "ms", costs, (at_most(1.8),))


def _of_screens(rates: dict[str, list[float]], costs: list[float], paced: list[float]) -> Iterator[Row]:
    asked = (at_least(250), at_least(1.6, PLAIN))
    work = f"{HOUSE} with a console, a table page, two walls and a device each, commands"
    yield Row("load-mixed", work, "/s", rates, asked, NOTE)
    work = f"server processor time a command, {HOUSE} with 5 mixed screens each"
    yield Row("processor-mixed", work, "ms", {PRODUCT: costs}, (at_most(4),))
    work = f"command to all screens of its table, {HOUSE} with 5 mixed screens, {PACE} commands a second"
    yield Row("pace-p50", f"{work}, p50", "ms", {PRODUCT: [quantile(paced, 0.5)]})
    yield Row("pace-p99", f"{work}, p99", "ms", {PRODUCT: [quantile(paced, 0.99)]}, (at_most(500),))
