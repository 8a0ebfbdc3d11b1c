"""The console on a phone: every key is as large as a finger, in each phase that is worked there most."""

import re
from itertools import product

from playwright.sync_api import Page, expect

from tests.browser.hand import Hand, bet, in_phase, to_betting

PHONES = ((390, 844), (360, 780), (320, 640))
KEY = 55.5  # px, 56 but for rounding
SMALL_KEYS = """(least) => [...document.querySelectorAll("main button, main .button")]
  .filter((one) => one.checkVisibility() && !one.matches(".hand-choice"))
  .map((one) => [one.id || one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < least || box.width < least))
  .map(([name, box]) => `${name} ${box.width.toFixed(0)}×${box.height.toFixed(0)}`)"""


def small_keys(page: Page) -> list[str]:
    """On any of these phones, in any view. The last one is the smallest."""
    found: list[str] = []
    for (width, height), view in product(PHONES, ("seats", "center", "side")):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(f"#view-{view}").tap()
        found += [f"{width}: {key}" for key in page.evaluate(SMALL_KEYS, KEY)]
    return found


def test_no_key_on_a_phone_is_smaller_than_a_finger(hand: Hand) -> None:
    assert small_keys(hand.page) == []
    to_betting(hand)
    hand.tap("#view-seats")
    bet(hand, "bea", "punto")
    assert small_keys(hand.page) == []
    hand.corner()
    in_phase(hand.page, "dealing")
    assert small_keys(hand.page) == []
    hand.deal("3 9 4 10")
    in_phase(hand.page, "resolved")
    assert small_keys(hand.page) == []


def test_the_chips_have_the_colours_of_the_house(hand: Hand) -> None:
    to_betting(hand)
    expect(hand.page.locator("#chip-100")).to_have_class(re.compile(r"\bchip-black\b"))
    expect(hand.page.locator("#chip-200")).to_have_class(re.compile(r"^stake-chip chars-\d+\s*$"))
    hand.tap("#chip-500")
    expect(hand.page.locator("#chip-500")).to_have_attribute("aria-pressed", "true")
