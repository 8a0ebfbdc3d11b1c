"""The acts of the bank's holder say what they come to before they are touched."""

import re

from playwright.sync_api import expect

from tests.browser.hand import Hand, bet, in_phase, to_betting


def banca_wins(hand: Hand) -> None:
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")


def test_a_suite_says_what_the_giver_takes_and_who_is_asked_and_then_does_it(hand: Hand) -> None:
    """The bank of 100 has won 100, untaxed by article 29: article 38 keeps 10 of it."""
    to_betting(hand)
    banca_wins(hand)
    hand.tap("#act-bank")
    ahead = hand.page.locator("#act-suite + .ahead")
    expect(ahead).to_contain_text(re.compile(r"se lleva\s+190"))
    expect(ahead).to_contain_text(re.compile(r"descuento\s+10\s+Art. 38|deducción\s+10\s+Art. 38"))
    expect(ahead).to_contain_text(re.compile(r"se ofrece por\s+200"))
    expect(ahead).to_contain_text(re.compile(r"se pregunta a\s+Bea"))
    hand.hold("#act-suite")
    in_phase(hand.page, "suite")
    expect(hand.page.locator(".walk h2")).to_contain_text("190")
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")
    expect(hand.page.locator("#if-declined")).to_contain_text("Carlos")
    hand.tap("#decline-suite")
    expect(hand.page.locator(".asked-who")).to_have_text("Carlos")


def test_the_seat_of_who_wants_it_answers_for_him_and_one_undo_takes_it_back(hand: Hand) -> None:
    to_betting(hand)
    banca_wins(hand)
    hand.tap("#act-bank")
    hand.hold("#act-suite")
    in_phase(hand.page, "suite")
    expect(hand.page.locator("#decline-rest")).to_contain_text("Nadie más")
    hand.tap("#person-8")
    hand.tap("#sheet-takes")
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#console-head .bank")).to_contain_text("Emilio")
    expect(hand.page.locator("#console-head .bank dd")).to_have_text("200")
    hand.shown()
    hand.tap("#act-undo")
    in_phase(hand.page, "suite")
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")


def test_half_says_what_is_taken_and_what_remains_and_then_does_it(hand: Hand) -> None:
    to_betting(hand)
    banca_wins(hand)
    banca_wins(hand)
    hand.tap("#act-bank")
    ahead = hand.page.locator("#act-half + .ahead")
    expect(ahead).to_contain_text("Art. 35")
    taken, remains = (int(said) for said in ahead.locator("b").all_inner_texts())
    stake = int(hand.page.locator("#console-head .bank dd").inner_text())
    assert taken + remains == stake and 0 <= remains - taken <= 10
    hand.hold("#act-half")
    expect(hand.page.locator("#console-head .bank dd")).to_have_text(str(remains))


def test_the_panel_fits_a_phone_and_its_acts_are_as_large_as_a_finger(hand: Hand) -> None:
    to_betting(hand)
    banca_wins(hand)
    hand.page.set_viewport_size({"width": 360, "height": 780})
    hand.tap("#act-bank")
    for box in (button.bounding_box() for button in hand.page.locator(".bank-acts button").all()):
        assert box and box["height"] >= 56 and box["width"] >= 56 and box["x"] + box["width"] <= 360
    assert hand.page.locator("#bank").evaluate("(one) => one.scrollWidth <= one.clientWidth")
