"""The console by keyboard."""

from playwright.sync_api import expect

from tests.browser.hand import Hand, bet, in_phase, to_betting


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


def test_enter_bets_once_then_is_the_corners_and_digits_choose_chips(hand: Hand) -> None:
    to_betting(hand)
    hand.page.keyboard.press("3")
    expect(hand.page.locator("#chip-500")).to_have_attribute("aria-pressed", "true")
    hand.page.locator("#spot-bea-punto").focus()
    expect(hand.page.locator(".keyboard-hint")).to_be_visible()
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("500")
    hand.shown()
    hand.page.keyboard.press("Enter")
    in_phase(hand.page, "dealing")
    expect(hand.page.locator("#spot-bea-punto .lying")).to_have_text("500")


def test_the_will_and_the_answers_by_keyboard(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    in_phase(hand.page, "dealing")
    for key in ("2", "0", "3", "4"):
        hand.page.keyboard.press(key)
    in_phase(hand.page, "will")
    hand.page.keyboard.press("4")  # draws
    in_phase(hand.page, "dealing")
    hand.page.keyboard.press("a")
    in_phase(hand.page, "resolved")
    hand.shown()
    hand.page.keyboard.press("Enter")
    in_phase(hand.page, "offer")
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")
    hand.shown()
    hand.page.keyboard.press("Backspace")
    expect(hand.page.locator(".asked-who")).not_to_have_text("Bea")


def test_the_tab_key_walks_through_the_console_and_out_of_it(hand: Hand) -> None:
    to_betting(hand)
    reached: set[str] = set()
    hand.page.locator("#act-menu").focus()
    for _ in range(120):
        hand.page.keyboard.press("Tab")
        here = hand.page.evaluate("document.activeElement.id || document.activeElement.tagName")
        if here == "BODY":
            break
        reached.add(here)
    assert {"spot-bea-punto", "exact", "act-undo", "act-primary"} <= reached
    assert here == "BODY"
