"""`make paint`: how long a touch of a bet takes until the console shows it, in a real browser.

From the click until the frame after the one in which the new amount stands at the seat: over the network of this machine, the
database, the rendering and the socket. Prints the median and the ninth decile; exits with 1 where the median is above 100 ms.
"""

import statistics
import sys
from itertools import cycle, islice
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from casino.common.progress import carry_out
from deploy.shown.house import CHROMIUM, shown
from deploy.shown.trial import Reader, new_phases

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLE = "mesa-2"
PASSES = 1
TOUCHES = 60
MOST = 100  # ms
REST = 100  # ms between two touches
REFUSED = 5000  # ms after which a touch is taken for refused
PAINTED = """([id, most]) => new Promise((told) => {
  const spot = document.getElementById(id);
  const amount = () => document.getElementById(id).querySelector(".lying").textContent;
  const before = amount();
  const began = performance.now();
  const look = () => {
    if (performance.now() - began > most) told(null);
    else if (amount() === before) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => told(performance.now() - began)));
  };
  spot.click();
  look();
})"""


def main() -> None:
    """Touch bets, and print how long they took."""
    with shown(PASSES) as house, sync_playwright() as playwright:
        next(phase for phase in new_phases(TABLE) if phase == "betting")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = Reader(browser, house, "carla").page
        page.goto(f"{house.url}/tables/{TABLE}/console/")
        page.wait_for_selector('html[data-line="up"]')
        found = touched(page)
        browser.close()
    middle, slow = statistics.median(found), statistics.quantiles(found, n=10)[-1]
    print(
        f"{len(found)} of {TOUCHES} touches painted: median {middle:.0f} ms, nine of ten within {slow:.0f} ms"
    )
    sys.exit(middle > MOST)


def touched(page: "Page") -> list[float]:
    """Of each touch that was not refused, the ms until it was painted."""
    spots = page.locator(".oval .spot.punto").evaluate_all("spots => spots.map(spot => spot.id)")
    found: list[float] = []
    for spot in islice(cycle(spots), TOUCHES):
        taken = page.evaluate(PAINTED, [spot, REFUSED])
        found += [taken] if taken is not None else []
        page.wait_for_timeout(REST)
    return found


if __name__ == "__main__":
    carry_out(main)
