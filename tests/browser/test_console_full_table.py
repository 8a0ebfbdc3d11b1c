"""On a full table all can be read, on the tablet and on a smaller one: no sum is cut off or covered."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.full_table import crowd, evening, hand_of_chemin_de_fer, three_bets_each
from tests.browser.hand import CONSOLE, MORE, SHOWN, Hand, give, to_betting
from tests.pages.faults import unreadable

SIZES = ((1280, 800), (1024, 768))
LOW = ((1280, 690), (1280, 660), (1366, 640), (1024, 600), (1024, 561))
# What of a seat lies on another part of the table, at wherever the seats are scrolled to; and what lies below the keys.
COVERED = """() => {
  const oval = document.querySelector(".oval"), parts = [...document.querySelectorAll(".oval > .seat > *, .hands")];
  const found = [];
  for (const top of [0, oval.scrollHeight]) {
    oval.scrollTop = top;
    const room = oval.getBoundingClientRect();
    for (const part of parts) {
      const box = part.getBoundingClientRect(), x = (box.left + box.right) / 2;
      for (const y of [box.top + 2, box.bottom - 2].filter((y) => y > room.top && y < room.bottom)) {
        const over = document.elementFromPoint(x, y);
        if (!part.contains(over)) found.push(`${part.id || part.className} under ${over?.id || over?.className}`);
      }
    }
  }
  const last = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
  return last > oval.getBoundingClientRect().bottom + 1 ? [...found, "the last seat is not reached"] : found;
}"""
# The seats of which the number, which stands before the name, is cut off.
BEHEADED = """() => [...document.querySelectorAll(".oval > .seat .who")].filter((who) => {
  const room = who.closest(".person").getBoundingClientRect();
  const number = who.querySelector(".seat-number").getBoundingClientRect();
  return number.top < room.top - 2 || number.bottom > room.bottom + 2 || number.left < room.left - 2;
}).map((who) => who.textContent.trim())"""
SHEETS = ("#act-bank", "#act-incident:enabled")
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
                if key in MORE:
                    page.locator("#act-more").tap()
                page.locator(key).tap()
                found += faults(page, f"{scene}, {key}")
                page.keyboard.press("Escape")
    assert found == []


def test_in_a_low_window_no_seat_covers_another_and_each_name_is_seen(visit: Visit) -> None:
    page = visit(CONSOLE, "julio")
    crowd(page, "slovenia")
    three_bets_each(page)
    for width, height in (*SIZES, *LOW):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BEHEADED) == [], (width, height)
        if (width, height) in LOW:
            assert page.evaluate(COVERED) == [], (width, height)
            keys = page.locator("#act-primary").bounding_box()
            assert keys and keys["y"] + keys["height"] <= height


@pytest.mark.parametrize("name", ["W" * 40, "a" * 100])
def test_a_name_without_a_space_leaves_the_amounts_where_they_are(hand: Hand, name: str) -> None:
    to_betting(hand)
    for command, fields in (
        ("join", {"player": "long", "name": name}),
        ("place_bet", {"player": "long", "chance": "punto", "amount": 1000}),
        ("place_bet", {"player": "bea", "chance": "banca", "amount": 1000}),
    ):
        give(hand.page, command, **fields)
    hand.page.locator("#bet-bea-banca").wait_for()
    for width, height in SIZES:
        hand.page.set_viewport_size({"width": width, "height": height})
        room = hand.page.locator(".list.bets").bounding_box()
        for cell in hand.page.locator(".list.bets td").all():
            box = cell.bounding_box()
            assert room and box and box["x"] + box["width"] <= room["x"] + room["width"]
