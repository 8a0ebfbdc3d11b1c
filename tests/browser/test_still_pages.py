"""What arrives by itself moves nothing that a finger is about to touch, at a desk, on a tablet and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import GIVE

MESA = "mesa-3"
SIZES = [(1600, 1000), (1280, 800), (1024, 768), (390, 844)]
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
    jefe.locator("#do-limits summary").tap()
    keys = ("main .panel:not(.dispute)", "#do-limits *", "#table-acts summary")
    before = lie(jefe, *keys)
    for number in (1, 2):
        other.evaluate(MARK, MESA)
        expect(jefe.locator(".dispute")).to_have_count(number)
    decide = lie(jefe, ".dispute button", ".dispute input")
    assert other.evaluate(GIVE, [{"command": "suspend", "reason": "Falta un naipe"}]) == []
    expect(jefe.locator("#table-alerts")).to_contain_text("Falta un naipe")
    assert lie(jefe, ".dispute button", ".dispute input") == decide
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
    cambista.locator("#ask-cash_out > summary").tap()
    keys = (".accounts div", "#money-acts button", "#money-acts input", "#money-acts summary")
    before = lie(cambista, *keys)
    for number in (1, 2):
        croupier.evaluate(ASK, {"1000": number})
        expect(cambista.locator("#money-waiting .slip")).to_have_count(number)
    assert lie(cambista, *keys) == before


def test_a_large_sum_leaves_the_head_of_the_money_as_it_is(visit: Visit) -> None:
    cambista = visit("/tables/mesa-3/money/", "camila")
    before = lie(cambista, ".head .button", ".accounts div", "#money-acts summary")
    cambista.evaluate(
        "() => document.querySelectorAll('.accounts dd').forEach((one) => (one.textContent = '123.456.789'))"
    )
    assert lie(cambista, ".head .button", ".accounts div", "#money-acts summary") == before


def test_a_dispute_that_arrives_below_an_open_form_has_a_way_to_it(visit: Visit) -> None:
    jefe = visit(f"/tables/{MESA}/", "julio", size={"width": 1280, "height": 800})
    jefe.locator("#do-undo summary").tap()
    way = jefe.locator(".to-rail")
    expect(way).not_to_be_visible()
    jefe.evaluate(MARK, MESA)
    expect(way).to_be_in_viewport()
    way.tap()
    expect(jefe.locator(".dispute")).to_be_in_viewport()


REPORTS = (
    "/reports/floor/",
    "/reports/tables/mesa-3/",
    "/reports/slips/",
    "/reports/differences/",
    "/reports/duty/",
    "/reports/shifts/mesa-3/1/",
    "/slips/5/",
)


def test_no_paper_is_wider_than_a_phone(visit: Visit) -> None:
    page = visit("/floor/", "julio", size={"width": 390, "height": 844})
    house = page.url.removesuffix("/floor/")
    for path in REPORTS:
        page.goto(house + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


@pytest.mark.parametrize(("width", "most"), [(1600, 92), (1280, 68), (1024, 68), (768, 124), (390, 124)])
@pytest.mark.parametrize(
    "path", ["/floor/", "/tables/mesa-3/", "/tables/mesa-3/money/", "/reports/", "/inspector/", "/counter/"]
)
def test_the_head_of_a_page_is_low(visit: Visit, path: str, width: int, most: int) -> None:
    page = visit_any(visit, path, width)
    height = page.evaluate("document.querySelector('.top').getBoundingClientRect().height")
    assert height <= most, height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def visit_any(visit: Visit, path: str, width: int) -> Page:
    """The page at that width; those without a socket are never "up"."""
    page = visit("/floor/", "julio", size={"width": width, "height": 800})
    page.goto(page.url.replace("/floor/", path))
    return page
