"""How the staff get about: the rail of a desk, the bar of a phone, a table's tabs, Ctrl K, the menu of the user."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand
from tests.browser.houses import House

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def places(page: Page, within: str = ".rail-of-places") -> list[str]:
    return [name.strip() for name in page.locator(f"{within} a:not(.mark)").all_inner_texts()]


def asked_for(page: Page, said: str) -> None:
    page.wait_for_load_state()  # its scripts listen then
    page.keyboard.press("Control+k")
    expect(page.locator("#palette")).to_be_visible()
    page.locator("#palette input").fill(said)


@pytest.mark.parametrize(
    ("user", "first", "there", "not_there"),
    [
        ("julio", "/floor/", "Turno", "Personas"),
        ("irene", "/inspector/", "Registro", "Turno"),
        ("camila", "/counter/", "Tesoro", "Registro"),
    ],
)
def test_the_rail_shows_where_one_is_and_where_one_may_go(
    visit: Visit, user: str, first: str, there: str, not_there: str
) -> None:
    page = visit(first, user, DESK)
    assert there in places(page) and not_there not in places(page)
    expect(page.locator('.rail-of-places [aria-current="page"]')).to_have_count(1)
    page.locator(".rail-of-places a", has_text=there).click()
    expect(page.locator('.rail-of-places [aria-current="page"]')).to_have_text(re.compile(there))


def test_a_table_has_its_pages_as_tabs_and_its_neighbours_beside_it(visit: Visit) -> None:
    page = visit("/tables/mesa-2/", "julio", DESK)
    expect(page.locator(".tabs [aria-current]")).to_contain_text("En vivo")
    page.locator(".tabs a", has_text="Dinero").click()
    expect(page).to_have_url(re.compile("/tables/mesa-2/money/$"))
    page.locator('.switcher [rel="next"]').click()
    expect(page).to_have_url(re.compile("/tables/mesa-3/money/$"))
    page.locator(".tabs a", has_text="En vivo").click()
    expect(page.locator(".switcher h1")).to_have_text("Mesa 3")


def test_ctrl_k_leads_from_anywhere_to_anywhere(visit: Visit) -> None:
    page = visit("/floor/", "julio", DESK)
    asked_for(page, "mesa 2")
    expect(page.locator('#palette [aria-selected="true"]')).to_have_text(re.compile("Mesa 2"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/tables/mesa-2/$"))
    asked_for(page, "registro")
    expect(page.locator('#palette [aria-selected="true"]')).to_have_text(re.compile("Registro"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/inspector/$"))


def test_what_is_not_found_is_said_and_escape_leaves(visit: Visit) -> None:
    page = visit("/inspector/", "irene", DESK)
    asked_for(page, "zzzz")
    expect(page.locator("#palette [role=status]")).to_have_text("Nada aquí tiene ese nombre o número.")
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()


def test_the_menu_chooses_language_look_and_size(visit: Visit) -> None:
    page = visit("/floor/", "julio", DESK)
    page.locator(".who").click()
    page.locator('#user-menu [name="theme"][value="light"]').click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.locator(".who").click()
    page.locator('#user-menu [name="density"][value="desk"]').click()
    expect(page.locator("html")).to_have_attribute("data-density", "desk")
    page.locator(".who").click()
    page.locator('#user-menu [value="fr"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page).to_have_url(re.compile("/floor/$"))


def test_a_jefes_phone_has_his_three_places_below_and_all_in_the_menu(visit: Visit) -> None:
    page = visit("/floor/", "julio", PHONE)
    expect(page.locator(".rail-of-places")).to_be_hidden()
    assert places(page, ".bar-below") == ["Alertas", "Mesas", "Firmar"]
    page.locator(".bar-below button").click()
    page.locator("#user-menu .item", has_text="Turno").click()
    expect(page).to_have_url(re.compile("/handover/$"))


def test_a_paper_has_no_tabs(visit: Visit) -> None:
    page = visit("/tables/mesa-2/money/", "julio")
    expect(page.locator(".tabs")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".tabs")).to_be_hidden()


def test_who_waits_for_a_jefe_is_counted_at_the_floors_place(visit: Visit, house: House) -> None:
    """Live on the floor, and as the page was sent elsewhere."""
    floor, hand = visit("/floor/", "julio"), Hand(visit(CONSOLE, "carla"))
    count = ".rail-of-places [data-waits]"
    expect(floor.locator(count)).to_be_hidden()
    hand.dispute()
    expect(floor.locator(count)).to_be_visible()
    expect(floor.locator(f"{count} i")).to_have_text("1")
    floor.goto(f"{house.url}/counter/")
    expect(floor.locator(f"{count} i")).to_have_text("1")


def test_a_page_without_signal_is_not_called_live(visit: Visit, house: House) -> None:
    floor = visit("/floor/", "julio")
    expect(floor.locator(".live-line")).to_be_visible()
    with house.silent():
        expect(floor.locator("#no-signal")).to_be_visible()
        expect(floor.locator(".live-line")).to_be_hidden()


TOUCHED = """() => [...document.querySelectorAll("main :is(button, summary, input, select)")]
    .filter((one) => one.checkVisibility()).map((one) => one.textContent.trim() || one.name)"""


def test_what_is_touched_is_on_no_paper(visit: Visit, house: House) -> None:
    page = visit("/floor/", "julio")
    page.emulate_media(media="print")
    for path in ("slips/1/", "reports/shifts/mesa-1/1/", "reports/slips/", "reports/floor/", "reports/duty/"):
        answer = page.goto(f"{house.url}/{path}")
        assert answer and answer.ok, path
        assert page.evaluate(TOUCHED) == [], path
