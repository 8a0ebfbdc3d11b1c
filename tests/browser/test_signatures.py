"""A second person's signature (art. 49, 50): asked for on the croupier's tablet, given on the jefe's screen, on the
inspector's, or on the tablet under the signer's own login. No page is loaded again."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, in_phase, insist, to_betting
from tests.browser.houses import House

TABLE = "/tables/mesa-2/"


def hold(page: Page, selector: str) -> None:
    button = page.locator(selector)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_function("() => !document.querySelector('.holding')")
    page.mouse.up()


def grave(hand: Hand, act: str, reason: str, consent: str = "") -> None:
    """What the croupier asks for behind "What happened?"."""
    hand.tap("#act-incident")
    if not hand.page.locator("#step-grave[open]").count():
        hand.page.locator("#step-grave > summary").click()
    hand.page.fill("#grave-reason", reason)
    if consent:
        hand.page.locator(f"label:has(#consent-{consent})").click()
    hold(hand.page, f"#grave-{act}")
    expect(hand.page.locator("#incident")).not_to_be_visible()


def waits(page: Page, text: str) -> None:
    expect(page.locator("#request-waits")).to_contain_text(text)


def test_the_jefe_signs_for_a_burned_shoe_on_his_own_screen(hand: Hand, visit: Visit) -> None:
    jefe, floor = visit(TABLE, "julio"), visit("/floor/", "julio")
    to_betting(hand)
    grave(hand, "burn", "twelve cards face up", "jefe")
    waits(hand.page, "Quemar el mazo: Jefe")
    in_phase(hand.page, "betting")
    expect(floor.locator("#alerts-mesa-2 .alert").first).to_contain_text("twelve cards face up")
    expect(jefe.locator("#table-requests .request.here")).to_contain_text("Carla")
    hold(jefe, "#table-requests [data-hold]")
    in_phase(hand.page, "shuffling")
    expect(hand.page.locator("#request-waits")).to_have_count(0)
    expect(jefe.locator("#table-requests .request")).to_have_count(0)
    jefe.goto(f"{jefe.url.split('/tables')[0]}/inspector/?table=mesa-2&command=burn_shoe")
    expect(jefe.locator("tbody tr:not(.day)").first).to_contain_text(
        re.compile(r"carla\s+crupier\s+Firmado por\s+julio\s+jefe")
    )


def test_the_inspector_is_told_on_his_page_and_signs_at_the_table(
    hand: Hand, visit: Visit, house: House
) -> None:
    """The server comes to an end meanwhile and begins again: what waits is still there."""
    timeline = visit("/inspector/", "irene")
    to_betting(hand)
    grave(hand, "burn", "twelve cards face up", "inspector")
    expect(timeline.locator("#requests-mesa-2")).to_contain_text("le toca a usted")
    house.stop()
    expect(timeline.locator("html")).to_have_attribute("data-line", "down")
    house.start()
    expect(timeline.locator("html")).to_have_attribute("data-line", "up")
    expect(timeline.locator("#requests-mesa-2")).to_contain_text("le toca a usted")
    timeline.locator("#requests-mesa-2 a").click()
    timeline.wait_for_selector('html[data-line="up"]')
    hold(timeline, "#table-requests [data-hold]")
    in_phase(hand.page, "shuffling")


def test_the_jefe_signs_on_the_croupiers_tablet(hand: Hand, house: House) -> None:
    page = hand.page
    to_betting(hand)
    hand.tap("#spot-bea-punto")
    hand.corner()
    hand.deal("3 9 4 K")
    in_phase(page, "resolved")
    hand.tap("#act-incident")
    page.locator("#step-confused_deal > summary").click()
    page.fill("#confused_deal-reason", "two cards changed places")
    page.locator("#do-confused_deal").click()
    waits(page, "Jefe")
    hand.tap("#request-waits")
    page.locator("#console-requests summary").click()
    page.fill("#console-requests [name=signer]", "julio")
    page.fill("#console-requests [name=passphrase]", "a wrong one")
    page.locator("#console-requests details button").click()
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator("#console-requests [name=passphrase]")).to_have_value("")
    page.fill("#console-requests [name=passphrase]", "half-typed")
    page.locator("#requests .heading [data-close]").click()
    hand.tap("#request-waits")
    expect(page.locator("#console-requests [name=passphrase]")).to_have_value("")

    def sign() -> None:
        page.fill("#console-requests [name=signer]", "julio")
        page.fill("#console-requests [name=passphrase]", house.secrets["passphrase"])
        page.locator("#console-requests details button").click()

    insist(page, sign)
    in_phase(page, "dealing")
    expect(page.locator("#requests")).not_to_be_visible()
    expect(page.locator(".shift")).to_contain_text("Carla")


def test_who_asked_withdraws_and_a_pass_that_is_paid_takes_it_along(hand: Hand, visit: Visit) -> None:
    jefe, page = visit(TABLE, "julio"), hand.page
    to_betting(hand)
    grave(hand, "void", "a chip fell")
    expect(jefe.locator("#table-requests .request")).to_have_count(1)
    hand.tap("#request-waits")
    page.locator("#console-requests form:has([value=withdrawn]) button").click()
    expect(jefe.locator("#table-requests .request")).to_have_count(0)
    grave(hand, "void", "another chip fell")
    expect(jefe.locator("#table-requests .request")).to_have_count(1)
    hand.corner()
    hand.deal("3 9 4 K")
    in_phase(page, "resolved")
    hand.corner()
    in_phase(page, "betting")
    expect(jefe.locator("#table-requests .request")).to_have_count(0)
    expect(page.locator("#request-waits")).to_have_count(0)


def test_the_console_of_a_jefe_burns_under_his_own_name(visit: Visit) -> None:
    hand = Hand(visit(CONSOLE, "julio"))
    to_betting(hand)
    grave(hand, "burn", "twelve cards face up", "jefe")
    in_phase(hand.page, "shuffling")
