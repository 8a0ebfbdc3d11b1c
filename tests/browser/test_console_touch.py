"""Touches of the tablet: how large what is touched, how light the page, and what a small screen shows."""

from playwright.sync_api import expect

from tests.browser.hand import BETTORS, Hand, bet, in_phase, phase, to_betting


def test_a_second_touch_of_the_corner_is_taken_for_a_slip(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    in_phase(hand.page, "resolved")
    hand.page.evaluate(
        """() => document.addEventListener("screen:updated", () => {
            window.again = document.getElementById("act-primary");
            window.again?.click();
        }, {once: true})"""
    )
    hand.corner()
    in_phase(hand.page, "betting")
    assert hand.page.evaluate("() => window.again.dataset.command") == '{"command": "close_betting"}'
    hand.page.wait_for_timeout(300)
    assert phase(hand.page) == "betting"


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


OFF_THE_SCREEN = """() => [...document.querySelectorAll("main button, main a, main p, main td, dialog[open] button")]
    .filter((one) => one.checkVisibility())
    .filter((one) => { const r = one.getBoundingClientRect(); return r.left < -0.5 || r.right > innerWidth + 0.5; })
    .map((one) => one.id || one.textContent.trim())"""
# A phone, a narrow one, and the tablet at a zoom of 200 and of 400 %.
SMALL = ((390, 844), (320, 568), (640, 400), (320, 200))


def off_the_screen(hand: Hand) -> list[str]:
    """What lies beside a small screen, at each of its sizes. What lies below can be scrolled to."""
    found: list[str] = []
    for width, height in SMALL:
        hand.page.set_viewport_size({"width": width, "height": height})
        found += hand.page.evaluate(OFF_THE_SCREEN)
        assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


def test_a_pass_on_a_phone_and_at_a_zoom_of_400_percent(hand: Hand) -> None:
    """One thing at a time, nothing beside the screen: seats for the bets, cards, then the payment."""
    seats, cards, payment = (
        hand.page.locator(part) for part in ("#seat-2", ".hands", "#console-side .lines")
    )
    hand.page.set_viewport_size({"width": 390, "height": 844})
    to_betting(hand)
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    expect(cards).to_be_hidden()
    assert off_the_screen(hand) == []
    hand.corner()
    in_phase(hand.page, "dealing")
    expect(seats).to_be_hidden()
    hand.deal("3 9")
    hand.tap("#card-punto-1")
    assert off_the_screen(hand) == []
    hand.tap("#correction [data-close]")
    hand.deal("4 10")
    in_phase(hand.page, "resolved")
    expect(payment).to_be_visible()
    expect(cards).to_be_hidden()
    assert off_the_screen(hand) == []
    hand.tap("#view-center")
    expect(cards).to_be_visible()
    hand.tap("#act-incident")
    assert off_the_screen(hand) == []
    hand.tap("#incident [data-close]")
    hand.corner()
    in_phase(hand.page, "betting")


def test_the_chosen_chip_survives_the_payment(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#chip-500")
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#chip-500")).to_have_attribute("aria-pressed", "true")
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("500")
