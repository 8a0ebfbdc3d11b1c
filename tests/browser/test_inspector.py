"""The inspector at work: by keys through the record, to a pass by its number, on paper, back by a kept search."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

TIMELINE = "/inspector/"
SHEET = re.compile(rb"/Type\s*/Page\b")


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


def test_the_arrow_keys_step_through_the_record_and_with_shift_through_passes(visit: Visit) -> None:
    page = visit("/inspector/mesa-1/9/", "irene")
    nine = heading(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/inspector/mesa-1/10/")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/inspector/mesa-1/9/")
    assert heading(page) == nine
    after = page.locator("[data-pass-after]").get_attribute("href")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url(f"**{after}")
    page.keyboard.press("PageUp")
    page.wait_for_url(lambda url: not url.endswith(str(after)))


def test_a_pass_is_found_by_its_number_linked_to_and_printed_on_one_sheet(visit: Visit) -> None:
    page = visit(TIMELINE, "irene")
    page.select_option(".filters [name=table] >> nth=0", "mesa-1")
    page.fill("[name=pass]", "1")
    page.locator(".filters button.primary").first.click()
    expect(page.locator(".hits")).to_have_text(re.compile(r"Resultados: \d+"))
    page.locator(".found a.pass").first.click()
    page.wait_for_url("**/inspector/mesa-1/passes/1/")
    expect(page.locator(".article-words blockquote").first).to_be_visible()
    assert len(SHEET.findall(page.pdf(prefer_css_page_size=True))) == 1
    page.emulate_media(media="print")
    expect(page.locator(".steps")).to_be_hidden()
    expect(page.locator(".article-words blockquote").first).to_be_visible()


def test_a_search_without_accents_is_kept_and_found_again(visit: Visit) -> None:
    page = visit(f"{TIMELINE}?text=FATIMA", "irene")
    expect(page.locator(".found tbody tr").first).to_contain_text("Fátima")
    page.locator(".searches a", has_text="Guardar esta búsqueda").click()
    page.fill("[name=name]", "Fátima en la casa")
    page.locator("button.primary").click()
    page.wait_for_url("**text=FATIMA*")
    expect(page.locator(".searches [aria-current]")).to_have_text("Fátima en la casa")


def test_a_date_that_does_not_exist_is_said(visit: Visit) -> None:
    page = visit(f"{TIMELINE}?since=2026-02-30T10:00", "irene")
    expect(page.locator("[role=alert]:visible")).to_contain_text("2026-02-30T10:00")
    expect(page.locator(".hits")).to_have_count(0)


def test_the_record_is_in_words_and_its_json_is_folded(visit: Visit) -> None:
    page = visit(f"{TIMELINE}?command=place_bet", "irene")
    page.locator(".found td .button").first.click()
    expect(page.locator(".differences tbody th").first).to_be_visible()
    expect(page.locator("pre").first).to_be_hidden()
    page.locator("summary", has_text="JSON").click()
    expect(page.locator("pre").first).to_be_visible()
