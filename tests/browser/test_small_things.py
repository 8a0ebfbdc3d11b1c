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


def test_a_choice_lies_above_the_tables_and_escape_closes_it(visit: Visit) -> None:
    floor = visit("/floor/", "julio", size=DESK)
    before = floor.locator(".tile").first.bounding_box()
    floor.locator(".picker summary").first.tap()
    expect(floor.locator(".picker fieldset").first).to_be_visible()
    assert floor.locator(".tile").first.bounding_box() == before
    floor.keyboard.press("Escape")
    expect(floor.locator(".picker fieldset").first).to_be_hidden()


def test_the_first_page_follows_the_browser_until_somebody_chooses(browser: Browser, house: House) -> None:
    found = {}
    for wanted in ("light", "dark"):
        context = browser.new_context(color_scheme=wanted)
        page = context.new_page()
        for path in ("/", "/login/"):
            page.goto(house.url + path)
            found[wanted, path] = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        context.close()
    light, dark = "rgb(245, 244, 240)", "rgb(12, 16, 19)"
    assert found == {
        (one, path): {"light": light, "dark": dark}[one]
        for one in ("light", "dark")
        for path in ("/", "/login/")
    }


def test_days_are_typed_as_people_write_them(visit: Visit) -> None:
    jefe = visit("/floor/", "julio")
    jefe.goto(jefe.url.replace("/floor/", "/reports/slips/"))
    jefe.locator("summary.chip").first.tap()
    period = jefe.locator("form.ends")
    since = period.locator("[name=since]")
    expect(since).to_have_value(re.compile(r"^\d\d/\d\d/\d{4} \d\d:\d\d$"))
    expect(jefe.locator("input[type=datetime-local], input[type=date]")).to_have_count(0)
    since.fill("ayer")
    period.locator("button.primary").tap()
    expect(jefe.locator(".wrong")).to_contain_text("21/11/2026 23:05")
    since.fill("01/02/2026 08:00")
    since.press("Enter")
    expect(jefe).to_have_url(re.compile("since=01%2F02%2F2026"))
    expect(jefe.locator("h1")).to_have_text("Vales")


def test_a_period_is_chosen_in_the_calendar(visit: Visit) -> None:
    """The first touch begins it, the second ends it with that day."""
    jefe = visit("/floor/", "julio")
    jefe.goto(jefe.url.replace("/floor/", "/reports/floor/?since=05/11/2026&until=06/11/2026"))
    chip = jefe.locator("summary.chip").first
    chip.tap()
    period = jefe.locator("form.ends").first
    expect(period.locator(".of")).to_have_text("noviembre de 2026")
    day = period.get_by_role("button", name=re.compile("lunes, 2 de noviembre"))
    day.tap()
    expect(period.locator("[name=since]")).to_have_value("02/11/2026")
    period.get_by_role("button", name=re.compile("miércoles, 4 de noviembre")).tap()
    expect(period.locator("[name=until]")).to_have_value("05/11/2026")
    period.locator("button.primary").tap()
    expect(chip).to_contain_text("02/11 08:00 – 05/11 08:00")
    chip.tap()
    jefe.keyboard.press("Escape")
    expect(period).to_be_hidden()


NOT_NOW = """(kind) => {
  const button = document.createElement("button");
  button.className = kind;
  button.disabled = true;
  document.querySelector("main").append(button);
  const { borderTopStyle, backgroundColor } = getComputedStyle(button);
  return [borderTopStyle, backgroundColor];
}"""
NOT_TABULAR = """() => [...document.querySelectorAll("body *")]
  .filter((one) => !getComputedStyle(one).fontVariantNumeric.includes("tabular-nums"))
  .map((one) => one.outerHTML.slice(0, 80))"""


def test_a_key_of_any_kind_that_is_not_offered_now_looks_so(visit: Visit) -> None:
    page = visit("/floor/", "julio")
    for kind in ("", "primary", "line", "quiet", "danger", "danger small"):
        assert page.evaluate(NOT_NOW, kind) == ["dashed", "rgba(0, 0, 0, 0)"], kind


def test_figures_are_of_one_width_wherever_they_stand(visit: Visit) -> None:
    for path in ("/floor/", "/tables/mesa-1/money/"):
        assert visit(path, "julio").evaluate(NOT_TABULAR) == []
