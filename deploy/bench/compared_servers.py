"""ASGI servers under the same product and the same load: what a command costs, what goes over the wire, and how each
stops. The product's own is the stack's worker."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Any

from deploy.bench import servers
from deploy.bench.context import Bench
from deploy.bench.databases import Environment
from deploy.bench.evening import evening
from deploy.bench.followers import Followers
from deploy.bench.latency import EVENING
from deploy.bench.load import DEVICES, MIXED, Crowd
from deploy.bench.measure import PRODUCT, Rounds, Row, in_turn_live
from deploy.bench.quiet import bytes_each, touch, unread
from deploy.bench.sites import CONSOLE, ProductSite, furnished
from deploy.bench.stopping import STOPPED_TABLES, Stop, stopped

TABLES = 20
SECONDS = 2.0  # of a round
TOUCHES = 15  # in a round
QUIET_TABLE, WIRE_TABLE, UNREAD_TABLE, FIRST_STOPPED = range(2 * TABLES, 2 * TABLES + 4)
SAME = "{port}"
LINES: dict[str, tuple[str, ...]] = {
    PRODUCT: servers.ON_STACK,
    "Daphne": servers.ALONE,
    "granian": (
        *("-m", "granian", "--interface", "asginl", "--host", "127.0.0.1", "--port", SAME),
        *("--no-log", "casino.asgi:application"),
    ),
}
NOTE = "product: uvicorn with shared compression; granian as it is"


@dataclass(slots=True)
class House:
    """What a server serves, also after a stop."""

    environment: Environment
    doors: Mapping[str, Any]
    line: tuple[str, ...]
    steps: list[Any]
    given: dict[int, int] = field(default_factory=dict)

    def open(self, closing: ExitStack) -> ProductSite:
        """The product, running."""
        server = closing.enter_context(servers.running(self.line, self.environment))
        return ProductSite(server, self.steps, self.doors, self.given)


def rows(bench: Bench) -> Iterator[Row]:
    """Each in a house of its own."""
    if bench.postgres is None or bench.redis is None:
        yield Row("servers", "servers under the same load", note="PostgreSQL and Redis do not answer")
        return
    steps = evening("argentina", EVENING)
    tables = FIRST_STOPPED + STOPPED_TABLES * bench.rounds
    houses = {}
    for name, line in LINES.items():
        bench.say(f"a house is furnished: {name}")
        houses[name] = House(*furnished(bench, steps, embedded=False, tables=tables), line, steps)
    yield from _under_load(bench, houses)
    bench.say("servers stop under load")
    yield from asyncio.run(_stops(bench, houses))


def _under_load(bench: Bench, houses: dict[str, House]) -> Iterator[Row]:
    with ExitStack() as closing:
        sites = {name: house.open(closing) for name, house in houses.items()}
        yield from asyncio.run(_crowded(bench, sites, "devices", range(TABLES), DEVICES))
        yield from asyncio.run(_crowded(bench, sites, "mixed screens", range(TABLES, 2 * TABLES), MIXED))
        bench.say("touches under each server")
        yield asyncio.run(_touched(bench, sites))
        bench.say("bytes under each server")
        wire = {name: [asyncio.run(bytes_each(site, CONSOLE, WIRE_TABLE))] for name, site in sites.items()}
        yield Row("servers-wire", "servers: on the wire for each command, console", "bytes", wire)
        bench.say("sockets that stop reading, under each server")
        grown = {name: [asyncio.run(unread(site, UNREAD_TABLE))] for name, site in sites.items()}
        yield Row("servers-unread", "servers: memory for each update not read", "KB", grown)


async def _crowded(
    bench: Bench, sites: dict[str, ProductSite], what: str, tables: range, kinds: tuple[str, ...]
) -> list[Row]:
    crowds = {name: Crowd(site) for name, site in sites.items()}
    for name, crowd in crowds.items():
        bench.say(f"{what} open: {name}")
        await crowd.open(tables, kinds)
    bench.say(f"commands as fast as they go, {what}")
    turns = {name: partial(crowd.as_fast_as_it_goes, SECONDS) for name, crowd in crowds.items()}
    rates = await in_turn_live(turns, bench.rounds)
    costs = {name: crowd.costs for name, crowd in crowds.items()}
    for crowd in crowds.values():
        crowd.leave()
    work = f"servers: {TABLES} tables with 5 {what} each"
    return [
        Row(f"servers-{kinds[0]}", f"{work}, commands", "/s", rates, note=NOTE),
        Row(f"servers-{kinds[0]}-processor", f"{work}, server processor time a command", "ms", costs),
    ]


async def _touched(bench: Bench, sites: dict[str, ProductSite]) -> Row:
    watched = {}
    for name, site in sites.items():
        followers, connection = Followers(), site.connection(QUIET_TABLE)
        await followers.join(site, QUIET_TABLE, [CONSOLE])
        watched[name] = partial(_median_touch, site, followers, connection)
    took = await in_turn_live(watched, bench.rounds)
    return Row("servers-touch", "servers: a touch to its fragment, one console, quiet", "ms", took)


async def _median_touch(site: ProductSite, followers: Followers, connection: Any) -> float:
    return median([(await touch(site, followers, connection, QUIET_TABLE))[1] for _ in range(TOUCHES)])


async def _stops(bench: Bench, houses: dict[str, House]) -> Iterator[Row]:
    found: dict[str, list[Stop]] = {name: [] for name in houses}
    for number in range(bench.rounds):
        first = FIRST_STOPPED + number * STOPPED_TABLES
        for name, house in houses.items():
            with ExitStack() as closing:
                found[name].append(await stopped(house.open(closing), range(first, first + STOPPED_TABLES)))
    work = f"servers: a stop while {STOPPED_TABLES} tables give commands"
    return iter(
        [
            _of_stops("servers-cut", f"{work}, commands cut off without an answer", "", "cut", found),
            _of_stops(
                "servers-uncoded",
                f"{work}, sockets closed without being told to come back",
                "",
                "uncoded",
                found,
            ),
            _of_stops("servers-stop", f"{work}, until it has ended", "s", "seconds", found),
        ]
    )


def _of_stops(key: str, work: str, unit: str, what: str, found: dict[str, list[Stop]]) -> Row:
    rounds: Rounds = {name: [float(getattr(stop, what)) for stop in stops] for name, stops in found.items()}
    return Row(key, work, unit, rounds)
