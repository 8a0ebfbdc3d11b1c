"""The inspector at work: by keys through the record, to a pass by its number, on paper, back by a kept search."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.houses import House, environment
from tests.support.embedded_houses import MANAGE

TIMELINE = "/inspector/"
SHEET = re.compile(rb"/Type\s*/Page\b")


@pytest.fixture
def played(house: House) -> None:
    """A few passes of the robot's at mesa-2."""
    command = [sys.executable, MANAGE, "simulate", "mesa-2", "--url", house.url]
    options = ["--passes", "4", "--pace", "0", "--seed", "3"]
    environ = environment(house.folder)
    subprocess.run([*command, *options], env=environ, check=True, stdout=subprocess.DEVNULL, timeout=300)


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


def chip(page: Page, word: str) -> Locator:
    """The field of the filter that is called so, opened."""
    one = page.locator(".chip-of", has=page.locator("summary", has_text=word))
    one.locator("summary").click()
    return one.locator("input, select")


def row(page: Page, number: int) -> Locator:
    return page.locator("[data-row]").filter(
        has=page.locator(".to-act", has_text=re.compile(rf"^\s*{number}\s*$"))
    )


def test_the_arrow_keys_step_through_the_record_and_with_shift_through_passes(
    house: House, played: None, visit: Visit
) -> None:
    page = visit(TIMELINE, "irene")
    page.goto(f"{house.url}/inspector/mesa-2/20/")
    twenty = heading(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/inspector/mesa-2/21/")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/inspector/mesa-2/20/")
    assert heading(page) == twenty
    after = page.locator("[data-pass-after]").get_attribute("href")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url(f"**{after}")
    page.keyboard.press("PageUp")
    page.wait_for_url(lambda url: not url.endswith(str(after)))


def test_a_pass_is_found_by_its_number_linked_to_and_printed_on_one_sheet(played: None, visit: Visit) -> None:
    page = visit(TIMELINE, "irene")
    assert chip(page, "Mesa").count()
    page.locator(".chip-of label", has_text="Mesa 2").click()
    chip(page, "Pase").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".hits")).to_have_text(re.compile(r"\d+ actos"))
    expect(page.locator(".chip.on")).to_have_text([re.compile("Mesa: *Mesa 2"), re.compile("Pase: *2")])
    page.locator(".found a.pass").first.click()
    page.wait_for_url("**/inspector/mesa-2/passes/2/")
    expect(page.locator(".acts tbody tr").last).to_contain_text("Pago")
    assert len(SHEET.findall(page.pdf(prefer_css_page_size=True))) == 1
    page.emulate_media(media="print")
    expect(page.locator(".steps")).to_be_hidden()
    expect(page.locator(".acts tbody tr").first).to_be_visible()


def test_a_row_opens_beside_the_list_and_keys_and_buttons_step_through_the_rows(
    house: House, played: None, visit: Visit
) -> None:
    page = visit(f"{TIMELINE}?table=mesa-2", "irene")
    page.set_viewport_size({"width": 1600, "height": 1000})
    title = page.locator("#beside > header h2")
    newest = int(page.locator(".to-act").first.inner_text())
    row(page, newest - 2).click()
    expect(title).to_contain_text(f"N.º {newest - 2}")
    for key, number in (("ArrowDown", newest - 3), ("ArrowUp", newest - 2)):
        page.keyboard.press(key)
        expect(title).to_contain_text(f"N.º {number}")
    page.locator("[data-step='-1']").click()
    expect(title).to_contain_text(f"N.º {newest - 1}")
    here = row(page, newest - 1)
    expect(here).to_have_attribute("aria-selected", "true")
    passed = here.locator(".pass").inner_text()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[aria-selected=true] .pass")).not_to_have_text(passed)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[aria-selected=true] .pass")).to_have_text(passed)
    page.keyboard.press("Escape")
    expect(page.locator("#beside")).to_be_hidden()
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(title).to_be_visible()


def test_an_open_row_has_an_address_and_leads_to_the_table_then(
    house: House, played: None, visit: Visit
) -> None:
    page = visit(f"{TIMELINE}?table=mesa-2", "irene")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".to-act").nth(3).click()
    title = page.locator("#beside > header h2")
    expect(title).to_be_visible()
    said, address = title.inner_text(), page.url
    assert "row=record-" in address
    page.goto(address)
    expect(title).to_have_text(said)
    page.get_by_role("link", name="Ver la mesa en ese momento").click()
    page.wait_for_url(re.compile(r"/inspector/mesa-2/\d+/$"))


def test_on_a_phone_a_row_fills_the_glass_and_nothing_scrolls_sideways(
    house: House, played: None, visit: Visit
) -> None:
    page = visit(f"{TIMELINE}?table=mesa-2", "irene")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".found .box").evaluate("(one) => one.scrollWidth <= one.clientWidth")
    page.locator("[data-row]").first.click()
    expect(page.locator("#beside")).to_be_visible()
    box = page.locator("#beside").bounding_box()
    assert box and (box["x"], box["width"]) == (0, 390)
    page.get_by_role("button", name="Cerrar").click()
    expect(page.locator("#beside")).to_be_hidden()


def test_what_is_wrong_with_a_filter_stands_beside_its_field(house: House, visit: Visit) -> None:
    page = visit(f"{TIMELINE}?since=hoy", "irene")
    since = page.locator("[role=search] [name=since]")
    expect(since).to_be_visible()
    expect(since).to_have_accessible_description(re.compile("«hoy» no es una fecha"))
    page.locator(".chip-of.on > a").click()
    expect(page.locator(".hits")).to_have_text(re.compile(r"\d+ actos?"))
    page.goto(f"{house.url}{TIMELINE}?actor=nobodyhere")
    expect(page.locator("[role=search] [name=actor]")).to_have_accessible_description(
        re.compile("Nadie tiene")
    )
    page.keyboard.press("Escape")
    expect(page.locator("[role=search] [name=actor]")).to_be_hidden()


def test_the_columns_are_chosen_in_a_menu_that_moves_nothing(visit: Visit) -> None:
    page = visit(TIMELINE, "irene")
    before = page.locator("thead").bounding_box()
    page.locator("details.columns > summary").click()
    expect(page.locator("details.columns .menu")).to_be_visible()
    assert page.locator("thead").bounding_box() == before
    menu = page.locator("details.columns .menu")
    assert menu.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "no word is cut"
    shown = menu.locator("button").bounding_box()
    assert shown and page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.menu') !== null",
        [shown["x"] + 4, shown["y"] + 4],
    )


def test_no_button_is_on_the_paper_of_a_slip(visit: Visit, house: House) -> None:
    page = visit(TIMELINE, "irene")
    page.goto(f"{house.url}/slips/1/")
    expect(page.locator(".choose.columns")).to_be_visible()
    page.emulate_media(media="print")
    assert page.locator("main :is(button, summary):visible").count() == 0
