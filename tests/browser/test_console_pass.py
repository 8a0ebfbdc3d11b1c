"""A pass at the tablet by touch: auction, cards, will of five, payments, suite and offer."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import Hand, bet, in_phase, to_betting


def test_an_auction_offers_steps_above_its_lead(hand: Hand) -> None:
    hand.corner()
    in_phase(hand.page, "auction")
    hand.tap("#bid-bea")
    expect(hand.page.locator(".bids")).to_contain_text("Bea")
    expect(hand.page.locator("#exact")).to_contain_text("200")
    hand.tap("#bid-carlos")
    expect(hand.page.locator(".bids")).to_contain_text("Carlos")
    hand.tap("#chip-200")
    hand.tap("#bid-dora")
    expect(hand.page.locator(".bids")).to_contain_text("Dora")
    hand.corner()
    expect(hand.page.locator(".walk .leading b").first).to_contain_text("Segunda")


def test_cards_that_lie_face_down_may_be_keyed_punto_first(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3")
    hand.tap("#choose-punto")
    hand.deal("4 10 9")
    in_phase(hand.page, "resolved")
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["3", "4"])
    expect(hand.page.locator("#hand-banca .card")).to_have_text(["10", "9"])


def test_the_payment_is_worked_on_the_screen_before_it_is_confirmed(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    bet(hand, "carlos", "banca")
    hand.corner()
    hand.deal("3 9 4 9")
    in_phase(hand.page, "resolved")
    expect(hand.page.locator("#spot-carlos-banca")).to_have_class(re.compile("wins"))
    expect(hand.page.locator("#spot-carlos-banca .lying")).to_have_text("+90")
    expect(hand.page.locator("#spot-bea-punto")).to_have_class(re.compile("loses"))
    expect(hand.page.locator("#spot-bea-punto .lying")).to_have_text("−100")
    order = hand.page.locator(".list.bets [data-due]").evaluate_all("rows => rows.map(row => row.id)")
    assert order == ["due-bea-punto", "due-carlos-banca", "due-ana-bank"]
    expect(hand.page.locator("#due-carlos-banca")).to_contain_text("100 − 10")
    expect(hand.page.locator("#due-carlos-banca")).to_contain_text("Art. 30")
    for place, amount in (("collected", "100"), ("paid", "90"), ("deducted", "10"), ("bank", "200")):
        expect(hand.page.locator(f"#due-{place}")).to_have_text(amount)
    expect(hand.page.locator("#hand-banca")).to_contain_text("natural")
    hand.corner()
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#spot-carlos-banca .paid")).to_have_text("+90")


def test_an_offer_walks_the_table_and_a_suite_finds_its_taker(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")
    hand.tap("#act-bank")
    hand.hold("#act-suite")
    in_phase(hand.page, "suite")
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")
    hand.tap("#decline-suite")
    expect(hand.page.locator(".asked-who")).to_have_text("Carlos")
    hand.tap("#take-carlos")
    in_phase(hand.page, "betting")
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("9 3 10 4")
    hand.corner()
    in_phase(hand.page, "offer")
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")
    hand.tap("#decline-bea")
    expect(hand.page.locator(".asked-who")).to_have_text(re.compile("pie"))
    hand.tap("#decline-all")
    hand.tap("#accept-carlos")
    in_phase(hand.page, "betting")


def test_nobody_else_wants_it_is_held_and_ends_the_round(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("9 3 10 4")
    hand.corner()
    in_phase(hand.page, "offer")
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")
    hand.tap("#decline-rest")  # too short
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")
    hand.hold("#decline-rest")
    in_phase(hand.page, "shuffling")
    hand.page.keyboard.press("Control+z")
    in_phase(hand.page, "offer")
    expect(hand.page.locator(".asked-who")).to_have_text("Bea")


def test_the_house_is_asked_and_the_jefe_answers_on_the_alert(hand: Hand, visit: Visit) -> None:
    floor = visit("/floor/", "julio")
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")
    hand.tap("#act-bank")
    hand.hold("#act-suite")
    in_phase(hand.page, "suite")
    hand.hold("#decline-rest")
    expect(hand.page.locator("#console-acts .act-note")).to_be_visible()
    alert = floor.locator("[id^=alert-mesa-2-house]")
    expect(alert).to_contain_text("Art. 37")
    alert.locator("button.primary").click()
    in_phase(hand.page, "betting")
    expect(alert).to_have_count(0)
    expect(hand.page.locator("#console-head .bank")).to_contain_text("200")


def test_a_line_that_was_worked_folds_and_the_payment_stays_whole(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    bet(hand, "carlos", "banca")
    hand.corner()
    hand.deal("3 9 4 9")
    in_phase(hand.page, "resolved")
    hand.tap("#due-bea-punto")
    expect(hand.page.locator("#due-bea-punto")).to_be_hidden()
    expect(hand.page.locator("#due-done")).to_contain_text("1")
    expect(hand.page.locator("#due-done")).to_contain_text("−100")
    hand.tap("#due-done")
    expect(hand.page.locator("#due-bea-punto")).to_be_visible()
    expect(hand.page.locator("#due-done")).to_be_hidden()


def test_the_passes_of_the_shoe_are_looked_up_by_one_touch(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#tab-passes")
    expect(hand.page.locator("#passes .nothing")).to_be_visible()
    for cards in ("3 9 4 9", "9 2 K 5"):
        bet(hand, "bea", "punto")
        hand.corner()
        hand.deal(cards)
        in_phase(hand.page, "resolved")
        hand.corner()
        in_phase(hand.page, "betting|offer")
        hand.shown()
    hand.tap("#tab-passes")
    passes = hand.page.locator("#passes")
    expect(passes.locator(".steps b")).to_have_text("Pase 2")
    expect(passes).to_contain_text("+100")
    passes.locator(".steps button:enabled").tap()
    expect(passes.locator(".steps b")).to_have_text("Pase 1")
    expect(passes).to_contain_text("−100")
    passes.locator(".ask-why a").tap()
    expect(hand.page.locator("dialog#words")).to_be_visible()
