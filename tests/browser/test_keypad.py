"""The keypad: what it shows is what is sent, its OK is the corner, and it forgets with the phase."""

import re

from playwright.sync_api import Page, expect

from tests.browser.hand import GIVE, Hand, bet, in_phase, to_betting

AMOUNT, KEYPAD = "#keypad-amount", "#keypad"


def type_digits(hand: Hand, digits: str) -> None:
    for digit in digits:
        hand.tap(f'#keypad [data-digit="{digit}"]')


def to_auction(hand: Hand) -> None:
    hand.corner()
    in_phase(hand.page, "auction")


def given_elsewhere(page: Page, command: str, **fields: object) -> None:
    """Another tablet acts, and this one has shown it."""
    version = int(page.locator("body").get_attribute("data-version") or 0)
    assert page.evaluate(GIVE, [{"command": command, **fields}]) == []
    page.wait_for_function("(version) => Number(document.body.dataset.version) > version", arg=version)


def at(page: Page, selector: str) -> bool:
    """Whether a finger at the middle of this element touches it."""
    touched = """(selector) => {
        const [one] = [...document.querySelectorAll(selector)].filter((found) => found.checkVisibility());
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }"""
    return bool(page.evaluate(touched, selector))


def test_no_more_bets_elsewhere_closes_the_keypad_and_frees_the_cards(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.tap("#exact")
    type_digits(hand, "500")
    given_elsewhere(hand.page, "close_betting")
    in_phase(hand.page, "dealing")
    expect(hand.page.locator(KEYPAD)).to_be_hidden()
    expect(hand.page.locator("#refusal")).to_contain_text("500")
    assert all(at(hand.page, f"#rank-{rank}") for rank in "A23456789JQK")
    hand.tap("#rank-7")
    expect(hand.page.locator("#hand-punto .card")).to_have_text("7")


def test_the_corner_is_the_ok_of_an_open_amount(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    corner = hand.page.locator("#act-primary").bounding_box()
    hand.tap("#exact")
    type_digits(hand, "300")
    assert corner
    hand.page.touchscreen.tap(corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
    expect(hand.page.locator(KEYPAD)).to_be_hidden()
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#exact")).to_contain_text("300")
    hand.page.touchscreen.tap(corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
    hand.page.wait_for_function("() => !document.querySelector('.deaf')")
    in_phase(hand.page, "betting")  # the second touch of a double one closes no bets
    bet(hand, "carlos", "banca")
    expect(hand.page.locator("#spot-carlos-banca")).to_contain_text("300")


def test_an_open_amount_leaves_no_other_act_to_touch(hand: Hand) -> None:
    to_auction(hand)
    hand.tap("#bid-ana")
    expect(hand.page.locator(".bids")).to_contain_text("Ana")
    hand.tap("#exact")
    type_digits(hand, "1000")
    assert hand.page.locator("#console-acts").evaluate("(acts) => acts.inert")
    hand.page.keyboard.press("Enter")
    in_phase(hand.page, "auction")
    hand.shown()
    hand.tap("#bid-bea")
    expect(hand.page.locator(".asked-who")).to_contain_text("1.000")
    assert not hand.page.locator("#console-acts").evaluate("(acts) => acts.inert")


def test_digits_never_join_an_older_amount(hand: Hand) -> None:
    to_auction(hand)
    hand.tap("#bid-ana")
    expect(hand.page.locator(".bids")).to_contain_text("Ana")
    hand.tap("#exact")
    type_digits(hand, "5")
    given_elsewhere(hand.page, "close_auction")
    expect(hand.page.locator(KEYPAD)).to_be_hidden()
    given_elsewhere(hand.page, "undo")
    in_phase(hand.page, "auction")
    hand.shown()
    hand.tap("#exact")
    type_digits(hand, "200")
    expect(hand.page.locator(AMOUNT)).to_have_text("200")
    type_digits(hand, "0")
    hand.tap("#bid-bea")
    expect(hand.page.locator(".asked-who")).to_contain_text(re.compile(r"\b2\.000"))
    hand.tap("#exact")
    type_digits(hand, "300")
    expect(hand.page.locator(AMOUNT)).to_have_text("300")


def test_cancel_gives_the_chip_back_that_was_in_hand(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#chip-200")
    for leave in ('#keypad [data-digit="cancel"]', "Escape"):
        hand.tap("#exact")
        type_digits(hand, "700")
        if leave == "Escape":
            hand.page.keyboard.press(leave)
        else:
            hand.tap(leave)
        expect(hand.page.locator(KEYPAD)).to_be_hidden()
        expect(hand.page.locator("#exact")).to_contain_text("200")
        expect(hand.page.locator("#chip-200")).to_have_attribute("aria-pressed", "true")
    hand.shown()
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto .lying")).to_have_text("200")


def test_a_chip_that_is_touched_takes_the_place_of_what_was_typed(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#exact")
    type_digits(hand, "7")
    hand.tap("#chip-200")
    expect(hand.page.locator(KEYPAD)).to_be_hidden()
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto .lying")).to_have_text("200")


def test_the_amount_of_who_is_asked_is_not_given_for_the_next_one(hand: Hand) -> None:
    """The offer moves on to another person while the amount of the first is typed."""
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("9 2 K 5")
    in_phase(hand.page, "resolved")
    hand.corner()
    in_phase(hand.page, "offer")
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")
    hand.tap("#exact")
    type_digits(hand, "300")
    given_elsewhere(hand.page, "decline_bank", player="bea")
    expect(hand.page.locator(KEYPAD)).to_be_hidden()
    expect(hand.page.locator("#exact")).to_contain_text("100")


def test_the_bank_is_raised_to_no_less_than_may_be(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#act-bank")
    hand.tap("#act-raise")
    least = hand.page.locator("#act-raise").get_attribute("data-least")
    expect(hand.page.locator(AMOUNT)).to_have_text(least or "")
    bank = hand.page.locator("#console-head .bank")
    before = bank.inner_text()
    hand.tap('#keypad [data-digit="done"]')
    expect(hand.page.locator("#refusal")).to_be_visible()
    expect(bank).to_have_text(before)
    type_digits(hand, least or "")
    hand.tap('#keypad [data-digit="done"]')
    expect(bank).to_contain_text(least or "")


def test_the_name_of_a_new_person_is_typed_above_an_open_keypad(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#exact")
    type_digits(hand, "7")
    hand.tap("#add-person")
    hand.page.locator("#join-name").press_sequentially("Ana 22")
    expect(hand.page.locator("#join-name")).to_have_value("Ana 22")
    hand.tap("#sheet > [data-close]")
    expect(hand.page.locator(AMOUNT)).to_have_text("7")
