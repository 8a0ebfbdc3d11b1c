"""The lists of the staff's pages, on a desk, a tablet upright and a phone: words and dates stay whole."""

import sqlite3
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import a_first_pass
from tests.browser.houses import House

SIZES = ((1280, 800), (800, 1280), (390, 844))
LONG = "W" * 100
# Words of more than one line. A word may be broken at a dash, and a very long word may be broken anywhere.
BROKEN = r"""() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest("td, th")?.checkVisibility()) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s–-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1 && word.length <= 30) found.push(word);
    }
  }
  return found;
}"""


def broken(page: Page) -> Iterator[str]:
    """At each size: the words that are broken, and whether the page scrolls sideways."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{page.url}, {width}: {word}" for word in page.evaluate(BROKEN))
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            yield f"{page.url}, {width}: scrolls sideways, {wide}"


def test_words_stay_whole_in_the_lists_of_the_inspector(visit: Visit, house: House) -> None:
    a_first_pass(visit("/tables/mesa-3/", "julio"), "3 9 4 10")
    page = visit("/inspector/", "irene")
    found = list(broken(page))
    for path in ("/inspector/mesa-3/passes/1/", "/inspector/sign-ins/"):
        page.goto(house.url + path)
        found += broken(page)
    assert found == []


def test_words_stay_whole_beside_a_very_long_one(visit: Visit, house: House) -> None:
    page = visit("/floor/", "julio")
    with sqlite3.connect(house.folder / "casino.sqlite3") as database:
        database.execute("UPDATE accounts_user SET role = 'administrator' WHERE username = 'julio'")
    page.goto(f"{house.url}/administration/people/?new")
    page.fill("form:not([role=search]) [name=username]", LONG)
    page.locator("[name=role][value=croupier] + *, label:has([value=croupier])").first.tap()
    page.locator("button[value=add]").tap()
    expect(page.locator(".panel.found", has_text=LONG)).to_be_visible()
    found = list(broken(page))
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.locator(".panel.found").evaluate("(one) => one.scrollWidth <= one.clientWidth")
    for path in ("acts", "displays", "tables", "people/1", "status"):
        page.goto(f"{house.url}/administration/{path}/")
        found += broken(page)
    assert found == []
