"""A croupier at the tablet: the whole game by touch, and by keyboard."""

import gzip
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House, Visit, free_port
from tests.browser.hand import BETTORS, CONSOLE, Hand, bet, in_phase, opened, phase, to_betting
from tests.browser.slow_line import slow_line

LONG_SILENCE = 7000  # ms: after it the screen gives a line up that says nothing


def test_the_will_of_five_is_asked_of_who_takes_the_cards(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("2 10 3 4")
    in_phase(hand.page, "will")
    expect(hand.page.locator(".question")).to_contain_text("Bea")
    hand.tap("#will-draw")
    in_phase(hand.page, "dealing")
    hand.deal("4 A")
    in_phase(hand.page, "resolved")


def test_cards_that_lie_face_down_may_be_keyed_punto_first(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3")
    hand.tap("#hand-punto")
    hand.deal("4 10 9")
    in_phase(hand.page, "resolved")
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["3", "4"])
    expect(hand.page.locator("#hand-banca .card")).to_have_text(["10", "9"])


def test_an_offer_walks_the_table_and_a_suite_finds_its_taker(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")
    hand.tap("#act-bank")
    hand.tap("#act-suite")
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


def test_exact_amounts_are_typed_and_bets_taken_back(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#exact")
    for digit in "340":
        hand.tap(f'[data-digit="{digit}"]')
    hand.tap('[data-digit="done"]')
    bet(hand, "dora", "banca")
    expect(hand.page.locator("#spot-dora-banca")).to_contain_text("340")
    hand.tap("#act-remove")
    bet(hand, "dora", "banca")
    expect(hand.page.locator("#spot-dora-banca")).not_to_contain_text("340")


def test_a_newcomer_is_welcomed_and_seated_by_two_touches_and_a_name(hand: Hand) -> None:
    hand.tap("#person-3")
    hand.page.fill("#join-form [name=name]", "Íñigo Peña")
    hand.page.locator("#join-form button").tap()
    expect(hand.page.locator("#seat-3")).to_contain_text("Íñigo Peña")


def test_two_newcomers_of_one_name_are_two_persons(hand: Hand) -> None:
    for _ in range(2):
        hand.tap("#add-person")
        hand.page.fill("#join-form [name=name]", "Íñigo Peña")
        hand.page.locator("#join-form button").tap()
        expect(hand.page.locator("#sheet")).to_be_hidden()
    people = hand.page.locator(".standing .person", has_text="Íñigo Peña")
    expect(people).to_have_count(2)
    first, second = (person.get_attribute("data-person") for person in people.all())
    assert first != second


def test_a_person_changes_seat_and_leaves(hand: Hand) -> None:
    hand.tap("#person-1")
    hand.tap("#sheet [data-for=seated][data-choose-seat]")
    hand.tap("#person-12")
    expect(hand.page.locator("#seat-12")).to_contain_text("Ana")
    hand.tap("#person-12")
    hand.page.locator("#console-sheet button", has_text="Se va").tap()
    expect(hand.page.locator("#seat-12")).not_to_contain_text("Ana")


def test_a_refusal_stands_where_the_finger_is_with_its_article(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#chip-10000")
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("10.000")
    before = hand.version()
    bet(hand, "bea", "punto")
    refusal = hand.page.locator("#refusal")
    expect(refusal).to_be_visible()
    expect(refusal).to_contain_text("Art. 3")
    spot, box = hand.page.locator("#spot-bea-punto").bounding_box(), refusal.bounding_box()
    assert spot and box and abs(box["y"] + box["height"] - spot["y"]) < 120
    assert hand.version() == before


def test_undo_takes_back_the_last_act_and_the_incident_guide_says_the_article(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    hand.page.keyboard.press("Control+z")
    expect(hand.page.locator("#spot-bea-punto")).not_to_contain_text("100")
    hand.tap("#act-incident")
    step = hand.page.locator("#step-exposed_card")
    expect(step).to_contain_text("Art. 49")
    step.locator("summary").tap()
    step.locator(".pick", has_text="7").tap()
    step.locator("button").tap()
    expect(hand.page.locator("#console-head")).to_contain_text("311")


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


def test_a_second_touch_of_the_corner_is_taken_for_a_slip(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    in_phase(hand.page, "resolved")
    hand.corner()
    in_phase(hand.page, "betting")
    hand.tap("#act-primary")
    hand.page.wait_for_timeout(300)
    assert phase(hand.page) == "betting"


def test_touches_of_a_pass_with_six_bettors(hand: Hand) -> None:
    """Fresh bets ≤ 20, repeated with two changes ≤ 12, repeated unchanged ≤ 8 (a pass decided by four cards)."""
    to_betting(hand)
    hand.touches = 0
    hand.tap("#chip-200")
    for who in BETTORS:
        bet(hand, who, "punto" if who != "dora" else "banca")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")
    assert hand.touches <= 20
    hand.touches = 0
    hand.tap("#act-repeat")
    expect(hand.page.locator("#console-side .lines").first).to_contain_text("Bea")
    hand.tap("#chip-500")
    bet(hand, "bea", "punto")
    bet(hand, "emilio", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")
    assert hand.touches <= 12
    hand.touches = 0
    hand.tap("#act-repeat")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")
    assert hand.touches <= 8


def test_nothing_to_touch_is_smaller_than_a_finger(hand: Hand) -> None:
    to_betting(hand)
    small = """() => [...document.querySelectorAll('main button, main a')].filter(b => b.checkVisibility())
        .map(b => [b.id, b.getBoundingClientRect()])
        .filter(([, r]) => r.width < 56 || r.height < 55.5).map(([id]) => id)"""
    assert hand.page.evaluate(small) == []
    assert hand.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    hand.corner()
    in_phase(hand.page, "dealing")
    assert hand.page.evaluate(small) == []
    key = hand.page.locator("#rank-7").bounding_box()
    assert key and key["height"] >= 96


def test_a_lost_line_is_said_and_heals_by_itself(hand: Hand, house: House) -> None:
    to_betting(hand)
    house.stop()
    expect(hand.page.locator("#no-signal")).to_be_visible()
    hand.tap("#spot-bea-punto")
    expect(hand.page.locator("#refusal")).to_contain_text("no se envió")
    house.start()
    expect(hand.page.locator("html")).to_have_attribute("data-line", "up")
    expect(hand.page.locator("#no-signal")).to_be_hidden()
    expect(hand.page.locator("#spot-bea-punto")).not_to_contain_text("100")
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")


def test_a_line_that_is_slow_to_stand_heals_too(hand: Hand, house: House) -> None:
    shown, house.port = house.port, free_port()
    house.stop()
    expect(hand.page.locator("html")).to_have_attribute("data-line", "down")
    house.start()
    hand.page.wait_for_timeout(LONG_SILENCE)
    with slow_line(shown, house.port, delay=1.5):
        expect(hand.page.locator("html")).to_have_attribute("data-line", "up")


def test_payments_stand_at_the_seats_and_lead_the_list_until_the_next_bet(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    bet(hand, "carlos", "banca")
    hand.corner()
    hand.deal("3 9 4 9")
    hand.corner()
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#spot-carlos-banca .paid")).to_have_text("+90")
    expect(hand.page.locator("#spot-bea-punto .paid")).to_have_text("−100")
    expect(hand.page.locator(".list.paid")).to_contain_text("Art. 30")
    expect(hand.page.locator(".list.paid .card")).to_have_text(["3", "4", "9", "9"])
    bet(hand, "bea", "punto")
    expect(hand.page.locator(".list.bets")).to_contain_text("Bea")
    expect(hand.page.locator(".list.paid")).to_be_hidden()
    hand.tap("#tab-paid")
    expect(hand.page.locator(".list.paid")).to_be_visible()


def test_the_bank_is_raised_to_a_typed_amount(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#act-bank")
    hand.tap("#act-raise")
    expect(hand.page.locator("#keypad-amount")).to_have_text("100")
    for digit in "700":
        hand.page.keyboard.press(digit)
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator("#console-head .bank")).to_contain_text("700")
    expect(hand.page.locator("#exact")).to_contain_text("100")


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
    expect(hand.page.locator(".walk h2")).to_contain_text(re.compile("Segunda"))


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


def test_a_refusal_in_an_open_sheet_is_seen_above_it(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#act-incident")
    hand.tap("#step-wrong_card_holder summary")
    hand.page.locator("#step-wrong_card_holder .pick", has_text="Bea").tap()
    hand.page.locator("#step-wrong_card_holder .pick").last.tap()
    hand.tap("#step-wrong_card_holder button")
    expect(hand.page.locator("#refusal")).to_be_visible()
    expect(hand.page.locator("#incident")).to_be_visible()
    assert hand.page.locator("#refusal").evaluate("(refusal) => refusal.matches(':popover-open')")


def test_a_dialog_too_says_that_the_line_is_lost(hand: Hand, house: House) -> None:
    hand.tap("#act-menu")
    house.stop()
    expect(hand.page.locator("#menu .dead")).to_be_visible()
    house.start()
    expect(hand.page.locator("#menu .dead")).to_be_hidden()


def test_one_person_repeats_and_takes_back_by_his_sheet(hand: Hand) -> None:
    to_betting(hand)
    for who in ("bea", "carlos"):
        bet(hand, who, "punto")
    hand.corner()
    hand.deal("3 9 4 9")
    hand.corner()
    in_phase(hand.page, "betting")
    hand.tap("#person-2")
    hand.page.locator("#sheet button", has_text="Repite").tap()
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    expect(hand.page.locator("#sheet")).to_be_hidden()
    expect(hand.page.locator("#spot-carlos-punto .lying")).to_have_text("")
    hand.tap("#person-2")
    hand.tap("#remove-bea-punto")
    expect(hand.page.locator("#spot-bea-punto .lying")).to_have_text("")


def test_nothing_scrolls_on_the_tablet_nor_on_a_smaller_one(hand: Hand) -> None:
    to_betting(hand)
    for who in BETTORS:
        bet(hand, who, "punto")
    fits = "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
    inside = """() => [...document.querySelectorAll('main button')].filter((b) => b.checkVisibility())
        .filter((b) => { const r = b.getBoundingClientRect(); return r.right > innerWidth || r.bottom > innerHeight; })
        .map((b) => b.id)"""
    for width, height in ((1280, 800), (1024, 700)):
        hand.page.set_viewport_size({"width": width, "height": height})
        assert hand.page.evaluate(fits)
        assert hand.page.evaluate(inside) == []


def test_the_whole_console_weighs_less_than_sixty_kilobytes(hand: Hand) -> None:
    to_betting(hand)
    page = hand.page
    addresses = [
        page.url,
        *page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"),
    ]
    bodies = [
        page.context.request.get(address).body()
        for address in dict.fromkeys(addresses)
        if "/ws/" not in address
    ]
    assert sum(len(gzip.compress(body)) for body in bodies) <= 60_000


class TestOtherReglamentos:
    """The jefe opens the table anew; the same console runs them all."""

    @pytest.fixture
    def hand(self, visit: Visit) -> Hand:
        return Hand(visit(CONSOLE, "julio"))

    def test_slovenia_the_croupier_cuts_and_a_tie_pays_eight_to_one(self, hand: Hand) -> None:
        opened(hand, "slovenia")
        hand.corner()
        hand.tap("#cut-croupier")
        in_phase(hand.page, "betting")
        bet(hand, "bea", "tie")
        bet(hand, "ana", "punto")
        hand.corner()
        hand.deal("3 9 4 8")
        hand.corner()
        in_phase(hand.page, "betting")
        expect(hand.page.locator("#spot-bea-tie .paid")).to_have_text("+800")
        expect(hand.page.locator("#spot-ana-punto .lying")).to_have_text("100")

    def test_monte_carlo_anybody_cuts_and_the_first_card_burns(self, hand: Hand) -> None:
        opened(hand, "monte-carlo")
        hand.corner()
        hand.tap("#cut-carlos")
        in_phase(hand.page, "burning")
        hand.tap("#rank-7")
        in_phase(hand.page, "betting")
        expect(hand.page.locator("#console-head .facts")).to_contain_text("408")

    def test_spain_the_sabot_is_taken_without_an_amount_and_given_up(self, hand: Hand) -> None:
        opened(hand, "spain")
        hand.corner()
        hand.tap("#cut-croupier")
        in_phase(hand.page, "offer")
        expect(hand.page.locator("#exact")).to_have_count(0)
        hand.tap("#decline-ana")
        hand.tap("#accept-bea")
        in_phase(hand.page, "betting")
        expect(hand.page.locator("#person-2")).to_contain_text("▲")
        hand.tap("#act-bank")
        hand.tap("#act-pass-shoe")
        in_phase(hand.page, "offer")

    def test_chemin_de_fer_banco_and_the_free_banker(self, hand: Hand) -> None:
        opened(hand, "chemin-de-fer")
        hand.corner()
        hand.tap("#cut-croupier")
        hand.tap("#chip-300")
        hand.tap("#accept-ana")
        in_phase(hand.page, "betting")
        bet(hand, "carlos", "punto")
        hand.tap("#person-2")
        hand.page.locator("#sheet button", has_text=re.compile("^Banco$")).first.tap()
        expect(hand.page.locator(".center-line")).to_contain_text("Bea")
        expect(hand.page.locator("#spot-bea-punto")).to_contain_text("300")
        hand.corner()
        hand.deal("2 K 2 3 9")
        in_phase(hand.page, "bank_choice")
        hand.tap("#choice-stand")
        in_phase(hand.page, "resolved")
        hand.corner()
        expect(hand.page.locator("#tab-paid")).to_contain_text("Igualdad")

    def test_the_jefe_voids_a_pass_by_a_held_press_and_a_reason(self, hand: Hand) -> None:
        to_betting(hand)
        bet(hand, "bea", "punto")
        hand.corner()
        hand.deal("3")
        hand.tap("#act-incident")
        hand.tap("#step-grave summary")
        hand.page.fill("#step-grave [name=reason]", "A card fell to the floor")
        hand.page.locator("#grave-void").dispatch_event("pointerdown")
        in_phase(hand.page, "betting")
        expect(hand.page.locator("#incident")).to_be_hidden()
        expect(hand.page.locator("#spot-bea-punto .lying")).to_have_text("100")
