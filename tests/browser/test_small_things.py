"""What a jefe meets all night: a line that comes up, panels that close, light or dark, the way to the papers."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.houses import House

DESK = {"width": 1600, "height": 1000}
BELOW_THE_HEAD = """() => document.querySelector("#no-signal").getBoundingClientRect().top >=
  document.querySelector(".top").getBoundingClientRect().bottom"""


def test_a_page_whose_line_comes_up_says_nothing_of_it(browser: Browser, visit: Visit, house: House) -> None:
    """The handshake of a slow machine may take longer than a line may be silent."""
    context = visit("/floor/", "julio").context
    page = context.new_page()
    page.clock.install()
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)  # never answers
    page.goto(f"{house.url}/floor/")
    page.clock.fast_forward(6_000)
    expect(page.locator("#no-signal")).to_be_hidden()
    page.clock.fast_forward(6_000)
    expect(page.locator("#no-signal")).to_be_visible()
    assert page.evaluate(BELOW_THE_HEAD), "the way to other pages stays free"


def test_the_figures_lie_above_the_tables_and_escape_closes_them(visit: Visit) -> None:
    floor = visit("/floor/", "julio", size=DESK)
    before = floor.locator(".tile").first.bounding_box()
    floor.locator("#section summary").tap()
    floor.locator("#pit summary").tap()
    expect(floor.locator("#section")).not_to_have_attribute("open", "")
    expect(floor.locator("#floor-figures")).to_be_visible()
    assert floor.locator(".tile").first.bounding_box() == before
    floor.keyboard.press("Escape")
    expect(floor.locator("#floor-figures")).to_be_hidden()


def test_the_first_page_follows_the_browser_until_somebody_chooses(browser: Browser, house: House) -> None:
    found = {}
    for wanted in ("light", "dark"):
        context = browser.new_context(color_scheme=wanted)
        page = context.new_page()
        for path in ("/", "/login/"):
            page.goto(house.url + path)
            found[wanted, path] = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        context.close()
    light, dark = "rgb(244, 245, 246)", "rgb(11, 16, 20)"
    assert found == {
        (one, path): {"light": light, "dark": dark}[one]
        for one in ("light", "dark")
        for path in ("/", "/login/")
    }


def test_from_a_table_to_its_record_and_its_sheet_it_is_one_touch(visit: Visit) -> None:
    jefe = visit("/tables/mesa-2/", "julio")
    expect(jefe.locator('.top a[href="/reports/shifts/mesa-2/1/"]')).to_be_visible()
    jefe.locator('.top a[href="/inspector/?table=mesa-2"]').tap()
    expect(jefe.locator("[name=table]").first).to_have_value("mesa-2")


def test_days_are_typed_as_people_write_them(visit: Visit) -> None:
    jefe = visit("/floor/", "julio")
    jefe.goto(jefe.url.replace("/floor/", "/reports/"))
    since = jefe.locator('form[action="/reports/slips/"] [name=since]')
    expect(since).to_have_value(re.compile(r"^\d\d/\d\d/\d{4} \d\d:\d\d$"))
    expect(jefe.locator("input[type=datetime-local], input[type=date]")).to_have_count(0)
    since.fill("ayer")
    jefe.locator('form[action="/reports/slips/"] button').first.tap()
    expect(jefe.locator(".wrong")).to_contain_text("21/11/2026 23:05")
    since.fill("01/02/2026 08:00")
    jefe.locator('form[action="/reports/slips/"] button').first.tap()
    expect(jefe.locator("h1")).to_have_text("Vales")
