"""`python -m tests.bench`: measure its rows and print them. Exits with 1 where one falls below its line."""

import asyncio
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from casino.common.progress import carry_out
from tests.bench import report
from tests.bench.house import furnish, house, machine, rate, serving
from tests.bench.sites import CONSOLE, DEVICE, TABLE_PAGE, WALL, Site, Table

SOCKETS, TABLES, MOST_TABLES = 100, 50, 60
DEVICES, MIXED = (DEVICE,) * 5, (CONSOLE, TABLE_PAGE, WALL, WALL, DEVICE)
COMMANDS, TOUCHES, REST, WARMING_UP = 12, 20, 0.01, 20  # of a round; seconds before a touch; commands
LOST = 1.5  # times its former duration that a report may take
LONGEST_REPORT = 2.0  # seconds, where no former one is known
SERVERS = {
    "product": ("manage.py", "serve", "--port", "PORT"),
    "plain": ("-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", "PORT", "tests.bench.plain:application"),
}
SETTINGS = {"product": "casino.site.settings", "plain": "tests.bench.settings"}
Rounds = dict[str, list[float]]  # contender → its figure of each round


def main() -> int:
    """Returns the exit status."""
    parser = ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="two rounds, quickly")
    parser.add_argument("--report", type=float, metavar="SECONDS", help="how long row (g) took before")
    asked = parser.parse_args()
    print(machine(), flush=True)
    return 0 if all([*rows(asked)]) else 1


def rows(asked: Namespace) -> Iterator[bool]:
    """Measure and print row by row; whether each holds."""
    rounds, seconds = (2, 0.3) if asked.short else (5, 1.0)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="novamas-bench-")))
        houses = {name: stack.enter_context(house(folder / name, own)) for name, own in SETTINGS.items()}
        writers = {name: process for name, (_, process) in houses.items()}
        durable: Rounds = {name: [] for name in writers}
        for _ in range(rounds):
            for name, process in writers.items():
                durable[name].append(process.submit(rate, name == "product", seconds).result())
        yield told("a", "durable commands a second, one writer", durable, least=3)
        sites = {}
        for name, (environment, process) in houses.items():
            doors = process.submit(furnish, MOST_TABLES + 3, name == "product").result()
            port, pid = stack.enter_context(serving(SERVERS[name], environment))
            sites[name] = Site(port, pid, doors, name == "product")
        yield from asyncio.run(live(sites, rounds, seconds))
        _, process = stack.enter_context(house(folder / "years", "casino.site.settings"))
        yield of_years(process.submit(report.seconds, rounds).result(), asked.report)


async def live(sites: dict[str, Site], rounds: int, seconds: float) -> list[bool]:
    """The rows of sockets: to the last of many, whole houses, a touch, a steady pace."""
    found = []
    for row, kind, table in (("b", DEVICE, TABLES), ("c", CONSOLE, TABLES + 1)):
        tables = {name: await Table(site, table).open((kind,) * SOCKETS) for name, site in sites.items()}
        turns = {name: partial(shown, table, COMMANDS) for name, table in tables.items()}
        what = f"ms from a command to the last of {SOCKETS} {kind}s"
        found.append(told(row, what, await in_turn(turns, rounds), most=0.4))
        leave(tables.values())
    for row, kinds, what, least in (("d", DEVICES, "5 devices", 3), ("e", MIXED, "5 mixed screens", 1.5)):
        houses = {name: await opened(site, TABLES, kinds) for name, site in sites.items()}
        turns = {name: partial(at_full_speed, tables, seconds) for name, tables in houses.items()}
        what = f"commands a second of {TABLES} tables with {what} each"
        found.append(told(row, what, await in_turn(turns, rounds), least=least))
        leave(table for tables in houses.values() for table in tables)
    tables = {name: await Table(site, TABLES + 2).open((CONSOLE,)) for name, site in sites.items()}
    turns = {name: partial(shown, table, TOUCHES, REST) for name, table in tables.items()}
    found.append(
        told("f", "ms from a touch to its fragment, one console", await in_turn(turns, rounds), most=0.6)
    )
    leave(tables.values())
    return [*found, await steady(sites["product"], 20 * seconds)]


async def in_turn(contenders: Mapping[str, Callable[[], Awaitable[float]]], rounds: int) -> Rounds:
    """The figures of several rounds, in each of which every contender has its turn."""
    figures: Rounds = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, measure in contenders.items():
            figures[name].append(await measure())
    return figures


async def opened(site: Site, tables: int, kinds: tuple[str, ...]) -> list[Table]:
    """So many tables, each with these sockets."""
    return [await Table(site, number).open(kinds) for number in range(tables)]


def leave(tables: Iterable[Table]) -> None:
    """Drop what is open."""
    for table in tables:
        table.leave()


async def shown(table: Table, commands: int, rest: float = 0) -> float:
    """The median of some commands, in milliseconds until the last socket has it."""
    return median([await table.shown(rest) for _ in range(commands)])


async def at_full_speed(tables: list[Table], seconds: float) -> float:
    """Commands a second while every table waits for nobody but its own screens."""
    end = time.perf_counter() + seconds

    async def one(table: Table) -> int:
        given = 0
        while time.perf_counter() < end:
            await table.shown()
            given += 1
        return given

    given = sum(await asyncio.gather(*map(one, tables)))
    return given / (time.perf_counter() - end + seconds)


async def steady(site: Site, seconds: float) -> bool:
    """Print the processor time of sixty tables at one command a second. Whether no socket was lost."""
    tables = await opened(site, MOST_TABLES, MIXED)
    used, start = site.processor_seconds(), time.perf_counter()

    async def one(number: int, table: Table) -> None:
        for second in range(round(seconds)):
            await asyncio.sleep(start + second + number / MOST_TABLES - time.perf_counter())
            await table.shown()

    await asyncio.gather(*(one(number, table) for number, table in enumerate(tables)))
    cores = (site.processor_seconds() - used) / (time.perf_counter() - start)
    lost, sockets = sum(table.lost for table in tables), len(MIXED) * MOST_TABLES
    leave(tables)
    what = f"{MOST_TABLES} tables at one command a second: {cores:.2f} cores of the server"
    print(f"{'NO' if lost else 'ok'} (h) {what}, {lost} of {sockets} sockets lost", flush=True)
    return not lost


def told(row: str, what: str, figures: Rounds, *, least: float = 0, most: float = inf) -> bool:
    """Print a row: medians of the rounds, and the median of the rounds' ratios. Whether it keeps its line."""
    product, plain = figures["product"], figures["plain"]
    ratio = median(mine / its for mine, its in zip(product, plain, strict=True))
    asked = f"at least {least}" if least else f"at most {most}"
    holds = least <= ratio <= most
    sides = f"product {median(product):,.4g}, plain {median(plain):,.4g}"
    print(f"{'ok' if holds else 'NO'} ({row}) {what}: {sides}: {ratio:.3g} x, {asked}", flush=True)
    return holds


def of_years(took: Mapping[str, list[float]], before: float | None) -> bool:
    """Print how long each report took, the slowest last. Whether that one took at most LOST times as long as before, if
    that is known, or as long as anybody waits for a page."""
    ordered = sorted((median(seconds), page) for page, seconds in took.items())
    for seconds, page in ordered[:-1]:
        print(f"       {page}: {seconds:.3g} s", flush=True)
    slowest, page = ordered[-1]
    most = LONGEST_REPORT if before is None else LOST * before
    holds = slowest <= most
    what = f"seconds for the slowest report over a year of sixty tables, {page}"
    print(f"{'ok' if holds else 'NO'} (g) {what}: {slowest:.3g}, at most {most:.3g}", flush=True)
    return holds


if __name__ == "__main__":
    carry_out(main)
