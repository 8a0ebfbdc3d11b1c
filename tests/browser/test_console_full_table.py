"""On a full table all can be read, on the tablet and on a smaller one: no sum is cut off or covered."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from deploy.shown.readable import unreadable
from tests.browser.conftest import Visit
from tests.browser.full_table import crowd, evening, hand_of_chemin_de_fer
from tests.browser.hand import CONSOLE, SHOWN

SIZES = ((1280, 800), (1024, 768))
SHEETS = ("#act-bank:enabled", "#act-incident:enabled")
Evening = Callable[[Page], Iterator[str]]


def faults(page: Page, scene: str) -> Iterator[str]:
    page.wait_for_function(SHOWN)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{scene}, {width}: {fault}" for fault in unreadable(page))


@pytest.mark.parametrize(
    ("reglamento", "scenes"), [("argentina", evening), ("chemin-de-fer", hand_of_chemin_de_fer)]
)
def test_all_can_be_read_on_a_full_table(visit: Visit, reglamento: str, scenes: Evening) -> None:
    """Long names, a lent seat, ten people standing, sums of seven digits; the console and what it opens."""
    page, found = visit(CONSOLE, "julio"), []
    crowd(page, reglamento)
    for scene in scenes(page):
        found += faults(page, scene)
        for key in SHEETS:
            if page.locator(key).count():
                page.locator(key).tap()
                found += faults(page, f"{scene}, {key}")
                page.keyboard.press("Escape")
    assert found == []


def test_what_cannot_be_read_is_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(
        """<main>
            <button style="width: 60px; overflow: hidden"><b>1.234.567.890</b></button>
            <button style="width: 60px"><b>Maximiliano</b></button>
            <p>9.876.543</p><p style="background: #fff; margin-top: -3em; height: 3em; position: relative"></p>
            <p>words</p><p style="margin-top: -2em">more words</p>
        </main>"""
    )
    faults = "\n".join(unreadable(page))
    page.close()
    for fault in (
        "cut off: 1.234",
        "beside its frame: Maximiliano",
        "covered: 9.876",
        "on each other: words",
    ):
        assert fault in faults
