"""The floor's page in a browser: sixty tables on one screen while they are played, twenty changes a second."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deploy.bench.context import Bench
from deploy.bench.evening import evening
from deploy.bench.followers import Followers
from deploy.bench.furnish import JEFE
from deploy.bench.http import Connection
from deploy.bench.latency import EVENING, give
from deploy.bench.measure import PRODUCT, Row, at_most, quantile
from deploy.bench.sites import FLOOR_PAGE, Site, product_site

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

TABLES = 60
PACE = 20  # commands a second, over all tables
SECONDS = 15  # of a round
SIZE = {"width": 1600, "height": 1000}
CHROMIUM = "/usr/bin/chromium"
LONG = 50  # ms: a task of the browser that is longer keeps a finger waiting
WORK = f"floor's page, {TABLES} tables, {PACE} commands a second"
# Runs before the page's own scripts: what its tasks take, and when it shows which version.
WATCH = """
window.bench = { tasks: [], shown: [] };
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) bench.tasks.push([task.startTime, task.duration]);
}).observe({ type: "longtask", buffered: true });
document.addEventListener("screen:updated", ({ detail }) => {
  bench.shown.push([performance.timeOrigin + performance.now(), detail.version]);
});
"""
BEGIN = "() => { bench.tasks.length = bench.shown.length = 0; }"
SO_FAR = "() => [bench.tasks.map(([, duration]) => duration), bench.shown]"
FIRST_BYTE = """() => {
  const [load] = performance.getEntriesByType("navigation");
  return load.responseStart - load.requestStart;
}"""


@dataclass(slots=True)
class Found:
    """The figures of each round: ms, and bytes a second."""

    first_byte: list[float] = field(default_factory=list)
    tasks: list[float] = field(default_factory=list)
    longest: list[float] = field(default_factory=list)
    wire: list[float] = field(default_factory=list)
    median: list[float] = field(default_factory=list)
    oldest: list[float] = field(default_factory=list)


def rows(bench: Bench) -> Iterator[Row]:
    """On the stack if it answers, otherwise on the embedded default."""
    try:
        import playwright.async_api  # noqa: F401
    except ImportError:
        yield Row("floor-page", WORK, note="Playwright is not installed")
        return
    embedded = bench.postgres is None or bench.redis is None
    bench.say("a house of sixty tables starts")
    site = product_site(bench, evening("argentina", EVENING), embedded=embedded, tables=TABLES)
    found = asyncio.run(_measure(bench, site))
    yield Row("floor-first-byte", f"{WORK}: first byte", "ms", {PRODUCT: found.first_byte})
    yield Row("floor-tasks", f"{WORK}: tasks over {LONG} ms in a second", "", {PRODUCT: found.tasks})
    yield Row("floor-longest", f"{WORK}: longest task", "ms", {PRODUCT: found.longest})
    yield Row("floor-wire", f"{WORK}: on the wire for each viewer", "bytes/s", {PRODUCT: found.wire})
    yield Row("floor-median", f"{WORK}: command to the page, p50", "ms", {PRODUCT: found.median})
    asked = (at_most(1000),)
    yield Row(
        "floor-oldest", f"{WORK}: command to the page, the oldest", "ms", {PRODUCT: found.oldest}, asked
    )


async def _measure(bench: Bench, site: Site) -> Found:
    from playwright.async_api import async_playwright

    found, doors = Found(), [site.connection(number) for number in range(TABLES)]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for number in range(bench.rounds):
            bench.say(f"round {number + 1} of {bench.rounds}")
            await _round(site, browser, doors, found)
        await browser.close()
    for door in doors:
        door.close()
    return found


async def _round(site: Site, browser: "Browser", doors: list[Connection], found: Found) -> None:
    """A page that is opened anew, and a second viewer whose bytes are counted."""
    page = await _open(site, browser)
    viewer = Followers()
    await viewer.join(site, 0, [FLOOR_PAGE])
    found.first_byte.append(await page.evaluate(FIRST_BYTE))
    play = Play(site, doors)
    await play.one_each()
    before = sum(play.versions.values())  # the page's version is the sum of the tables'
    await _until_shown(page, before)
    wire = viewer.sockets[0].wire
    await page.evaluate(BEGIN)
    given = await play.at_its_pace()
    found.wire.append((viewer.sockets[0].wire - wire) / SECONDS)
    viewer.leave()
    tasks, shown = await _until_shown(page, sum(play.versions.values()))
    ages = _ages(given, before, shown)
    found.tasks.append(sum(one > LONG for one in tasks) / SECONDS)
    found.longest.append(max(tasks, default=0.0))
    found.median.append(quantile(ages, 0.5))
    found.oldest.append(max(ages))
    await page.context.close()


async def _open(site: Site, browser: "Browser") -> "Page":
    context = await browser.new_context(viewport=SIZE)
    home = f"http://127.0.0.1:{site.server.port}"
    name, _, session = site.doors[JEFE].partition(";")[0].partition("=")
    await context.add_cookies([{"name": name, "value": session, "url": home}])
    page = await context.new_page()
    await page.add_init_script(WATCH)
    await page.goto(f"{home}/floor/")
    await page.wait_for_selector('html[data-line="up"]')
    await page.check("[name=compact]")
    return page


class Play:
    """Commands at all tables of a site. `versions`: table's number → its version."""

    def __init__(self, site: Site, doors: list[Connection]) -> None:
        self.versions: dict[int, int] = {}
        self._site, self._doors = site, doors
        self._turns = [asyncio.Lock() for _ in doors]

    async def one_each(self) -> None:
        """A command at each table."""
        await asyncio.gather(*map(self._give, range(TABLES)))

    async def at_its_pace(self) -> list[tuple[float, int]]:
        """For each command: when it was answered, in ms since 1970, and how many versions it made."""
        start = time.perf_counter()
        given = []
        for number in range(PACE * SECONDS):
            await asyncio.sleep(max(start + number / PACE - time.perf_counter(), 0))
            given.append(asyncio.create_task(self._give(number % TABLES)))
        return sorted(await asyncio.gather(*given))

    async def _give(self, table: int) -> tuple[float, int]:
        async with self._turns[table]:
            version = await give(self._site, table, self._doors[table])
        before, self.versions[table] = self.versions.get(table, version), version
        return 1000 * time.time(), version - before


async def _until_shown(page: "Page", version: int) -> Any:
    await page.wait_for_function("(version) => Number(document.body.dataset.version) >= version", arg=version)
    return await page.evaluate(SO_FAR)


def _ages(given: list[tuple[float, int]], before: int, shown: list[tuple[float, int]]) -> list[float]:
    """For each command the ms from its answer until the page, whose version is the sum of the tables', had it."""
    ages, reached = [], before
    for answered, steps in given:
        reached += steps
        at = next(at for at, version in shown if version >= reached)
        ages.append(max(at - answered, 0.0))
    return ages
