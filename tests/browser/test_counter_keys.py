"""The counter of somebody who has never seen it: Enter where one expects it to go on, names that nobody has, sums too
large for their place, and what the house refuses."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_counter import SETTLED

COUNTER = "/counter/?table=mesa-2"
IS_CUT = "(field) => field.scrollWidth > field.clientWidth"
PAST_ITS_PANEL = """() => [...document.querySelectorAll("#money-slips [data-print-slip]")].filter((button) =>
  button.getBoundingClientRect().right > button.closest(".panel").getBoundingClientRect().right).length"""
TOP_OF_KEYS = """() => document.querySelector('[data-digit="7"]').getBoundingClientRect().top"""


def focused(page: Page, selector: str) -> None:
    expect(page.locator(selector)).to_be_focused()


def lines(page: Page) -> Any:
    return page.locator("#money-slips tbody tr")


def test_enter_goes_on_from_chip_to_chip_and_only_the_act_makes_the_slip(visit: Visit) -> None:
    page = visit(COUNTER, "camila", touch=False)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/slips") else None)
    page.keyboard.press("a")
    focused(page, "#chip-50000")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    focused(page, "#chip-10000")
    expect(page.locator("#slip-amount")).to_have_value("500.000")
    for _ in range(page.locator("[data-chip]:visible").count() - 1):
        page.keyboard.press("Enter")
    focused(page, "#slip-go")
    assert asked == []
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("Arqueo · 500.000")


def test_a_count_of_nothing_is_no_count(visit: Visit) -> None:
    page = visit(COUNTER, "camila", touch=False)
    before = lines(page).count()
    page.keyboard.press("a")
    page.locator("#slip-go").click()
    focused(page, "#chip-50000")
    expect(page.locator("#chip-50000")).to_have_attribute("aria-invalid", "true")
    page.keyboard.type("10")
    expect(page.locator("#chip-50000")).not_to_have_attribute("aria-invalid", "true")
    page.locator("#slip-go").click()
    expect(lines(page)).to_have_count(before + 1)


def test_a_count_that_is_not_begun_differs_by_nothing(visit: Visit) -> None:
    page = visit("/cage/", "camila", touch=False)
    page.keyboard.press("e")
    page.keyboard.type("5")
    expect(page.locator("[data-said=note]")).to_contain_text("Difiere de lo esperado")
    page.keyboard.press("Backspace")
    expect(page.locator("[data-said=note]")).to_be_empty()
    expect(page.locator("#slip-go")).not_to_contain_text("firma")


def test_after_a_slip_enter_begins_the_next(visit: Visit) -> None:
    page = visit(COUNTER, "camila", touch=False)
    page.keyboard.press("v")
    page.keyboard.type("ana")
    page.keyboard.press("Enter")
    page.keyboard.type("5000")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("Ana · 5.000")
    page.keyboard.press("Enter")
    focused(page, "#player-find")
    expect(page.locator("#refusal")).to_be_hidden()


def test_the_pad_types_into_the_first_chip_of_a_count(visit: Visit) -> None:
    page = visit(COUNTER, "camila")
    page.locator("#kind-count").tap()
    page.locator('[data-digit="7"]').tap()
    expect(page.locator("#chip-50000")).to_have_value("7")


def test_who_begins_with_what_is_typed_is_offered_first_and_nobody_is_said(visit: Visit) -> None:
    page = visit("/counter/?table=mesa-1", "camila", touch=False)
    page.keyboard.press("v")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#money-title")).to_contain_text("Mesa 2")
    page.keyboard.press("v")
    chosen = page.locator("#people-list [aria-selected=true]")
    expect(chosen).to_have_count(0)  # nobody, nor who was looked at before
    page.keyboard.press("Enter")
    focused(page, "#player-find")
    page.keyboard.type("b")
    expect(chosen).to_contain_text("Bea")
    page.keyboard.type("zz")
    expect(page.locator("[data-nobody]")).to_be_visible()


def test_what_is_refused_of_the_amount_moves_no_key_and_a_long_amount_is_seen_whole(visit: Visit) -> None:
    for width, height in ((1280, 800), (1600, 1000), (1024, 768)):
        page = visit(COUNTER, "camila", size={"width": width, "height": height}, touch=False)
        page.keyboard.press("v")
        page.keyboard.type("ana")
        page.keyboard.press("Enter")
        before = page.evaluate(TOP_OF_KEYS)
        page.keyboard.type("9999999999")
        assert not page.locator("#slip-amount").evaluate(IS_CUT), width
        page.keyboard.press("Enter")
        expect(page.locator("#refusal")).to_contain_text("como máximo")
        expect(page.get_by_text("Es demasiado").filter(visible=True)).to_have_count(1)
        assert page.evaluate(TOP_OF_KEYS) == before, width
        page.locator("#slip-amount").fill("-5")
        page.keyboard.press("Enter")
        expect(page.locator("#slip-amount")).to_have_attribute("aria-invalid", "true")
        assert page.evaluate(TOP_OF_KEYS) == before, width


def test_a_long_state_stays_in_its_panel_and_only_one_key_says_cancel(visit: Visit) -> None:
    page = visit(COUNTER, "camila", touch=False)
    page.keyboard.press("v")
    page.keyboard.type("ana")
    page.keyboard.press("Enter")
    page.keyboard.type("150000")
    page.keyboard.press("Enter")
    expect(lines(page).first).to_contain_text("a confirmar por el jefe")
    assert page.evaluate(PAST_ITS_PANEL) == 0
    expect(page.get_by_role("button", name="Cancelar").filter(visible=True)).to_have_count(1)


def test_a_letter_in_a_number_is_a_key_and_nothing_wrong_stays_when_the_slip_begins_anew(
    visit: Visit,
) -> None:
    page = visit(COUNTER, "camila", touch=False)
    page.keyboard.press("v")
    page.keyboard.type("ana")
    page.keyboard.press("Enter")
    page.keyboard.type("12-")
    page.keyboard.press("Enter")
    wrong = page.locator("#slip-amount[aria-invalid=true]")
    expect(wrong).to_have_count(1)
    page.keyboard.press("Escape")
    expect(wrong).to_have_count(0)
    page.keyboard.press("v")
    page.keyboard.type("ana")
    page.keyboard.press("Enter")
    page.keyboard.type("500")
    page.keyboard.press("p")
    expect(page.locator("#slip-amount")).to_have_value("500")
    expect(page.locator("#slip-go")).to_contain_text("Propina 500")


def test_what_the_house_asks_again_is_answered_by_enter_but_not_by_the_stroke_that_asked(
    visit: Visit,
) -> None:
    page = visit(COUNTER, "camila", touch=False)
    page.keyboard.press("c")
    page.keyboard.type("ana")
    page.keyboard.press("Enter")
    page.keyboard.type("1000")
    page.keyboard.press("Enter")
    yes = page.locator("#refusal [data-yes]")
    expect(yes).to_be_focused()
    page.wait_for_timeout(SETTLED)
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("Canje de fichas · Ana · 1.000")


def test_a_key_leads_to_what_waits_for_a_signature(visit: Visit) -> None:
    jefe = visit("/tables/mesa-2/money/", "julio", touch=False)
    for letter, word in (("r", "Reposición"), ("l", "Devolución")):
        jefe.keyboard.press(letter)
        jefe.keyboard.type("1")
        jefe.locator("#slip-go").click()
        expect(jefe.locator("#told")).to_contain_text(word)
    page = visit(COUNTER, "camila", touch=False)
    waiting = page.locator("#queue .slip")
    expect(waiting).to_have_count(2)
    page.keyboard.press("s")
    expect(page.locator("#queue .slip.here button.primary")).to_be_focused()
    page.keyboard.press("s")
    expect(page.locator("#queue .slip:not(.here) :is(button, summary)").first).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#all-keys")).to_contain_text("espera una firma")


def test_a_low_desk_has_the_remark_in_sight(visit: Visit) -> None:
    page = visit(COUNTER, "camila", touch=False)
    foot = page.locator(".confirm").bounding_box()
    for field in ("#slip-reason", "#slip-number"):
        box = page.locator(field).bounding_box()
        assert box and foot and box["y"] + box["height"] <= foot["y"], field
    assert not page.locator("#slip-number").evaluate("(one) => one.scrollWidth > one.clientWidth")


def test_a_count_that_differs_says_in_sight_that_it_wants_a_reason(visit: Visit) -> None:
    page = visit("/cage/", "camila", touch=False)
    expect(page.locator(".keys-told .of-player")).to_be_hidden()
    page.keyboard.press("e")
    page.keyboard.type("5")
    expect(page.locator("[data-said=note]")).to_contain_text("el motivo es obligatorio")
    expect(page.locator("#slip-reason")).to_have_attribute("placeholder", "")
    page.keyboard.press("Enter")
    wrong = page.locator(".remarks .wrong")
    expect(wrong).to_contain_text("se explica")
    said, foot = wrong.bounding_box(), page.locator(".confirm").bounding_box()
    assert said and foot and said["y"] + said["height"] <= foot["y"]
