"""A tip is handed in at the table: the player, a chip, and it is done; the table stays in sight."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, bet, to_betting

MONEY = "/tables/mesa-2/money/"


def test_a_tip_takes_four_touches_and_never_leaves_the_table(visit: Visit) -> None:
    hand, cambista = Hand(visit(CONSOLE, "carla")), visit(MONEY, "camila")
    to_betting(hand)
    bet(hand, "bea", "punto")
    before = hand.touches
    hand.tap("#person-2")
    hand.tap("#sheet-tip")
    expect(hand.page.locator("#tip-title")).to_contain_text("Bea")
    hand.tap("#tip-add-100")
    expect(hand.page.locator("#tip-amount")).to_have_text("100")
    hand.tap("#tip-give")
    assert hand.touches - before == 4
    expect(hand.page.locator("#tip-told")).to_contain_text("Bea · 100")
    expect(cambista.locator("#money-slips tbody tr").first).to_contain_text("Propina")
    expect(cambista.locator("#money-slips tbody tr").first).to_contain_text("Bea")
    expect(hand.page.locator("#tip-amount")).to_have_text("0")


def test_chips_add_up_and_nobody_need_be_known(visit: Visit) -> None:
    hand = Hand(visit(CONSOLE, "carla"))
    hand.tap("#more-tip")
    for _ in range(2):
        hand.tap("#tip-add-100")
    hand.tap("#tip-clear")
    hand.tap("#tip-add-100")
    hand.tap("#tip-add-100")
    hand.tap("#tip-give")
    expect(hand.page.locator("#tip-told")).to_contain_text("sin nombre · 200")


def test_the_amount_in_hand_is_a_tip_that_is_shown_before_it_is_given(visit: Visit) -> None:
    hand, cambista = Hand(visit(CONSOLE, "carla")), visit(MONEY, "camila")
    to_betting(hand)
    hand.tap("#chip-200")
    before = hand.touches
    hand.tap("#tip-now")
    expect(hand.page.locator("#tip-amount")).to_have_text("200")
    hand.tap("#tip-give")
    assert hand.touches - before == 3
    expect(hand.page.locator("#tip-told")).to_contain_text("200")
    hand.page.locator("#tip [data-close]").first.tap()
    hand.tap("#person-2")
    hand.tap("#sheet-tip-now")
    hand.tap("#tip-give")
    expect(hand.page.locator("#tip-told")).to_contain_text(re.compile(r"^Propina · .*Bea · 200 · Vale \d+$"))
    expect(cambista.locator("#money-slips tbody tr", has_text="Propina")).to_have_count(2)
