"""One dispute, from the croupier's touch to the jefe's decision, on every screen at once."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import Hand


def test_a_dispute_from_touch_to_decision(visit: Visit) -> None:
    console = visit("/tables/mesa-2/console/", "carla")
    floor = visit("/floor/", "julio")
    table = visit("/tables/mesa-2/", "julio")
    Hand(console).hold("#act-dispute")
    expect(console.locator("#open-disputes")).to_contain_text("1")
    expect(floor.locator("#alerts-mesa-2")).to_contain_text("Disputa")
    panel = table.locator("#table-disputes")
    expect(panel).to_contain_text("carla")
    panel.locator("[name=decision]").fill("Vale lo anunciado")
    panel.locator("[name=article]").fill("20")
    panel.locator("button").tap()
    expect(panel.locator("article")).to_have_count(0)
    expect(console.locator("#open-disputes")).to_have_count(0)
    expect(floor.locator("#alerts-mesa-2")).not_to_contain_text("Disputa")
