"""What arrives by itself moves nothing that a finger is about to touch, at a desk, on a tablet and on a phone."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import GIVE, settled
from tests.pages.faults import Loading

MESA = "mesa-3"
SIZES = [(1280, 800), (390, 844)]
LIES = """(selectors) => selectors.flatMap((one) => [...document.querySelectorAll(one)])
  .filter((one) => one.checkVisibility())
  .map((one) => [one.id || one.className || one.tagName, one.getBoundingClientRect().x,
    Math.round(one.getBoundingClientRect().y + scrollY)])"""
MARK = """(slug) => fetch(`/api/tables/${slug}/disputes`, { method: "POST", body: '{"note": "no la vio"}',
  headers: { "Content-Type": "application/json", "X-CSRFToken": document.body.dataset.csrf } })"""
ASK = """(chips) => fetch("/api/tables/mesa-3/slips", { method: "POST", body: JSON.stringify({ kind: "fill", chips }),
  headers: { "Content-Type": "application/json", "X-CSRFToken": document.body.dataset.csrf } })"""


def lie(page: Page, *selectors: str) -> list[object]:
    found: list[object] = page.evaluate(LIES, [*selectors])
    assert found
    return found


@pytest.mark.parametrize("size", SIZES)
def test_alerts_and_disputes_move_nothing_on_the_page_of_a_table(visit: Visit, size: tuple[int, int]) -> None:
    width, height = size
    jefe = visit(f"/tables/{MESA}/", "julio", size={"width": width, "height": height})
    other = visit(f"/tables/{MESA}/", "julio")
    jefe.locator("[data-opens=do-limits]").tap()
    keys = ("main .panel", "#do-limits *", "#table-acts [data-opens]")
    before = lie(jefe, *keys)
    for number in (1, 2):
        other.evaluate(MARK, MESA)
        expect(jefe.locator("#table-disputes article")).to_have_count(number)
    decide = lie(jefe, "#table-disputes button", "#table-disputes input")
    assert other.evaluate(GIVE, [{"command": "suspend", "reason": "Falta un naipe"}]) == []
    expect(jefe.locator("#table-alerts")).to_contain_text("Falta un naipe")
    assert lie(jefe, "#table-disputes button", "#table-disputes input") == decide
    assert other.evaluate(GIVE, [{"command": "resume"}]) == []
    expect(jefe.locator("#do-resume")).to_have_count(0)
    assert lie(jefe, *keys) == before


@pytest.mark.parametrize("size", SIZES)
def test_an_alert_moves_nothing_on_the_floor(visit: Visit, size: tuple[int, int]) -> None:
    width, height = size
    floor = visit("/floor/", "julio", size={"width": width, "height": height})
    other = visit(f"/tables/{MESA}/", "julio")
    other.evaluate(MARK, MESA)
    expect(floor.locator(f"#alerts-{MESA} .alert")).to_have_count(1)
    keys = (
        ".tile",
        ".tools summary",
        ".tools label",
        "#alerts-mesa-3 .alert",
        "#alerts-mesa-3 .alert button",
    )
    before = lie(floor, *keys)
    other.evaluate(MARK.replace("no la vio", "tampoco"), "mesa-2")
    expect(floor.locator("#alerts-mesa-2 .alert")).to_have_count(1)
    assert lie(floor, *keys) == before


@pytest.mark.parametrize("size", SIZES)
def test_a_slip_that_waits_moves_nothing_on_the_pages_of_the_money(
    visit: Visit, size: tuple[int, int]
) -> None:
    width, height = size
    cambista = visit("/tables/mesa-3/money/", "camila", size={"width": width, "height": height})
    croupier = visit("/tables/mesa-3/money/", "carla")
    cambista.locator("#kind-cash_out").tap()
    keys = (".accounts div", "#money-acts label", "#slip-form button", "#slip-amount")
    before = lie(cambista, *keys)
    for number in (1, 2):
        croupier.evaluate(ASK, {"1000": number})
        expect(cambista.locator("#money-waiting .slip")).to_have_count(number)
    assert lie(cambista, *keys) == before


def test_a_large_sum_leaves_the_head_of_the_money_as_it_is(visit: Visit) -> None:
    cambista = visit("/tables/mesa-3/money/", "camila")
    before = lie(cambista, ".accounts div", "#money-acts label")
    cambista.evaluate(
        "() => document.querySelectorAll('.accounts div:not(.of-shift) dd')"
        ".forEach((one) => (one.textContent = '123.456.789'))"
    )
    assert lie(cambista, ".accounts div", "#money-acts label") == before


def test_a_dispute_that_arrives_while_a_form_is_open_is_seen_beside_it(visit: Visit) -> None:
    jefe = visit(f"/tables/{MESA}/", "julio", size={"width": 1280, "height": 800})
    jefe.locator("[data-opens=do-undo]").tap()
    form = jefe.locator("#do-undo").bounding_box()
    jefe.evaluate(MARK, MESA)
    expect(jefe.locator("#table-disputes article b")).to_be_in_viewport(ratio=1)
    arrived = jefe.locator("#table-disputes article b").bounding_box()
    assert form and arrived
    assert form["x"] + form["width"] <= arrived["x"]
    expect(jefe.locator("#do-undo")).to_be_visible()
    jefe.keyboard.press("Escape")
    settled(jefe)
    jefe.locator("#table-disputes [data-opens]").tap()
    expect(jefe.locator("#table-disputes [name=decision]")).to_be_visible()


HEADS = {
    1600: 92,
    1280: 68,
    1024: 68,
    768: 124,
    390: 124,
}  # width of the page → height of its head at most, in px
PATHS = ("/floor/", "/tables/mesa-3/", "/tables/mesa-3/money/", "/reports/", "/inspector/", "/counter/")


def test_the_head_of_a_page_is_low(visit: Visit) -> None:
    page = visit("/floor/", "julio")
    house = page.url.removesuffix("/floor/")
    for path, (width, most) in product(PATHS, HEADS.items()):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(house + path)
        height = page.evaluate("document.querySelector('.top').getBoundingClientRect().height")
        assert height <= most, (path, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def test_nothing_moves_on_a_page_that_comes_to_a_slow_machine(visit: Visit) -> None:
    """Neither the font, when it comes, nor what a script adds."""
    page = visit("/floor/", "julio")
    house = page.url.removesuffix("/floor/")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 8})
    loading = Loading(page)
    for path in ("/reglamentos/argentina/", "/reports/record/", "/floor/", f"/tables/{MESA}/money/"):
        loading.begins()
        page.goto(house + path)
        expect(page.locator("html")).to_have_attribute("data-shown", "")
        assert loading.faults() == [], path
