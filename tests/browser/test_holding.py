"""Keys that must be held: a touch says how, a hold shows how long, by finger, keyboard and reader of the screen."""

import re

from playwright.sync_api import Page, expect

from tests.browser.hand import Hand, bet, in_phase, to_betting

HOW = "Manténgalo pulsado"
KEY = "#decline-rest"


def has_won(hand: Hand) -> None:
    """The bank has won twice, and its sheet is open."""
    to_betting(hand)
    for _ in range(2):
        bet(hand, "bea", "punto")
        hand.corner()
        hand.deal("3 9 4 10")
        hand.corner()
        hand.shown()
    hand.tap("#act-bank")


def touch(page: Page, key: str) -> None:
    page.locator(key).tap()


def press_enter(page: Page, key: str) -> None:
    page.locator(key).focus()
    page.keyboard.press("Enter")


def press_space(page: Page, key: str) -> None:
    page.locator(key).focus()
    page.keyboard.press(" ")


def click_aloud(page: Page, key: str) -> None:
    page.locator(key).evaluate("(key) => key.click()")


def to_offer(hand: Hand) -> None:
    """Nobody bids: the bank is offered, and `KEY` says that nobody at the table wants it."""
    hand.corner()
    in_phase(hand.page, "auction")
    hand.corner()
    in_phase(hand.page, "offer")
    hand.shown()


def test_a_held_key_that_is_only_touched_says_how_and_does_nothing(hand: Hand) -> None:
    to_offer(hand)
    version = hand.version()
    for way in (touch, press_enter, press_space, click_aloud):
        way(hand.page, KEY)
        expect(hand.page.locator("#refusal")).to_contain_text(HOW)
        assert hand.version() == version
        hand.page.keyboard.press("Shift")
        expect(hand.page.locator("#refusal")).to_be_hidden()
    in_phase(hand.page, "offer")


def test_the_acts_that_move_the_bank_say_how_in_their_sheet(hand: Hand) -> None:
    has_won(hand)
    for key in ("#act-suite", "#act-half"):
        expect(hand.page.locator(key)).to_contain_text("mantener")
        hand.tap(key)
        expect(hand.page.locator("#refusal")).to_contain_text(HOW)
        expect(hand.page.locator("#bank")).to_be_visible()
        hand.page.keyboard.press("Shift")
    hand.hold("#act-half")
    expect(hand.page.locator("#bank")).to_be_hidden()
    expect(hand.page.locator("#refusal")).to_be_hidden()


def test_a_hold_shows_how_long_and_says_nothing_when_it_has_acted(hand: Hand) -> None:
    to_offer(hand)
    key = hand.page.locator(KEY)
    key.hover()
    hand.page.mouse.down()
    expect(key).to_have_class(re.compile(r"\bholding\b"))
    expect(key).to_have_count(0)
    hand.page.mouse.up()
    expect(hand.page.locator("#refusal")).to_be_hidden()


def test_a_key_is_held_by_keyboard(hand: Hand) -> None:
    to_offer(hand)
    hand.page.locator(KEY).focus()
    hand.page.keyboard.down("Enter")
    expect(hand.page.locator(KEY)).to_have_count(0)
    hand.page.keyboard.up("Enter")
    expect(hand.page.locator("#refusal")).to_be_hidden()
