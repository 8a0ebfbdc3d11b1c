"""A press belongs to the key on which it began, and no number becomes another's amount."""

from playwright.sync_api import Page, expect

from tests.browser.hand import Hand, bet, in_phase, to_betting

# Another key comes to lie under the finger.
COVER = """(over) => { const { left, top, width, height } = document.querySelector(over).getBoundingClientRect();
  const key = document.createElement("button"); key.id = "other"; window.pressed = 0;
  key.style.cssText = `position:fixed;z-index:99;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  key.addEventListener("click", () => window.pressed++); document.querySelector(over).hidden = true;
  document.body.append(key); }"""


def finger(page: Page, selector: str) -> tuple[object, dict[str, float]]:
    box = page.locator(selector).bounding_box()
    assert box
    return page.context.new_cdp_session(page), {
        "x": box["x"] + box["width"] / 2,
        "y": box["y"] + box["height"] / 2,
    }


def test_a_finger_that_stays_longer_than_the_ring_presses_nothing_else(hand: Hand) -> None:
    hand.corner()
    in_phase(hand.page, "auction")
    hand.corner()
    in_phase(hand.page, "offer")
    hand.shown()
    line, place = finger(hand.page, "#decline-rest")
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})  # type: ignore[attr-defined]
    hand.page.wait_for_function("() => document.querySelector('.holding')")
    hand.page.wait_for_function("() => !document.querySelector('.holding')")
    in_phase(hand.page, "betting", "seating", "cutting", "shuffling", "closed")
    hand.shown()
    hand.page.wait_for_timeout(500)
    hand.page.evaluate(COVER, "#act-more")
    hand.page.evaluate(
        "({ x, y }) => { const { style } = document.getElementById('other'); style.left = `${x - 40}px`;"
        " style.top = `${y - 40}px`; style.width = style.height = '80px'; }",
        place,
    )
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})  # type: ignore[attr-defined]
    hand.page.wait_for_timeout(300)
    assert hand.page.evaluate("window.pressed") == 0
    hand.page.locator("#other").tap()  # the next press is its own
    assert hand.page.evaluate("window.pressed") == 1


def test_a_key_that_comes_under_a_finger_is_not_pressed(hand: Hand) -> None:
    to_betting(hand)
    line, place = finger(hand.page, "#act-more")
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})  # type: ignore[attr-defined]
    hand.page.evaluate(COVER, "#act-more")
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})  # type: ignore[attr-defined]
    hand.page.wait_for_timeout(300)
    assert hand.page.evaluate("window.pressed") == 0


def test_a_double_touch_of_undo_undoes_one_act(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "ana", "punto")
    hand.shown()
    bet(hand, "bea", "punto")
    hand.shown()
    version = hand.version()
    box = hand.page.locator("#act-undo").bounding_box()
    assert box
    for _ in range(2):
        hand.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    hand.shown()
    expect(hand.page.locator("#spot-bea-punto")).not_to_contain_text("100")
    hand.page.wait_for_timeout(500)
    expect(hand.page.locator("#spot-ana-punto")).to_contain_text("100")
    assert hand.version() > version


def test_a_digit_counts_whatever_the_layout_and_num_lock(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#exact")
    for key, code in (("End", "Numpad1"), ("é", "Digit2"), ("Clear", "Numpad5"), ("Insert", "Numpad0")):
        pressed(hand.page, key, code)
    pressed(hand.page, "Enter", "NumpadEnter")
    expect(hand.page.locator("#exact")).to_contain_text("1.250")


def test_a_key_that_the_pad_does_not_know_is_said_and_ok_refuses(hand: Hand) -> None:
    to_betting(hand)
    for key in ("x", "Unidentified"):
        hand.tap("#exact")
        pressed(hand.page, key, "")
        pressed(hand.page, "Enter", "Enter")
        expect(hand.page.locator("#keypad")).to_be_visible()
        expect(hand.page.locator("#refusal")).to_be_visible()
        pressed(hand.page, "Escape", "Escape")


def test_keys_without_a_name_are_no_error(hand: Hand) -> None:
    """As a browser sends them when it fills in a field; the page's errors fail the test."""
    hand.page.evaluate("() => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))")


def test_the_cut_is_no_tip(hand: Hand) -> None:
    hand.corner()
    hand.tap("#bid-ana")
    expect(hand.page.locator(".bids")).to_contain_text("Ana")
    hand.corner()
    in_phase(hand.page, "cutting")
    hand.shown()
    hand.tap("#tip-now")
    expect(hand.page.locator("#tip-amount")).to_have_text("0")


def pressed(page: Page, key: str, code: str) -> None:
    page.evaluate(
        "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))",
        [key, code],
    )
