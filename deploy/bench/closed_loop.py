"""The embedded default under a load that it is not made for: fifty tables, each giving its next command at once."""

import asyncio
import time
from collections.abc import Iterator

from deploy.bench.context import Bench
from deploy.bench.evening import evening
from deploy.bench.latency import EVENING
from deploy.bench.load import TABLES
from deploy.bench.measure import PRODUCT, Row, at_most, quantile
from deploy.bench.sites import Site, product_site

SECONDS = 1.5  # of a round
WORK = f"embedded default, {TABLES} tables in a closed loop"


def rows(bench: Bench) -> Iterator[Row]:
    """The slowest answers, and those that were errors."""
    steps = evening("argentina", EVENING)
    bench.say("the embedded default starts")
    site = product_site(bench, steps, embedded=True, tables=TABLES)
    bench.say(WORK)
    slowest, errors, refused, rates = [], [], [], []
    for _ in range(bench.rounds):
        answers = asyncio.run(_round(site))
        slowest.append(quantile([took for took, _ in answers], 0.99))
        errors.append(float(sum(status == 500 for _, status in answers)))
        refused.append(float(sum(status == 503 for _, status in answers)))
        rates.append(len(answers) / SECONDS)
    yield Row("loop-p99", f"{WORK}: p99 of the answers", "ms", {PRODUCT: slowest}, (at_most(500),))
    yield Row("loop-errors", f"{WORK}: answers of 500 in a round", "", {PRODUCT: errors}, (at_most(0),))
    yield Row("loop-refused", f"{WORK}: refused in a round, too busy (503)", "", {PRODUCT: refused})
    yield Row("loop-rate", f"{WORK}: commands", "/s", {PRODUCT: rates})


async def _round(site: Site) -> list[tuple[float, int]]:
    """Milliseconds and status of every answer."""
    end = time.perf_counter() + SECONDS
    found = await asyncio.gather(*(_table(site, number, end) for number in range(TABLES)))
    return [answer for some in found for answer in some]


async def _table(site: Site, number: int, end: float) -> list[tuple[float, int]]:
    connection, found = site.connection(number), []
    while (start := time.perf_counter()) < end:
        status, _ = await site.give(connection, number)
        found.append((1000 * (time.perf_counter() - start), status))
        if status != 200:
            site.given[number] -= 1  # the next is given once this one was accepted
    connection.close()
    return found
