"""A mistake at the tablet: it is refused, undone, or reported as an incident."""

from playwright.sync_api import expect

from tests.browser.hand import Hand, bet, in_phase, to_betting


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
    expect(hand.page.locator("#act-undo")).to_contain_text("Apuesta · Bea · 100 · Punto")
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


def test_a_dealt_card_is_touched_and_replaced(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("2 K 2 4 9")
    in_phase(hand.page, "resolved")
    hand.tap("#card-banca-2")
    expect(hand.page.locator("#correction-title")).to_contain_text("4")
    hand.tap("#correct-7")
    expect(hand.page.locator("#hand-banca .card")).to_have_text(["K", "7"])
    expect(hand.page.locator("#correction")).to_be_hidden()
    in_phase(hand.page, "resolved")
    hand.tap("#card-punto-2")
    hand.tap("#correct-5")  # punto would have stood on seven
    expect(hand.page.locator("#refusal")).to_contain_text("9 no se habría dado")
    hand.tap("#correction [data-close]")
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["2", "2", "9"])


def test_an_act_that_leaves_the_screen_as_it_was_is_said_until_the_next(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    in_phase(hand.page, "dealing")
    hand.deal("2")
    hand.tap("#act-incident")
    hand.tap("#step-wrong_card_holder summary")
    hand.page.locator("#step-wrong_card_holder .pick", has_text="Carlos").tap()
    hand.tap(".pick:has(#wrong_card_holder-stage-immediate)")
    hand.tap("#do-wrong_card_holder")
    done = hand.page.locator("#act-done")
    expect(done).to_contain_text("Art. 19")
    expect(done).to_contain_text("Carlos")
    hand.deal("3")
    expect(done).to_have_count(0)
    hand.tap("#act-incident")
    hand.tap("#step-note summary")
    hand.page.fill("#note-text", "asks for water")
    hand.tap("#do-note")
    expect(done).to_contain_text("asks for water")
    hand.tap("#act-done")
    expect(done).to_have_count(0)
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["3"])
