"""A pass with six side bets by touch, on the tablet lying and upright: keys, suits, payment; and the wall that shows
them."""

import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import GLASS, Visit
from tests.browser.hand import BETTORS, CONSOLE, SHOWN, Hand, bet, give, in_phase, opened
from tests.browser.houses import House
from tests.pages.faults import unreadable, violations

HOUSE = Path(__file__).parent.parent / "data" / "six_side_bets.toml"
SIDE_BETS = ("punto-pair", "banca-pair", "perfect-pair", "dragon-7", "small", "banca-dragon-bonus")
SIZES = ((1280, 800), (800, 1280))
LEAST = 56  # px of what a finger touches
KEYS = """() => [...document.querySelectorAll(".chance-key, .suit, .spot.of-key")]
  .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
  .map(({ width, height }) => Math.min(width, height))"""
OFF_SCREEN = """() => [...document.querySelectorAll("main button")].filter((one) => one.checkVisibility())
  .map((one) => ({ id: one.id, box: one.getBoundingClientRect() }))
  .filter(({ box }) => box.right > innerWidth + 1 || box.bottom > innerHeight + 1).map(({ id }) => id)"""


@pytest.fixture
def hand(visit: Visit, house: House) -> Hand:
    """The jefe at the console of a table with six players and six side bets, at the first pass."""
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute(
            "INSERT INTO tables_housereglamento (slug, version, text, at) VALUES ('casa', 1, ?, ?)",
            [HOUSE.read_text(), datetime.now(UTC).isoformat(" ")],
        )
    hand = Hand(visit(CONSOLE, "julio"))
    opened(hand, "casa")
    give(hand.page, "shuffle", riffles=4)
    give(hand.page, "cut", depth=150)
    in_phase(hand.page, "betting")
    return hand


def fits(page: Page, scene: str) -> None:
    """Every key is as large as a finger and lies on the screen, and every sum can be read."""
    page.wait_for_function(SHOWN)
    assert [size for size in page.evaluate(KEYS) if size < LEAST - 0.5] == [], scene
    assert page.evaluate(OFF_SCREEN) == [], scene
    assert unreadable(page) == [], scene


def on_each(hand: Hand, chance: str) -> None:
    """The chance is chosen once, then each seat is touched."""
    hand.tap(f"#chance-{chance}")
    for who in BETTORS:
        hand.tap(f"#spot-{who}-chosen")


def deal(hand: Hand, cards: str) -> None:
    """The first two cards of each hand with their suits, others without."""
    for card in cards.split():
        hand.shown()
        rank = card.rstrip("cdhs")
        hand.tap(f"#rank-{rank}")
        if card != rank:
            fits(hand.page, card)
            hand.tap(f"#suit-{card[-1]}")


@pytest.mark.parametrize("size", SIZES)
def test_a_pass_with_six_side_bets(hand: Hand, size: tuple[int, int]) -> None:
    page, (width, height) = hand.page, size
    page.set_viewport_size({"width": width, "height": height})
    hand.touches = 0
    for who in BETTORS:
        bet(hand, who, "punto" if who < "d" else "banca")
    assert hand.touches == len(BETTORS)  # what main bets cost at every table
    hand.tap("#chip-10")
    for chance in SIDE_BETS:
        on_each(hand, chance)
    hand.shown()
    fits(page, "a key is chosen")
    assert hand.touches == len(BETTORS) + 1 + len(SIDE_BETS) * (1 + len(BETTORS))
    hand.tap(f"#chance-{SIDE_BETS[-1]}")  # once more: each place at a seat has its own chance again
    expect(page.locator("#beside-ana")).to_contain_text("6 60")
    fits(page, "bets")
    page.locator("#beside-ana").hover()
    expect(page.locator("#beside-ana .named")).to_contain_text("Bonus dragón banca")
    page.mouse.move(0, 0)
    hand.corner()
    in_phase(page, "dealing")
    deal(hand, "Kh 3c Kh 3d 9")
    in_phase(page, "resolved")
    expect(page.locator("#card-punto-1")).to_have_text("K♥")
    fits(page, "payment")
    expect(page.locator("#owed-ana .lying")).to_have_text("+540")  # 100, 110, 110 and 250 are won, 30 lost
    expect(page.locator("#due-ana-perfect-pair")).to_contain_text("25 a 1")
    expect(page.locator("#due-dora-punto-pair")).to_contain_text("Pareja punto")
    hand.tap("#owed-dora")
    expect(page.locator("#owed-by-line-dora")).to_contain_text("Pareja perfecta")
    page.keyboard.press("Escape")
    hand.tap("#act-pay-repeat")
    in_phase(page, "betting")
    expect(page.locator("#beside-ana")).to_contain_text("6 60")
    fits(page, "repeated")
    assert violations(page) == []


def test_who_stands_has_a_finger_of_each_side_on_a_small_tablet(hand: Hand) -> None:
    hand.page.set_viewport_size({"width": 1180, "height": 820})
    give(hand.page, "join", player="gil", name="Gil")
    for side in ("punto", "banca"):
        hand.page.locator(f"#spot-gil-{side}").wait_for()
        box = hand.page.locator(f"#spot-gil-{side}").bounding_box()
        assert box and box["height"] >= LEAST - 0.5, side


def test_a_closed_chance_says_why_and_the_keyboard_reaches_every_key(hand: Hand) -> None:
    page = hand.page
    page.keyboard.press("c")
    expect(page.locator("#chance-punto")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("c")
    page.keyboard.press("c")
    page.keyboard.press("c")
    expect(page.locator("#chance-punto-pair")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-shown-amount]").first).to_have_text("100")
    page.evaluate(
        """() => { const key = document.getElementById("chance-small"); key.dataset.closed = "hasta el pase 40"; }"""
    )
    hand.tap("#chance-small")
    expect(page.locator("#refusal")).to_contain_text("hasta el pase 40")
    expect(page.locator("#chance-punto-pair")).to_have_attribute("aria-pressed", "true")


def test_a_card_is_corrected_with_its_suit(hand: Hand) -> None:
    page = hand.page
    bet(hand, "ana", "punto")
    hand.corner()
    in_phase(page, "dealing")
    deal(hand, "Kh 3c")
    hand.shown()
    hand.tap("#card-punto-1")
    page.locator("#correction-reason").fill("leída mal")
    hand.tap("#correct-Q")
    hand.tap("#correct-suit-s")
    expect(page.locator("#card-punto-1")).to_have_text("Q♠")


CUT_ODDS = """() => [...document.querySelectorAll(".wall-page")]
  .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""


def test_the_wall_shows_what_is_offered_and_the_pairs(hand: Hand, visit: Visit, house: House) -> None:
    bet(hand, "ana", "punto")
    hand.corner()
    deal(hand, "9h 3c 9d 3s")
    in_phase(hand.page, "resolved")
    hand.corner()
    in_phase(hand.page, "betting")
    glass = visit(f"/wall/{house.secrets['walls']['mesa-2']}/", size=GLASS)
    told = glass.locator("#wall-odds")
    expect(told).to_contain_text("Dragón 7")
    expect(told).to_contain_text("40:1")
    expect(told).to_contain_text("10–500")
    expect(told).to_contain_text(re.compile(r"Egalité\s+8:1"))
    expect(told).to_contain_text(re.compile(r"Banco\s+1:1\s+−5"))
    for road in ("big", "plate"):
        for mark in (".pair.punto", ".pair.banca", ".natural"):
            expect(glass.locator(f".wall-{road} {mark}")).to_have_count(1)
    assert unreadable(glass) == []
    glass.set_viewport_size({"width": 1080, "height": 1920})
    assert glass.evaluate(CUT_ODDS) == []
