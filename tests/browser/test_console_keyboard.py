"""The console by keyboard."""

from playwright.sync_api import expect

from tests.browser.hand import Hand, bet, in_phase, to_betting


def test_a_whole_pass_by_keyboard(hand: Hand) -> None:
    to_betting(hand)
    hand.page.locator("#spot-bea-punto").focus()
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    hand.page.locator("#spot-bea-punto").blur()
    hand.page.wait_for_timeout(550)
    hand.page.keyboard.press("Enter")
    in_phase(hand.page, "dealing")
    for key in ("k", "0", "8", "a"):
        hand.page.keyboard.press(key)
    in_phase(hand.page, "resolved")


def test_enter_after_a_touch_belongs_to_the_corner(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    hand.page.wait_for_timeout(550)
    hand.page.keyboard.press("Enter")
    in_phase(hand.page, "dealing")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")


def test_the_arrows_walk_from_the_seat_that_was_touched(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.page.keyboard.press("ArrowRight")
    expect(hand.page.locator("#spot-bea-banca")).to_be_focused()
    hand.page.keyboard.press("ArrowRight")
    expect(hand.page.locator("#person-3")).to_be_focused()
    hand.page.keyboard.press("ArrowLeft")
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator("#spot-bea-banca")).to_contain_text("100")
