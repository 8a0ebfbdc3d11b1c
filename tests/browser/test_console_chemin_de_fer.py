"""Chemin de fer at the console: what a banker is asked, and the hand that is passed."""

import sqlite3

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import Hand, bet, in_phase
from tests.browser.houses import House
from tests.browser.test_console_look import SIZES, to_chemin_de_fer

CUT = "(part) => part.scrollHeight - part.clientHeight"


def to_bank_of_ana(hand: Hand) -> None:
    """Ana holds a bank of 300."""
    hand.corner()
    hand.tap("#cut-croupier")
    in_phase(hand.page, "offer")
    hand.tap("#chip-300")
    hand.tap("#accept-ana")
    in_phase(hand.page, "betting")


def test_a_banker_is_not_asked_to_play_against_his_bank(visit: Visit) -> None:
    hand = to_chemin_de_fer(visit)
    to_bank_of_ana(hand)
    hand.tap("#person-1")
    expect(hand.page.locator("#sheet-leave-bank")).to_be_visible()
    expect(hand.page.locator("#sheet-banco")).to_be_hidden()
    expect(hand.page.locator("#banco-association")).to_be_hidden()
    hand.tap("#sheet [data-close]")
    hand.tap("#person-2")
    expect(hand.page.locator("#banco-solo")).to_be_visible()
    expect(hand.page.locator("#banco-together")).to_be_visible()
    expect(hand.page.locator("#partner-ana")).to_have_count(0)


@pytest.mark.parametrize("language", ["es", "fr", "sl"])
def test_a_passed_hand_says_all_of_it_at_once(visit: Visit, house: House, language: str) -> None:
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_user SET language = ? WHERE username = 'carla'", [language])
    database.close()
    hand = to_chemin_de_fer(visit)
    to_bank_of_ana(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("4 9 2 Q")
    hand.corner()
    in_phase(hand.page, "betting")
    hand.tap("#act-bank")
    hand.hold("#act-suite")
    in_phase(hand.page, "suite")
    expect(hand.page.locator("#associate-ana")).to_have_count(1)
    expect(hand.page.locator("#associate-bea")).to_have_count(0)
    for width, height in (SIZES[0], SIZES[2]):
        hand.page.set_viewport_size({"width": width, "height": height})
        assert hand.page.locator(".walk").evaluate(CUT) <= 0, (width, height)
        assert hand.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_what_the_screen_itself_answers_needs_no_word_beside_it(visit: Visit) -> None:
    hand = to_chemin_de_fer(visit)
    to_bank_of_ana(hand)
    hand.shown()
    expect(hand.page.locator("#done")).to_be_hidden()


def test_the_way_to_why_lies_free_under_the_tabs(visit: Visit) -> None:
    hand = to_chemin_de_fer(visit)
    to_bank_of_ana(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("5 3 K 2")
    in_phase(hand.page, "will")
    hand.deal("4")
    hand.tap("#choice-draw")
    hand.deal("4")
    hand.corner()
    why, tab = hand.page.locator(".paid .ask-why a"), hand.page.locator("#tab-paid")
    expect(why).to_be_visible()
    (above, below) = (tab.bounding_box(), why.bounding_box())
    assert above and below and below["y"] >= above["y"] + above["height"]
    cards = [card.bounding_box() for card in hand.page.locator(".paid .outcome .small-cards").all()]
    for box in cards:
        assert box
        assert box["x"] + box["width"] <= below["x"] or box["y"] >= below["y"] + below["height"]


def test_a_bank_that_neither_wins_nor_loses_shows_what_it_holds(visit: Visit) -> None:
    hand = to_chemin_de_fer(visit)
    to_bank_of_ana(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("7 7 K K")
    in_phase(hand.page, "resolved")
    marks = hand.page.locator("#person-1 .marks")
    expect(marks).to_have_text("300")
    hand.corner()
    in_phase(hand.page, "betting")
    expect(marks).to_have_text("300")
