"""How the figures grow: with tables, with screens, and with the record."""

import asyncio
from collections.abc import Iterator
from functools import partial

from deploy.bench.context import Bench
from deploy.bench.databases import migrated, postgres_database
from deploy.bench.elsewhere import elsewhere
from deploy.bench.evening import evening
from deploy.bench.followers import Followers
from deploy.bench.latency import EVENING, FLOOR, last_of
from deploy.bench.load import SECONDS, Crowd
from deploy.bench.measure import PRODUCT, Row, in_turn_live
from deploy.bench.sites import DEVICE, Site, floor_site, product_site

TABLES = (1, 10, 100)
SCREENS = (1, 10, 100, 500)
RECORDS = (10_000, 100_000)  # a million is a group of its own
ONE_CALLER = "all commands come from one jefe, of whom the product takes 100 a second"


def rows(bench: Bench) -> Iterator[Row]:
    """All three, on PostgreSQL and Redis."""
    if bench.postgres is None or bench.redis is None:
        yield Row(
            "growth", "growth with tables, screens and records", note="PostgreSQL and Redis do not answer"
        )
        return
    steps = evening("argentina", EVENING)
    bench.say("servers for the growth start")
    sites = {
        FLOOR: floor_site(bench, steps, embedded=False),
        PRODUCT: product_site(bench, steps, embedded=False, tables=max(TABLES) + 1),
    }
    yield from asyncio.run(_of_tables(bench, sites))
    yield from asyncio.run(_of_screens(bench, sites))
    for records in RECORDS:
        bench.say(f"a record of {records:,} is made")
        url = bench.closing.enter_context(postgres_database(bench.postgres))
        yield from elsewhere(bench, migrated(bench, url), "search:measure", records, bench.rounds)


async def _of_tables(bench: Bench, sites: dict[str, Site]) -> list[Row]:
    found = []
    crowds = {name: Crowd(site) for name, site in sites.items()}
    open_so_far = 0
    for tables in TABLES:
        bench.say(f"{tables} tables")
        for crowd in crowds.values():
            await crowd.open(range(open_so_far, tables), [DEVICE])
        open_so_far = tables
        turns = {name: partial(crowd.as_fast_as_it_goes, SECONDS) for name, crowd in crowds.items()}
        rates = await in_turn_live(turns, bench.rounds)
        work = f"{tables} tables with a device each, commands"
        found.append(Row(f"tables-{tables}", work, "/s", rates, note=ONE_CALLER if tables == 1 else ""))
    for crowd in crowds.values():
        crowd.leave()
    return found


async def _of_screens(bench: Bench, sites: dict[str, Site]) -> list[Row]:
    found, table = [], max(TABLES)
    followers = {name: Followers() for name in sites}
    connections = {name: site.connection(table) for name, site in sites.items()}
    for screens in SCREENS:
        bench.say(f"{screens} screens")
        for name, site in sites.items():
            await followers[name].join(site, table, [DEVICE] * (screens - len(followers[name].sockets)))
        turns = {
            name: partial(last_of, site, table, followers[name], connections[name])
            for name, site in sites.items()
        }
        took = await in_turn_live(turns, bench.rounds)
        found.append(Row(f"screens-{screens}", f"command to the last of {screens} devices", "ms", took))
    for connection in connections.values():
        connection.close()
    for them in followers.values():
        them.leave()
    return found
