"""The inspector at work: by keys through the record, to a pass by its number, on paper, back by a kept search."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

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
    subprocess.run(
        [*command, *options], env=environment(house.folder), check=True, capture_output=True, timeout=300
    )


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


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
    page.select_option("[role=search] [name=table]", "mesa-2")
    page.fill("[name=pass]", "2")
    page.locator("[role=search] button.primary").click()
    expect(page.locator(".hits")).to_have_text(re.compile(r"Resultados: \d+"))
    page.locator(".found a.pass").first.click()
    page.wait_for_url("**/inspector/mesa-2/passes/2/")
    expect(page.locator(".acts tbody tr").last).to_contain_text("Pago")
    assert len(SHEET.findall(page.pdf(prefer_css_page_size=True))) == 1
    page.emulate_media(media="print")
    expect(page.locator(".steps")).to_be_hidden()
    expect(page.locator(".acts tbody tr").first).to_be_visible()
