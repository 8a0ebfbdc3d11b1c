"""One dispute, from the croupier's touch to the jefe's decision and back, on every screen at once."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, settled

PHONE = {"width": 390, "height": 844}
SAID = "La apuesta llegó tarde: no vale"


def marks(console: Page, note: str = "") -> None:
    hand = Hand(console)
    hand.tap("#act-dispute")
    if note:
        console.locator("#dispute-note").fill(note)
    hand.tap("#mark-dispute")
    expect(console.locator("#open-disputes")).to_contain_text("1")
    expect(console.locator("#disputes")).to_be_hidden()


def decides(table: Page, article: str = "13") -> None:
    panel = table.locator("#table-disputes")
    settled(table)
    panel.locator("[data-opens]").tap()
    panel.locator("[name=decision]").fill(SAID)
    panel.locator("[name=article]").fill(article)
    settled(table)
    panel.locator("form .primary").tap()
    expect(panel.locator("article")).to_have_count(0)


def test_the_decision_stays_on_the_croupiers_tablet_until_he_has_read_it(visit: Visit) -> None:
    console, other = visit(CONSOLE, "carla"), visit(CONSOLE, "carla")
    table = visit("/tables/mesa-2/", "julio")
    marks(console)
    decides(table)
    for page in (console, other):
        expect(page.locator("#console-called")).to_contain_text(SAID)
    console.reload()
    console.wait_for_selector('html[data-line="up"]')
    decision = console.locator("#console-called")
    expect(decision).to_contain_text(SAID)
    decision.locator(".article").tap()
    expect(console.locator("dialog[open]")).to_contain_text("13")
    console.keyboard.press("Escape")
    decision.locator("button").tap()
    for page in (console, other):
        expect(page.locator("#console-called .answer")).to_have_count(0)
    expect(table.locator("#decided")).to_contain_text("Carla")


def test_an_address_that_names_a_dispute_shows_it_below_the_bar_of_a_phone(visit: Visit) -> None:
    marks(visit(CONSOLE, "carla"))
    table = visit("/tables/mesa-2/", "julio", PHONE)
    dispute = table.locator("#table-disputes article")
    table.goto(f"{table.url}#{dispute.get_attribute('id')}")
    decide = dispute.locator("[data-opens]")
    expect(decide).to_be_in_viewport(ratio=1)
    bar, key = (table.locator(".top").bounding_box(), decide.bounding_box())
    assert bar and key and key["y"] >= bar["y"] + bar["height"]
