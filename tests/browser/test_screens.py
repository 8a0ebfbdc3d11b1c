"""A croupier at the tablet, the jefe on the floor, the players before the wall: in a real browser."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import GLASS, Visit
from tests.browser.hand import Hand, bet, give, in_phase, to_betting
from tests.browser.houses import House


def test_a_pass_is_seen_on_console_floor_and_wall_at_once(hand: Hand, visit: Visit, house: House) -> None:
    floor = visit("/floor/", "julio")
    wall = visit(f"/wall/{house.secrets['walls']['mesa-2']}/", size=GLASS)
    tile = floor.locator("#tile-mesa-2")
    to_betting(hand)
    expect(tile).to_contain_text("Hagan juego")
    expect(wall.locator("#wall-state")).to_contain_text("Hagan juego")
    bet(hand, "bea", "punto")
    bet(hand, "carlos", "banca")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    expect(hand.page.locator("#console-side")).to_contain_text("Carlos")
    hand.corner()
    expect(tile).to_contain_text("No va más")
    expect(wall.locator("#wall-state")).to_contain_text("No va más")
    expect(hand.page.locator("#spot-bea-punto")).to_have_class(re.compile(r"\bshut\b"))
    hand.deal("3 9 4 9")
    in_phase(hand.page, "resolved")
    expect(wall.locator(".wall-cards")).to_contain_text("P 7")
    hand.corner()
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#console-side")).to_contain_text("Art. 30")
    expect(wall.locator(".wall-result")).to_contain_text("P 7")
    expect(wall.locator("#wall-big .banca")).to_have_count(1)
    expect(tile.locator(".bead")).to_have_text("B")
    for name in ("Bea", "bea", "Carlos"):
        assert name not in wall.content()


def test_the_jefe_changes_limits_closes_and_opens_a_table(visit: Visit) -> None:
    page = visit("/tables/mesa-3/", "julio")
    page.locator("#do-limits summary").tap()
    page.fill("#do-limits [name=minimum]", "100")
    page.fill("#do-limits [name=maximum]", "8000")
    page.fill("#do-limits [name=reason]", "Más jugadores")
    page.locator("#do-limits button").tap()
    expect(page.locator("#table-head")).to_contain_text("100–8.000")
    page.locator("#do-close summary").tap()
    close = page.locator("#do-close [data-hold]")
    close.dispatch_event("pointerdown")
    page.wait_for_timeout(600)
    page.dispatch_event("body", "pointerup")
    page.wait_for_timeout(1800)
    expect(page.locator("#table-play")).not_to_contain_text("cerrada")
    close.dispatch_event("pointerdown")
    expect(page.locator("#table-play")).to_contain_text("cerrada")
    page.select_option("#do-open [name=reglamento]", "argentina")
    for name, value in (("minimum", "50"), ("maximum", "5000"), ("chip", "10")):
        page.fill(f"#do-open [name={name}]", value)
    page.locator("#settings-argentina summary").tap()
    page.select_option("#settings-argentina [data-setting=decks]", "8")
    page.locator("#do-open > button").tap()
    expect(page.locator("#table-head")).to_contain_text("50–5.000")
    expect(page.locator("#table-play dd", has_text=re.compile("^8$"))).to_be_visible()


def test_the_inspector_sees_and_may_not_touch(visit: Visit) -> None:
    page = visit("/tables/mesa-2/", "irene")
    assert page.locator("#table-acts button:enabled").count() == 0


def test_the_first_page_of_the_demo_is_alive_and_lets_in_with_one_touch(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator("#wall-head")).to_contain_text("Mesa 1")
    page.locator(".logins button").first.tap()
    expect(page.locator(".tables")).to_contain_text("Mesa 2")
    page.locator('[name=language][value="en"]').tap()
    expect(page.locator(".tables")).to_contain_text("Console")


def test_a_silent_line_is_up_again_where_nothing_shown_has_changed(visit: Visit, house: House) -> None:
    """A remark moves the table's version on, and nothing on the wall."""
    jefe = visit("/tables/mesa-3/", "julio")
    wall = visit(f"/wall/{house.secrets['walls']['mesa-3']}/", size=GLASS, clock=True)
    give(jefe, "note", text="nobody reads this on the wall")
    with house.silent():
        wall.clock.fast_forward(3500)
        assert wall.locator("#no-signal").is_visible()
    expect(wall.locator("#no-signal")).to_be_hidden()
