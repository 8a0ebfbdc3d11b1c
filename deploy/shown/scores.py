"""`make lighthouse`: what Lighthouse says of every page: performance, accessibility, best practices, SEO, and how much moves.

Each page is loaded in Chromium by who reads it, as on a desktop: tablets and screens of a house are in its own network. In
the end the pages of all tables once more, with sixty tables. Exits with 1 where a page is below 95 or something moves.
`--only TEXT`: the pages whose address has that in it.
"""

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from casino.common.progress import carry_out
from deploy import node
from deploy.ports import free_port
from deploy.shown.house import CHROMIUM, Shown, in_a_thread, open_table, shown
from deploy.shown.pages import NOBODY, PAGES

SOURCES = Path(__file__).with_name("lighthouse")
INSTALLED = Path(sys.prefix) / "lighthouse"
PROGRAM = INSTALLED / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
OPTIONS = (
    "--preset=desktop",
    "--disable-storage-reset",  # who has logged in stays so
    "--output=json",
    "--quiet",
    f"--only-categories={','.join(CATEGORIES)}",
)
LEAST = 95  # of 100
LONGEST = 300  # seconds for one page
PASSES = 4
TABLES = 60
OF_ALL_TABLES = {"carla": ("/",), "julio": ("/floor/",), "camila": ("/counter/",)}


def main() -> None:
    """Print the scores of each page, and what keeps a page below the least."""
    parser = ArgumentParser(prog="make lighthouse", description=__doc__)
    parser.add_argument("--only", default="")
    only, broken, tried = parser.parse_args().only, 0, 0
    if why := node.install(SOURCES, INSTALLED):
        sys.exit(f"Lighthouse is not here: {why}")
    with shown(PASSES) as house, sync_playwright() as playwright:
        for name, report in reports(playwright, house, only):
            scores, moves = scores_of(report), moved(report)
            bad = bool(moves) or min(scores.values()) < LEAST
            tried, broken = tried + 1, broken + bad
            said = " ".join(f"{category} {score}" for category, score in scores.items())
            print("NO" if bad else "ok", name, said, f"CLS {moves:.4f}".removesuffix(".0000"), flush=True)
            if bad:
                print(*(f"   {fault}" for fault in faults(report)), sep="\n", flush=True)
    print(f"{tried} pages tried, {broken} of them below {LEAST} or moving")
    sys.exit(bool(broken))


def reports(playwright: Playwright, house: Shown, only: str) -> Iterator[tuple[str, Any]]:
    """Each page's address and Lighthouse's report of it."""
    for user, paths in PAGES.items():
        yield from _of(playwright, house, user, [path for path in paths if only in path])
    in_a_thread(_open_tables)
    for user, paths in OF_ALL_TABLES.items():
        found = _of(playwright, house, user, [path for path in paths if only in path])
        yield from ((f"{name} of {TABLES} tables", report) for name, report in found)


def _of(playwright: Playwright, house: Shown, user: str, paths: list[str]) -> Iterator[tuple[str, Any]]:
    if paths:
        with _browser(playwright, house, user) as port:
            for path in paths:
                yield path, _report(house.url + path, port)


@contextmanager
def _browser(playwright: Playwright, house: Shown, user: str) -> Iterator[int]:
    """A browser in which this person has logged in. Yields the port at which Lighthouse drives it."""
    port = free_port()
    with TemporaryDirectory() as folder:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=CHROMIUM,
            args=["--no-sandbox", f"--remote-debugging-port={port}"],
            no_viewport=True,
        )
        if user != NOBODY:
            house.log_in(context.new_page(), user)
        yield port
        context.close()


def _report(address: str, port: int) -> Any:
    line = [str(node.program()), str(PROGRAM), address, f"--port={port}", *OPTIONS]
    done = subprocess.run(line, capture_output=True, text=True, timeout=LONGEST)
    if done.returncode:
        raise RuntimeError(f"{address}: {done.stderr[-1000:]}")
    return json.loads(done.stdout)


def _open_tables() -> None:
    from tables.models import Table

    for number in range(1, TABLES - Table.objects.count() + 1):
        open_table(f"further-{number}", "argentina")


def scores_of(report: Any) -> dict[str, int]:
    """Category → score of 100."""
    return {name: round(100 * report["categories"][name]["score"]) for name in CATEGORIES}


def moved(report: Any) -> float:
    """The cumulative layout shift."""
    return float(report["audits"]["cumulative-layout-shift"]["numericValue"])


def faults(report: Any) -> list[str]:
    """One line for each audit that took something from a score."""
    weighty = {
        one["id"] for name in CATEGORIES for one in report["categories"][name]["auditRefs"] if one["weight"]
    }
    audits = (report["audits"][name] for name in sorted(weighty))
    low = (audit for audit in audits if audit["score"] is not None and audit["score"] < 1)
    return [f"{audit['id']}: {audit['title']} {audit.get('displayValue', '')}".rstrip() for audit in low]


if __name__ == "__main__":
    carry_out(main)
