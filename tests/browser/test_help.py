"""Help where it is asked for: the sheet of the phase, a card to print, and the tour of a first shift."""

import re
import sqlite3
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, in_phase
from tests.browser.houses import House
from tests.pages.faults import violations

PAGE = re.compile(rb"/Type\s*/Page\b")  # in a PDF
SIZES = ((1280, 800), (1024, 768), (390, 844))
OVERLAP = """() => {
  const [help, corner] = ["help", "act-primary"].map((id) => document.getElementById(id).getBoundingClientRect());
  return help.bottom > corner.top && help.right > corner.left && help.top < corner.bottom && help.left < corner.right;
}"""


def first_shift(house: House, user: str) -> None:
    """This person has not worked here before."""
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as line:
        line.execute("UPDATE accounts_user SET toured = '' WHERE username = ?", [user])
    line.close()


def tour_of(page: Page) -> list[str]:
    """Go through the tour; the titles of its steps."""
    titles = []
    while page.locator("#tour").is_visible():
        titles.append(page.locator("#tour li:visible h2").inner_text())
        page.locator("#tour-next").tap()
    return titles


def test_one_touch_opens_the_help_of_the_phase_and_leaves_the_corner_free(hand: Hand) -> None:
    page = hand.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(page.url)
        page.wait_for_selector('html[data-line="up"]')
        hand.tap("#act-help")
        expect(page.locator("#help")).to_be_visible()
        expect(page.locator("#help h2")).to_have_text("Asientos")
        expect(page.locator("#help")).to_contain_text("Art. 1")
        assert not page.evaluate(OVERLAP), width
        assert violations(page) == [], width
        page.locator("#act-primary").tap(trial=True)
    hand.corner()
    in_phase(page, "auction")
    expect(page.locator("#help h2")).to_have_text("Remate")


def test_a_first_shift_begins_with_a_tour_which_does_not_come_again(visit: Visit, house: House) -> None:
    first_shift(house, "carla")
    page = visit(CONSOLE, "carla")
    expect(page.locator("#tour")).to_be_visible()
    assert violations(page) == []
    with page.expect_response("**/tour/") as answer:
        titles = tour_of(page)
    assert answer.value.status == 204
    assert (titles[0], titles[-1]) == ("Qué hace la mesa ahora", "Ayuda")
    assert len(titles) == 7
    elsewhere = visit(CONSOLE, "carla")
    expect(elsewhere.locator("#console-head")).to_be_visible()
    expect(elsewhere.locator("#tour")).to_have_count(0)


def test_the_tour_lies_beside_the_rail(visit: Visit, house: House) -> None:
    first_shift(house, "julio")
    page = visit("/floor/", "julio")
    tour, rail = (page.locator(one).bounding_box() for one in ("#tour", ".rail-of-places"))
    assert tour and rail and tour["x"] >= rail["x"] + rail["width"]


def test_the_tour_ends_at_once_and_starts_again_from_the_help(visit: Visit, house: House) -> None:
    first_shift(house, "carla")
    page = visit(CONSOLE, "carla")
    with page.expect_response("**/tour/"):
        page.locator("#tour-end").tap()
    expect(page.locator("#tour")).to_be_hidden()
    assert page.locator(".toured").count() == 0
    page.locator("#act-help").tap()
    page.locator("#help a[href='?tour']").tap()
    expect(page.locator("#tour li:visible h2")).to_have_text("Qué hace la mesa ahora")


def test_the_tour_hides_neither_the_corner_nor_what_it_tells_of(visit: Visit, house: House) -> None:
    first_shift(house, "carla")
    page = visit(CONSOLE, "carla")
    for _ in range(7):
        told, box = page.locator(".toured").bounding_box(), page.locator("#tour").bounding_box()
        corner = page.locator("#act-primary").bounding_box()
        assert told and box and corner
        assert box["y"] + box["height"] <= corner["y"]
        middle = (told["x"] + told["width"] / 2, told["y"] + told["height"] / 2)
        inside = (
            box["x"] <= middle[0] <= box["x"] + box["width"]
            and box["y"] <= middle[1] <= box["y"] + box["height"]
        )
        assert not inside
        page.locator("#tour-next").tap()


@pytest.mark.parametrize(
    ("user", "path"), [("julio", "/floor/"), ("camila", "/counter/"), ("irene", "/inspector/")]
)
def test_every_role_has_a_tour_of_its_screen(visit: Visit, house: House, user: str, path: str) -> None:
    first_shift(house, user)
    page = visit(path, user)
    expect(page.locator("#tour")).to_be_visible()
    rail, box = (page.locator(part).bounding_box() for part in (".rail-of-places", "#tour"))
    assert rail and box and box["x"] >= rail["x"] + rail["width"], "it lies under the rail of places"
    assert tour_of(page)


def test_a_card_is_one_page_of_paper(visit: Visit, house: House) -> None:
    page = visit("/floor/", "julio")
    roles = ("croupier", "jefe", "inspector", "cambista", "administrator")
    for role, reglamento in product(roles, ("argentina", "chemin-de-fer")):
        page.goto(f"{house.url}/reglamentos/{reglamento}/cards/{role}/")
        printed = page.pdf(prefer_css_page_size=True)
        assert len(PAGE.findall(printed)) == 1, (role, reglamento)
