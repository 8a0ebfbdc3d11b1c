"""The console keeps its places: words inside their keys, columns that stay, and nothing needed is hidden."""

import sqlite3
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import (
    BETTORS,
    CONSOLE,
    GIVE,
    Hand,
    bet,
    give,
    in_phase,
    opened,
    to_betting,
    to_first_bets,
    to_result,
)
from tests.browser.houses import House
from tests.pages.faults import unreached, violations

SIZES = ((1280, 800), (1024, 768), (800, 1280), (390, 844))
FALLEN_OUT = """() => [...document.querySelectorAll("main button, main a.button, .act-note")]
    .filter((key) => key.checkVisibility()).filter((key) => {
        const box = key.getBoundingClientRect();
        const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            if (!text.data.trim() || text.parentElement.closest(".unseen, .unseen, .who, .act-object, .act-who"))
                continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            for (const at of range.getClientRects())
                if (at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1
                    || at.bottom > box.bottom + 1) return true;
        }
        return box.right > innerWidth + 1;
    }).map((key) => key.id || key.textContent.trim())"""


def fallen_out(hand: Hand) -> dict[tuple[int, int], list[str]]:
    """The keys, at each size, whose words do not lie inside them or that do not lie on the screen."""
    found = {}
    for width, height in SIZES:
        hand.page.set_viewport_size({"width": width, "height": height})
        if keys := hand.page.evaluate(FALLEN_OUT):
            found[width, height] = keys
    hand.page.set_viewport_size({"width": 1280, "height": 800})
    return found


def to_chemin_de_fer(visit: Visit) -> Hand:
    jefe = visit("/tables/mesa-2/", "julio")
    limits = {"minimum": 100, "maximum": 10_000, "chip": 10}
    commands: list[dict[str, Any]] = [
        {"command": "close_table"},
        {"command": "open_table", "reglamento": "chemin-de-fer", **limits},
    ]
    for seat, player in enumerate(BETTORS, 1):
        commands += [
            {"command": "join", "player": player, "name": player.title()},
            {"command": "sit", "player": player, "seat": seat},
        ]
    assert jefe.evaluate(GIVE, commands) == []
    return Hand(visit(CONSOLE, "carla"))


SPOTS = """() => [...document.querySelectorAll(".spot")].filter((spot) => spot.checkVisibility()).filter((spot) => {
    const box = spot.getBoundingClientRect();
    return box.width < 43.5 || box.height < 43.5;
}).map((spot) => spot.id)"""


def test_no_spot_is_smaller_than_a_finger_where_three_chances_are_bet(visit: Visit) -> None:
    """Also those of who stands, whose spots lie in a row."""
    hand = Hand(visit("/tables/mesa-3/console/", "carla"))
    expect(hand.page.locator(".rail .spot.tie")).to_be_visible()
    for width, height in SIZES:
        hand.page.set_viewport_size({"width": width, "height": height})
        assert hand.page.evaluate(SPOTS) == [], (width, height)


NARROW = """() => [...document.querySelectorAll(".person")].filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().width < 55.5).map((one) => one.id)"""


def test_a_name_is_read_while_a_tie_is_paid(visit: Visit) -> None:
    jefe, hand = visit("/tables/mesa-3/", "julio"), Hand(visit("/tables/mesa-3/console/", "carla"))
    to_first_bets(jefe)
    for player, chance in (("bea", "punto"), ("carlos", "banca"), ("emilio", "tie")):
        give(jefe, "place_bet", player=player, chance=chance, amount=200)
    give(jefe, "close_betting")
    to_result(jefe, "K 4 2 5")
    expect(hand.page.locator(".rail .spot.tie.loses")).to_be_visible()
    for width, height in SIZES:
        hand.page.set_viewport_size({"width": width, "height": height})
        assert hand.page.evaluate(NARROW) == [], (width, height)


def test_no_word_falls_out_of_its_key_in_chemin_de_fer(visit: Visit) -> None:
    hand = to_chemin_de_fer(visit)
    hand.corner()
    hand.tap("#cut-croupier")
    in_phase(hand.page, "offer")
    assert fallen_out(hand) == {}
    hand.tap("#chip-300")
    hand.tap("#accept-ana")
    in_phase(hand.page, "betting")
    assert fallen_out(hand) == {}
    bet(hand, "bea", "punto")
    hand.shown()
    assert fallen_out(hand) == {}


@pytest.mark.parametrize("language", ["en", "fr", "sl"])
def test_no_word_falls_out_of_its_key_in_another_language(hand: Hand, house: House, language: str) -> None:
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_user SET language = ? WHERE username = 'carla'", [language])
    hand.page.reload()
    hand.page.wait_for_selector(f'html[lang="{language}"][data-line="up"]')
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.shown()
    assert fallen_out(hand) == {}
    hand.corner()
    hand.deal("2 10 3 4")
    in_phase(hand.page, "will")
    assert fallen_out(hand) == {}


def test_the_open_keypad_and_the_sheet_of_the_bank_break_no_rule(hand: Hand) -> None:
    to_betting(hand)
    for width, height in SIZES:
        hand.page.set_viewport_size({"width": width, "height": height})
        hand.tap("#exact")
        hand.tap('#keypad [data-digit="7"]')
        assert [*violations(hand.page), *unreached(hand.page)] == []
        hand.tap('#keypad [data-digit="cancel"]')
        hand.tap("#act-bank")
        assert [*violations(hand.page), *unreached(hand.page)] == []
        hand.page.keyboard.press("Escape")


COLUMNS = """() => ["act-undo", "act-incident", "act-dispute", "act-more"].map((id) => {
    const { left, width, top } = document.getElementById(id).getBoundingClientRect();
    return [id, left, width, top];
})"""


def test_the_acts_keep_their_columns_in_every_phase(hand: Hand) -> None:
    def columns() -> list[object]:
        found = []
        for width, height in SIZES[:3]:
            hand.page.set_viewport_size({"width": width, "height": height})
            found.append(hand.page.evaluate(COLUMNS))
        return found

    places = [columns()]
    to_betting(hand)
    places.append(columns())
    bet(hand, "bea", "punto")
    hand.corner()
    in_phase(hand.page, "dealing")
    places.append(columns())
    hand.deal("2 10 3 4")
    in_phase(hand.page, "will")
    places.append(columns())
    assert fallen_out(hand) == {}
    hand.tap("#will-stand")
    hand.deal("5")
    in_phase(hand.page, "resolved")
    places.append(columns())
    assert places == [places[0]] * len(places)


def test_to_draw_and_to_stand_weigh_the_same(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("2 10 3 4")
    in_phase(hand.page, "will")
    looks = """(id) => {
        const key = document.getElementById(id);
        const { width, height } = key.getBoundingClientRect();
        const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(key);
        return [Math.round(width), Math.round(height), backgroundColor, color, fontSize, fontWeight];
    }"""
    for size in SIZES:
        hand.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert hand.page.evaluate(looks, "will-stand") == hand.page.evaluate(looks, "will-draw"), size
        stand, draw = (hand.page.locator(f"#will-{way}").bounding_box() for way in ("stand", "draw"))
        assert stand and draw and abs(stand["y"] - draw["y"]) < 1 and stand["x"] < draw["x"]


TWICE = """async ([first, second, pause]) => {
    document.getElementById(`rank-${first}`).click();
    await new Promise((over) => setTimeout(over, pause));
    document.getElementById(`rank-${second}`).click();
}"""


def test_two_touches_of_one_card_in_a_moment_deal_it_once(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    in_phase(hand.page, "dealing")
    hand.page.evaluate(TWICE, ["7", "7", 90])
    hand.shown()
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["7"])
    expect(hand.page.locator("#hand-banca .card")).to_have_count(0)
    hand.page.evaluate(TWICE, ["K", "3", 20])  # a fast hand
    expect(hand.page.locator("#hand-banca .card")).to_have_text(["K"])
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["7", "3"])


def test_two_cards_alike_one_after_the_other_are_two(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    in_phase(hand.page, "dealing")
    hand.page.evaluate(TWICE, ["7", "7", 400])
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["7"])
    expect(hand.page.locator("#hand-banca .card")).to_have_text(["7"])


def test_a_card_key_that_is_held_down_is_one_card(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    in_phase(hand.page, "dealing")
    hand.page.keyboard.down("7")
    hand.page.wait_for_function("() => !document.querySelector('.deaf')")
    hand.page.keyboard.down("7")  # what a held key repeats
    hand.page.keyboard.up("7")
    hand.shown()
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["7"])
    expect(hand.page.locator("#hand-banca .card")).to_have_count(0)


def test_an_upright_tablet_shows_seats_cards_and_bets_at_once(hand: Hand) -> None:
    hand.page.set_viewport_size({"width": 800, "height": 1280})
    to_betting(hand)
    for who in BETTORS[1:]:
        bet(hand, who, "punto")
    hand.shown()
    apart = """() => {
        const shown = "main .seat:has(*), .center, #console-side, #console-pad, #console-acts";
        const parts = [...document.querySelectorAll(shown)];
        const boxes = parts.map((part) => [part.id || part.className, part.getBoundingClientRect()]);
        const [inside, cross] = [[], []];
        for (const [one, a] of boxes) {
            if (!(a.height && a.top >= 0 && a.bottom <= innerHeight + 1 && a.right <= innerWidth + 1)) inside.push(one);
            for (const [other, b] of boxes)
                if (one < other && !one.startsWith("standing") && !other.startsWith("standing")
                    && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
                    cross.push(`${one} ${other}`);
        }
        return [...inside, ...cross];
    }"""
    assert hand.page.evaluate(apart) == []
    expect(hand.page.locator(".views")).to_be_hidden()
    expect(hand.page.locator(".hands")).to_be_visible()
    expect(hand.page.locator(".list.bets")).to_contain_text("Fátima")
    hand.corner()
    hand.deal("3 9 4 10")
    in_phase(hand.page, "resolved")
    assert hand.page.evaluate(apart) == []
    expect(hand.page.locator("#due-collected")).to_be_visible()
    assert hand.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


SEEN = """(selector) => [...document.querySelectorAll(selector)].every((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [[left + 1, top + 1], [right - 1, bottom - 1], [(left + right) / 2, (top + bottom) / 2]]
        .every(([x, y]) => one.closest("dl, #console-pad").contains(document.elementFromPoint(x, y)));
})"""


def test_the_shoes_count_stays_beside_every_notice(hand: Hand) -> None:
    to_betting(hand)
    hand.dispute()
    expect(hand.page.locator("#open-disputes")).to_be_visible()
    hand.tap("#act-stop")
    expect(hand.page.locator(".last-pass")).to_be_visible()
    for width, height in SIZES:
        hand.page.set_viewport_size({"width": width, "height": height})
        assert hand.page.evaluate(SEEN, "#console-head .facts dd"), (width, height)


def test_a_refusal_hides_neither_limits_and_bank_nor_the_keys(hand: Hand) -> None:
    to_betting(hand)
    spots = ("#spot-emilio-punto", "#spot-dora-banca", "#spot-bea-punto", "#spot-fatima-punto")
    for spot, (width, height) in product(spots, SIZES[:3]):
        hand.page.set_viewport_size({"width": width, "height": height})
        hand.tap("#chip-10000")
        hand.tap(spot)
        hand.shown()
        hand.tap(spot)
        expect(hand.page.locator("#refusal")).to_be_visible()
        assert hand.page.evaluate(SEEN, "#console-head .facts dd, #console-pad button"), (spot, width)
        hand.tap("#chip-100")
        hand.tap("#act-undo")
        hand.shown()


INSIDE = """(one) => one.getBoundingClientRect().top
    >= document.querySelector('.incidents').getBoundingClientRect().top - 1"""


def test_the_guides_first_sentence_is_seen_whenever_it_opens(hand: Hand) -> None:
    to_betting(hand)
    sentence = hand.page.locator("#step-exposed_card form > p").first
    hand.tap("#act-incident")
    hand.tap("#step-exposed_card summary")
    for _ in range(2):
        hand.tap("#do-exposed_card")
        expect(hand.page.locator("#step-exposed_card .wrong")).to_be_visible()
        assert sentence.evaluate(INSIDE)
        hand.page.locator(".incidents").evaluate("(list) => { list.scrollTop = 20; }")
        hand.tap("#incident [data-close]")
        hand.tap("#act-incident")
        assert sentence.evaluate(INSIDE)


def test_the_guides_first_sentence_is_seen_however_far_the_list_is_scrolled(hand: Hand) -> None:
    to_betting(hand)
    for width, height in SIZES[:3]:
        hand.page.set_viewport_size({"width": width, "height": height})
        hand.tap("#act-incident")
        list_of_guides = hand.page.locator(".incidents")
        list_of_guides.evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
        list_of_guides.locator("summary").last.tap()
        assert list_of_guides.locator("details[open] form > p").first.evaluate(INSIDE)
        list_of_guides.locator("summary").last.tap()
        hand.tap("#incident [data-close]")


def test_the_head_says_the_reglamentos_title_whole_and_suspended_in_one_line(visit: Visit) -> None:
    hand = Hand(visit(CONSOLE, "julio"))
    tops = "(one) => new Set([...one.getClientRects()].map(({ top }) => top)).size"
    whole = "(one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().top > 0"
    for reglamento in ("argentina", "chemin-de-fer", "spain", "monte-carlo", "slovenia"):
        opened(hand, reglamento)
        give(hand.page, "suspend", reason="humo")
        expect(hand.page.locator(".phase .abnormal")).to_be_visible()
        for width, height in SIZES[:2]:
            hand.page.set_viewport_size({"width": width, "height": height})
            assert hand.page.locator(".where .soft").evaluate(whole), reglamento
            assert hand.page.locator(".phase .abnormal").evaluate(tops) == 1, reglamento
        give(hand.page, "resume")


def test_no_notice_pushes_the_head_of_an_upright_tablet_off_the_screen(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#act-stop")
    expect(hand.page.locator(".last-pass")).to_be_visible()
    hand.tap("#act-dispute")
    hand.tap("#mark-dispute")
    expect(hand.page.locator("#open-disputes")).to_be_visible()
    hand.page.set_viewport_size({"width": 800, "height": 1280})
    head = """() => [...document.querySelectorAll("#console-head h1, #console-head .phase, #console-head dd")]
        .filter((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return top < 0 || bottom > document.querySelector(".oval").getBoundingClientRect().top;
        }).map((one) => one.textContent.trim())"""
    assert hand.page.evaluate(head) == []


def test_back_from_a_payment_into_its_pass_the_bets_stay_in_front(hand: Hand) -> None:
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    hand.corner()
    in_phase(hand.page, "betting")
    expect(hand.page.locator("#tab-paid")).to_have_attribute("aria-pressed", "true")
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("3 9 4 10")
    in_phase(hand.page, "resolved")
    hand.shown()
    hand.tap("#act-undo")
    in_phase(hand.page, "dealing")
    expect(hand.page.locator("#tab-bets")).to_have_attribute("aria-pressed", "true")
