"""A croupier at the tablet, the jefe on the floor, the players before the wall: in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import GLASS, House, Visit

CONSOLE = "/tables/mesa-2/console/"
BETTORS = ("ana", "bea", "carlos", "dora", "emilio", "fatima")


def phase(page: Page) -> str:
    found = re.search(r"phase-(\w+)", page.locator("#console-head .phase").get_attribute("class") or "")
    assert found
    return found[1]


def in_phase(page: Page, *names: str) -> None:
    expect(page.locator("#console-head .phase")).to_have_class(
        re.compile("|".join(f"phase-{name}" for name in names))
    )


class Hand:
    """A croupier's hand, which counts its touches."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).tap()
        self.touches += 1

    def corner(self) -> None:
        self.page.locator("#act-primary").wait_for()
        # Beyond the moment in which a second touch of the corner is taken for a slip.
        self.page.wait_for_timeout(550)
        self.tap("#act-primary")

    def deal(self, cards: str) -> None:
        for card in cards.split():
            self.tap(f"#rank-{card}")

    def version(self) -> int:
        return int(self.page.locator("body").get_attribute("data-version") or 0)


def to_betting(hand: Hand) -> None:
    """From the seated table to the first pass: shuffle, auction, cut."""
    hand.corner()
    in_phase(hand.page, "auction")
    hand.tap("#bid-ana")
    expect(hand.page.locator(".bids")).to_contain_text("Ana")
    hand.corner()
    in_phase(hand.page, "cutting")
    hand.tap(".answers button.primary")
    in_phase(hand.page, "betting")


@pytest.fixture
def hand(visit: Visit) -> Iterator[Hand]:
    yield Hand(visit(CONSOLE, "carla"))


def bet(hand: Hand, who: str, chance: str) -> None:
    hand.tap(f"#spot-{who}-{chance}")


def test_a_pass_is_seen_on_console_floor_and_wall_at_once(hand: Hand, visit: Visit, house: House) -> None:
    floor = visit("/floor/", "julio")
    wall = visit(f"/wall/{house.secrets['walls']['mesa-2']}/", size=GLASS)
    tile = floor.locator("#tile-mesa-2")
    to_betting(hand)
    expect(tile).to_contain_text("Hagan juego")
    expect(wall.locator("#wall-state")).to_contain_text("Hagan juego")
    bet(hand, "bea", "punto")
    bet(hand, "carlos", "banca")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    expect(hand.page.locator("#console-side")).to_contain_text("Carlos")
    hand.corner()
    expect(tile).to_contain_text("No va más")
    expect(wall.locator("#wall-state")).to_contain_text("No va más")
    expect(hand.page.locator("#spot-bea-punto")).to_be_disabled()
    hand.deal("3 9 4 9")
    in_phase(hand.page, "resolved")
    expect(wall.locator(".wall-cards")).to_contain_text("P 7")
    hand.corner()
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#console-side")).to_contain_text("Art. 30")
    expect(wall.locator(".wall-result")).to_contain_text("P 7")
    expect(wall.locator("#wall-big .banca")).to_have_count(1)
    expect(tile.locator(".bead")).to_have_text("B")
    for name in ("Bea", "bea", "Carlos"):
        assert name not in wall.content()


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


def test_a_lost_line_is_said_within_three_seconds_and_heals_by_itself(hand: Hand, house: House) -> None:
    to_betting(hand)
    house.stop()
    expect(hand.page.locator("#no-signal")).to_be_visible(timeout=3000)
    hand.tap("#spot-bea-punto")
    expect(hand.page.locator("#refusal")).to_contain_text("no se envió")
    house.start()
    expect(hand.page.locator("html")).to_have_attribute("data-line", "up", timeout=15_000)
    expect(hand.page.locator("#no-signal")).to_be_hidden()
    expect(hand.page.locator("#spot-bea-punto")).not_to_contain_text("100")
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")


def test_the_jefe_changes_limits_closes_and_opens_a_table(visit: Visit) -> None:
    page = visit("/tables/mesa-3/", "julio")
    page.locator("#do-limits summary").tap()
    page.fill("#do-limits [name=minimum]", "100")
    page.fill("#do-limits [name=maximum]", "8000")
    page.locator("#do-limits button").tap()
    expect(page.locator("#table-head")).to_contain_text("100–8.000")
    page.locator("#do-close summary").tap()
    close = page.locator("#do-close button")
    close.dispatch_event("pointerdown")
    page.wait_for_timeout(600)
    page.dispatch_event("body", "pointerup")
    page.wait_for_timeout(1800)
    expect(page.locator("#table-play")).not_to_contain_text("cerrada")
    close.dispatch_event("pointerdown")
    expect(page.locator("#table-play")).to_contain_text("cerrada")
    page.select_option("#do-open [name=reglamento]", "argentina")
    for name, value in (("minimum", "50"), ("maximum", "5000"), ("chip", "10")):
        page.fill(f"#do-open [name={name}]", value)
    page.locator("#settings-argentina summary").tap()
    page.select_option("#settings-argentina [data-setting=decks]", "8")
    page.locator("#do-open > button").tap()
    expect(page.locator("#table-head")).to_contain_text("50–5.000")
    expect(page.locator("#table-play dd", has_text=re.compile("^8$"))).to_be_visible()


def test_the_inspector_sees_and_may_not_touch(visit: Visit) -> None:
    page = visit("/tables/mesa-2/", "irene")
    assert page.locator("#table-acts button:enabled").count() == 0


def test_the_first_page_of_the_demo_is_alive_and_lets_in_with_one_touch(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator("#wall-head")).to_contain_text("Mesa 1")
    page.locator(".logins button").first.tap()
    expect(page.locator(".tables")).to_contain_text("Mesa 2")
    page.locator('[name=language][value="en"]').tap()
    expect(page.locator(".tables")).to_contain_text("Console")
