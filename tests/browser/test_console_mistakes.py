"""A mistake at the tablet: it is refused, undone, or reported as an incident."""

from playwright.sync_api import expect

from tests.browser.hand import Hand, bet, to_betting


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


def test_undo_takes_back_the_last_act_and_the_incident_guide_says_the_article(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    expect(hand.page.locator("#act-undo")).to_contain_text("Apuesta Bea 100 Punto")
    hand.page.keyboard.press("Control+z")
    expect(hand.page.locator("#spot-bea-punto")).not_to_contain_text("100")
    expect(hand.page.locator("#act-undo")).not_to_contain_text("Apuesta")
    hand.tap("#act-incident")
    step = hand.page.locator("#step-exposed_card")
    expect(step).to_contain_text("Art. 49")
    step.locator("summary").tap()
    step.locator(".pick", has_text="7").tap()
    step.locator("button").tap()
    expect(hand.page.locator("#console-head")).to_contain_text("311")
