"""A house whose currency has two decimals: people type and read 125,50, the record holds 12550."""

import re
from math import isnan
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, bet, in_phase, to_betting
from tests.browser.test_counter import choose
from tests.support.typed_amounts import MEANT

SNAPSHOT = "fetch('/api/tables/mesa-2').then((answer) => answer.json())"


@pytest.fixture
def house_settings() -> dict[str, str]:
    return {"DECIMALS": "2"}


def recorded(page: Page) -> dict[str, Any]:
    snapshot: dict[str, Any] = page.evaluate(SNAPSHOT)
    return snapshot


def set_limits(jefe: Page, minimum: str, maximum: str) -> None:
    if jefe.locator("#do-limits").get_attribute("open") is None:
        jefe.locator("[data-opens=do-limits]").tap()
    jefe.fill("#do-limits [name=minimum]", minimum)
    jefe.fill("#do-limits [name=maximum]", maximum)
    jefe.fill("#do-limits [name=reason]", "Más jugadores")
    jefe.locator("#do-limits button.primary").tap()


def type_exactly(hand: Hand, digits: str) -> None:
    hand.tap("#exact")
    for digit in digits:
        hand.tap(f'[data-digit="{digit}"]')


def test_a_bet_is_typed_and_read_with_decimals_and_recorded_in_units(visit: Visit) -> None:
    set_limits(visit("/tables/mesa-2/", "julio"), "1,50", "500")
    hand = Hand(visit(CONSOLE, "carla"))
    expect(hand.page.locator("#console-head")).to_contain_text("1,50–500,00")
    to_betting(hand)
    expect(hand.page.locator("#exact")).to_contain_text("1,50")
    type_exactly(hand, "125")
    expect(hand.page.locator("#keypad-amount")).to_have_text("1,25")
    for digit in "50":
        hand.tap(f'[data-digit="{digit}"]')
    expect(hand.page.locator("#keypad-amount")).to_have_text("125,50")
    expect(hand.page.locator("#exact")).to_contain_text("125,50")
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("125,50")
    assert recorded(hand.page)["pass"]["bets"] == [{"player": "bea", "chance": "punto", "amount": 12_550}]


def test_the_depth_of_a_cut_is_cards_and_no_money(visit: Visit) -> None:
    hand = Hand(visit(CONSOLE, "carla"))
    hand.corner()
    in_phase(hand.page, "auction")
    hand.tap("#bid-ana")
    expect(hand.page.locator(".bids")).to_contain_text("Ana")
    hand.corner()
    in_phase(hand.page, "cutting")
    expect(hand.page.locator(".chips .stake-chip")).to_have_text(["78", "125", "156", "187", "234"])
    expect(hand.page.locator("#exact")).to_contain_text("156")
    expect(hand.page.locator(".act-primary")).to_contain_text("156")
    type_exactly(hand, "130")
    expect(hand.page.locator("#keypad-amount")).to_have_text("130")
    hand.tap('#keypad [data-digit="done"]')
    hand.tap(".act-primary")
    in_phase(hand.page, "betting")


MEANS = """async (texts) => {
  const { toUnits } = await import("/static/js/amount.js");
  const field = document.querySelector("#do-limits [name=maximum]");
  return texts.map((text) => {
    field.value = text.trim();
    return [toUnits(text), !field.validity.patternMismatch && field.value !== ""];
  });
}"""


@pytest.mark.parametrize(
    "house_settings", [{"DECIMALS": str(number)} for number in (0, 2, 3)], ids=("0", "2", "3")
)
def test_the_browser_reads_what_is_typed_as_the_server_does(
    visit: Visit, house_settings: dict[str, str]
) -> None:
    meant = MEANT["es", int(house_settings["DECIMALS"])]
    read = visit("/tables/mesa-2/", "julio").evaluate(MEANS, [*meant])
    found = {text: None if isnan(units) else units for text, (units, _taken) in zip(meant, read, strict=True)}
    assert found == meant
    assert {text for text, (_units, taken) in zip(meant, read, strict=True) if taken} == {
        text for text, units in meant.items() if units is not None
    }


def test_the_keypad_reads_a_comma_or_a_point_before_the_decimals(visit: Visit) -> None:
    hand = Hand(visit(CONSOLE, "carla"))
    to_betting(hand)
    amount, said = hand.page.locator("#keypad-amount"), hand.page.locator("#refusal")
    for text, means in {"12,5": "12,50", "12.50": "12,50", "1.250,5": "1.250,50", ",5": "0,50"}.items():
        by_keyboard(hand, text)
        expect(amount).to_have_text(means)
        expect(hand.page.locator("#exact")).to_contain_text(means)
    by_keyboard(hand, "12,505")
    expect(amount).to_have_text("12,505")
    expect(said).to_contain_text("1.250,50")
    expect(hand.page.locator("#exact")).to_contain_text("0,00")
    hand.page.keyboard.press("Backspace")
    expect(said).to_be_hidden()
    expect(hand.page.locator("#exact")).to_contain_text("12,50")
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("12,50")


def test_the_cambista_types_what_the_page_writes_and_is_told_what_could_be_two(visit: Visit) -> None:
    cambista = visit("/tables/mesa-2/money/", "camila")
    amount, button = (cambista.locator(part) for part in ("#slip-amount", "#slip-go"))
    for text, means in {"1.250,50": "1.250,50", "12.50": "12,50", "1.250": "0,00"}.items():
        amount.fill(text)
        expect(button).to_contain_text(means)
    button.tap()
    expect(cambista.locator("#slip-form .wrong")).to_contain_text("1.250,50")
    expect(amount).to_be_focused()
    cambista.locator("[data-cancel]").tap()
    choose(cambista, "")
    cambista.locator('[data-one-more="100"]').tap()
    expect(amount).to_have_value("1,00")


def by_keyboard(hand: Hand, text: str) -> None:
    """Type it on the keypad, which is opened anew."""
    hand.page.keyboard.press("Escape")
    hand.tap("#exact")
    for key in text:
        hand.page.keyboard.press(key)


@pytest.mark.parametrize("house_settings", [{}])
def test_the_keypad_of_a_house_without_decimals_takes_no_other_amount_than_was_meant(visit: Visit) -> None:
    hand = Hand(visit(CONSOLE, "carla"))
    to_betting(hand)
    amount, said = hand.page.locator("#keypad-amount"), hand.page.locator("#refusal")
    by_keyboard(hand, "1.250")
    expect(amount).to_have_text("1.250")
    expect(hand.page.locator("#exact")).to_contain_text("1.250")
    for text in ("1.250,5", "12.5", "1.2500"):
        by_keyboard(hand, text)
        expect(amount).to_have_text(text)
        expect(hand.page.locator("#exact")).not_to_contain_text(re.compile("[1-9]"))
        expect(said).to_contain_text("1.250")
        hand.page.keyboard.press("Enter")
        expect(hand.page.locator("#keypad")).to_be_visible()
