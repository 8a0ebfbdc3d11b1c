"""The jefe at the console: he runs every reglamento with it, and makes a pass void."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, bet, in_phase, opened


@pytest.fixture
def hand(visit: Visit) -> Hand:
    """The hand of a jefe, who may open the table anew."""
    return Hand(visit(CONSOLE, "julio"))


def test_spain_a_payment_leaves_the_tie_beside_the_name_and_says_the_stake(hand: Hand) -> None:
    opened(hand, "spain")
    hand.corner()
    hand.tap("#cut-croupier")
    hand.tap("#accept-ana")
    in_phase(hand.page, "betting")
    bet(hand, "bea", "punto")
    bet(hand, "carlos", "tie")
    hand.corner()
    hand.deal("3 4 5 4")
    in_phase(hand.page, "resolved")
    expect(hand.page.locator("#spot-carlos-tie .lying")).to_have_text("+800")
    expect(hand.page.locator("#spot-carlos-tie .paid")).to_have_text("100")
    for width, height in ((1280, 800), (1024, 768), (800, 1280)):
        hand.page.set_viewport_size({"width": width, "height": height})
        name, tie = (hand.page.locator(one).bounding_box() for one in ("#person-2", "#spot-bea-tie"))
        assert name and tie and tie["y"] == name["y"] and tie["x"] > name["x"]


def test_chemin_de_fer_banco_and_the_free_banker(hand: Hand) -> None:
    opened(hand, "chemin-de-fer")
    hand.corner()
    hand.tap("#cut-croupier")
    hand.tap("#chip-300")
    hand.tap("#accept-ana")
    in_phase(hand.page, "betting")
    expect(hand.page.locator(".act-note")).to_contain_text("Nadie juega contra la banca")
    bet(hand, "carlos", "punto")
    hand.tap("#person-3")
    partners = hand.page.locator("#banco-association [data-other-than]:visible")
    expect(partners.first).to_be_visible()
    assert "Carlos" not in partners.all_inner_texts()
    hand.page.keyboard.press("Escape")
    expect(hand.page.locator("#act-banco .whose")).to_be_hidden()
    hand.tap("#act-banco")
    expect(hand.page.locator("#act-banco .whose")).to_be_visible()
    hand.tap("#spot-bea-punto")
    expect(hand.page.locator(".center-line")).to_contain_text("Bea")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("300")
    hand.corner()
    hand.deal("2 K 2 3 9")
    in_phase(hand.page, "bank_choice")
    hand.tap("#choice-stand")
    in_phase(hand.page, "resolved")
    hand.corner()
    expect(hand.page.locator("#tab-paid")).to_contain_text("Igualdad")


def test_chemin_de_fer_banco_by_the_name_and_the_right_of_suivi(hand: Hand) -> None:
    opened(hand, "chemin-de-fer")
    hand.corner()
    hand.tap("#cut-croupier")
    hand.tap("#accept-ana")
    in_phase(hand.page, "betting")
    hand.tap("#act-banco")
    hand.tap("#person-3")
    expect(hand.page.locator("#spot-carlos-punto .lying")).to_have_text("100")
    expect(hand.page.locator("#sheet")).to_be_hidden()
    hand.corner()
    hand.deal("2 9 2 K")
    in_phase(hand.page, "resolved")
    hand.corner()
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#person-3 .suivi")).to_be_visible()
    hand.tap("#act-banco")
    hand.tap("#person-2")
    expect(hand.page.locator(".center-line")).to_contain_text("Bea")
    hand.shown()
    suivi = hand.page.locator("#act-suivi, #act-banco")
    expect(suivi).to_be_visible()
    if suivi.get_attribute("id") == "act-banco":
        hand.tap("#act-banco")
        hand.tap("#person-3")
    else:
        expect(suivi).to_contain_text("Carlos")
        hand.tap("#act-suivi")
    expect(hand.page.locator(".center-line")).to_contain_text("Carlos")
