"""What a house offers beside the game: called by its name, with a key at the console, and told why it was paid."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest
from django.utils import translation

from casino.common.answers import error_of
from tables.door.service import create_table, game_of
from tables.engine import NoHistory, Refusal, State, decide, new_state, parse
from tables.engine.payment.reasons import of_payment
from tables.engine.payment.settlement import result_of, settlement
from tables.record.reglamentos.catalogue import add, resolve
from tables.record.reglamentos.words import speaking
from tables.robot.context import Behaviour
from tables.robot.robot import Robot
from tables.rules.chances import CONDITIONS, Line
from tables.rules.reglamento import Reglamento
from tables.screens.inspector.words import differences
from tables.screens.table import screen as table_page
from tables.screens.wall import SCREEN as WALL
from tables.screens.wall_odds import ROOM, pages_of_odds
from tables.screens.why.pages import _shown
from tables.view.labels.chances import line_said, odds_said, short_odds
from tables.view.labels.commands import command_told
from tables.view.labels.game import chance_label, chance_sign
from tests.screens.test_console import after, drawn, enabled, given, seen

HOUSE = Path(__file__).parent.parent / "data" / "six_side_bets.toml"
SIDE_BETS = ("punto-pair", "banca-pair", "perfect-pair", "dragon-7", "small", "banca-dragon-bonus")
LIMITS = {"minimum": 100, "maximum": 10_000, "chip": 5}
PLAYED = 120  # commands of a robot
pytestmark = pytest.mark.django_db


@pytest.fixture
def rules() -> Reglamento:
    return add(HOUSE.read_text())[0]


@pytest.fixture
def table(rules: Reglamento) -> State:
    """With Ana in seat 1 at her first bets."""
    return betting(opened())


def opened(**more: object) -> State:
    said = parse({"command": "open_table", "reglamento": "casa", **LIMITS, **more})
    return decide(new_state(), said, "jefe", NoHistory(), resolve("casa")).state


def betting(state: State) -> State:
    for command, fields in (
        ("join", {"player": "ana", "name": "Ana"}),
        ("sit", {"player": "ana", "seat": 1}),
        ("shuffle", {"riffles": 4}),
        ("cut", {"depth": 150}),
    ):
        state = given(state, command, **fields)
    return state


def bet(state: State, chance: str, amount: int = 100) -> State:
    return given(state, "place_bet", player="ana", chance=chance, amount=amount)


def dealt(state: State, *cards: str) -> State:
    state = given(state, "close_betting")
    for card in cards:
        state = given(state, "card", hand=seen(state).snapshot["pass"]["next"], card=card)
    return state


def refused(state: State, command: str, **fields: object) -> str:
    with pytest.raises(Refusal) as refusal, translation.override("es"):
        given(state, command, **fields)
    with translation.override("es"), speaking("casa"):
        return str(error_of(refusal.value)["message"])


class TestNames:
    @pytest.mark.parametrize(
        ("language", "name"), [("es", "Dragón 7"), ("en", "Dragon 7"), ("fr", "Dragon 7"), ("sl", "Zmaj 7")]
    )
    def test_in_the_readers_language(self, rules: Reglamento, language: str, name: str) -> None:
        with translation.override(language):
            assert chance_label(rules.name, "dragon-7") == name

    def test_a_name_that_a_language_lacks_is_that_of_another(self, rules: Reglamento) -> None:
        with translation.override("sl"):
            assert chance_label(rules.name, "banca-dragon-bonus") == "Bonus dragón banca"

    def test_the_snapshot_has_the_names_and_signs_of_the_games_own_too(self, table: State) -> None:
        found = {one["slug"]: one for one in seen(table).snapshot["chances"]}
        assert found["punto"]["sign"] == "P" and set(found["tie"]["names"]) == {"es", "en", "fr", "sl"}
        assert all(one["names"] and one["sign"] for one in found.values())

    def test_a_refusal_calls_it_by_its_name(self, table: State) -> None:
        state = given(bet(table, "perfect-pair"), "close_betting")
        assert refused(state, "card", hand="punto", card="K").startswith("Pareja perfecta")

    def test_the_differential_is_told_in_money(self, rules: Reglamento) -> None:
        state = bet(betting(opened(differential=500)), "punto", 600)
        assert "differential" in drawn(state) and "600" in refused(state, "close_betting")


class TestWords:
    @pytest.mark.parametrize("language", ["es", "en", "fr", "sl"])
    def test_every_condition_and_value_is_said(self, language: str) -> None:
        with translation.override(language):
            for name, condition in CONDITIONS.items():
                said = [line_said(Line(((name, frozenset((one,))),), None)) for one in condition.values]
                assert len(set(said)) == len(condition.values) and all(said)

    @pytest.mark.parametrize(
        ("chance", "line", "said"),
        [
            ("dragon-7", 1, "banca wins with 7 and three cards"),
            ("banca-dragon-bonus", 1, "banca wins with a natural"),
            ("banca-dragon-bonus", 2, "a tie, two naturals"),
            ("banca-dragon-bonus", 3, "banca wins by 9"),
            ("perfect-pair", 1, "two perfect pairs"),
            ("small", 1, "4 cards in all"),
        ],
    )
    def test_a_line(self, rules: Reglamento, chance: str, line: int, said: str) -> None:
        with translation.override("en"):
            assert line_said(rules.chance(chance).pays[line - 1]) == said

    def test_odds(self, rules: Reglamento) -> None:
        with translation.override("es"):
            assert [odds_said(odds) for odds in (Fraction(40), Fraction(3, 2), Fraction(27, 50))] == [
                "40 a 1",
                "3 a 2",
                "0,54 a 1",
            ]
            assert short_odds(rules.chance("perfect-pair")) == "25 · 200:1"
            assert short_odds(rules.chance("banca-dragon-bonus")) == "1–30:1"


def test_why_a_side_bet_was_paid(table: State, rules: Reglamento) -> None:
    state = dealt(bet(table, "dragon-7"), "Kc", "3h", "Ad", "2s", "4")
    state = given(state, "card", hand="banca", card="2")
    paid = game_of(state, "croupier")
    reasons = of_payment(paid, settlement(paid, result_of(paid)))
    with translation.override("es"), speaking("casa"):
        titles = [reason.title for reason in _shown(reasons, rules, state)]
    assert titles[0] == "Dragón 7: banca gana con 7 y tres cartas: 40 a 1"


def test_why_a_winning_banca_only_stays() -> None:
    ez = add((HOUSE.parent.parent.parent / "docs" / "examples" / "ez.toml").read_text())[0]
    said = parse({"command": "open_table", "reglamento": "ez", **LIMITS})
    state = bet(betting(decide(new_state(), said, "jefe", NoHistory(), ez).state), "banca")
    paid = game_of(dealt(state, "K", "2", "3", "2", "2", "3"), "croupier")
    with translation.override("es"), speaking("ez"):
        titles = [one.title for one in _shown(of_payment(paid, settlement(paid, "banca")), ez, paid.state)]
    assert titles[0] == "Banco: banca gana con 7 y tres cartas: queda"


def test_why_a_payment_is_not_its_odds(rules: Reglamento) -> None:
    state = dealt(bet(betting(opened(chip=25, minimum=25)), "small", 25), "9c", "3h", "Kd", "2s")
    paid = game_of(state, "croupier")
    [small] = [one for one in of_payment(paid, settlement(paid, "punto")) if one.rule == "chance_payout"]
    assert {("won", 50), ("chip", 25)} <= {(fact.name, fact.value) for fact in small.facts}


class TestConsole:
    def robot(self) -> Iterator[State]:
        state, robot = opened(), Robot(1, Behaviour(min_seated=4, max_seated=8, max_standing=2))
        for _ in range(PLAYED):
            yield state
            state = after(state, robot)

    def test_every_state_is_drawn_and_takes_side_bets(self, rules: Reglamento) -> None:
        taken = set()
        for state in self.robot():
            page = drawn(state)
            ids = re.findall(r'\bid="([^"]+)"', page)
            assert len(ids) == len(set(ids)) and "None" not in page
            if state.phase == "betting":
                assert set(re.findall(r'data-chance="([^"]+)"', page)) >= {"punto", "banca", *SIDE_BETS}
                assert not state.names or "place_bet" in enabled(page)
            taken |= {one.chance for one in state.current.bets}
        assert taken & set(SIDE_BETS)

    def test_a_closed_chance_says_why(self, table: State) -> None:
        assert "data-closed" not in drawn(table)
        table = replace(table, current=replace(table.current, number=41))
        with translation.override("es"):
            [said] = re.findall(r'data-closed="([^"]+)"', drawn(table))
        assert said == "Bonus dragón banca se juega hasta el pase 40 del mazo."

    def test_the_payment_is_one_figure_at_the_seat_and_its_lines_in_the_order_of_working(
        self, table: State
    ) -> None:
        for chance in ("small", "dragon-7", "banca", "punto-pair", "tie"):
            table = bet(table, chance)
        page = drawn(dealt(table, "2c", "4h", "2d", "4s"))
        assert '<span class="lying">+1.145</span>' in page.replace("\n", "")
        rows = re.findall(r'id="due-ana-([\w-]+)"', page)
        assert rows == ["dragon-7", "tie", "banca", "punto-pair", "small"]

    def test_what_keeps_no_va_mas_from_being_said_is_told(self, rules: Reglamento) -> None:
        state = bet(betting(opened(differential=500)), "punto", 500)
        assert 'id="act-primary"' in drawn(state)
        page = drawn(bet(state, "punto"))
        assert 'id="act-primary"' not in page and "withheld" not in page
        assert re.search(r'class="abnormal act-note".*?600 / 500', page, re.DOTALL)

    def test_suits_are_asked_for_the_first_two_cards_of_each_hand(self, table: State) -> None:
        state = given(table, "close_betting")
        for card in ("2c", "3h", "2d", "3s"):
            assert 'data-suit="h"' in drawn(state)
            state = given(state, "card", hand=seen(state).snapshot["pass"]["next"], card=card)
        assert state.phase == "dealing" and 'data-suit="h"' not in drawn(state)


class TestWall:
    def test_what_may_be_bet_and_the_pairs_of_each_pass(self, table: State) -> None:
        state = given(dealt(table, "9h", "3c", "9d", "3s"), "settle")
        assert seen(state).snapshot["marks"] == ["pbn"]
        parts = WALL.render(seen(state, "display"))
        assert "Dragon 7" in parts["wall-odds"] or "Dragón 7" in parts["wall-odds"]
        for road in ("big", "plate"):
            assert parts[f"wall-{road}"].count('class="pair') == 2
            assert parts[f"wall-{road}"].count('class="natural"') == 1

    def test_the_odds_of_every_line_of_every_chance(self, table: State) -> None:
        """None is told as a range, and a line has room on the glass."""
        pages = pages_of_odds(seen(table, "display"))
        assert all(sum(entry.length for entry in page) <= ROOM for page in pages)
        found: dict[str, list[str]] = {}
        for entry in chain(*pages):
            told = found.setdefault(entry.label, [])
            told += [" ".join(filter(None, (one.when, one.odds, one.less))) for one in entry.paid]
        assert found["Punto"] == ["1:1"]
        assert found["Banco"] == ["1:1 −5\xa0%"]
        assert found["Egalité"] == ["8:1"]
        assert found["Dragón 7"] == ["40:1"]
        assert found["Pareja perfecta"] == ["dos parejas perfectas 200:1", "una pareja perfecta 25:1"]
        assert found["Bonus dragón banca"][0] == "una diferencia de 9 30:1"
        assert len(found["Bonus dragón banca"]) == 7

    def test_side_bets_that_stay_are_told_by_their_signs(self, table: State) -> None:
        """Their names would run into the cards."""
        for chance in ("punto", "banca-dragon-bonus"):
            table = bet(table, chance)
        said = WALL.render(seen(dealt(table, "9h", "9c", "Kd", "Ks"), "display"))["wall-moment"]
        stay = re.findall(
            r"<b class=[^>]+>\s*(.+?)\s*</b>", said[said.index("wall-stays") :].partition("</p>")[0]
        )
        assert stay == [chance_sign("casa", chance) for chance in ("punto", "banca-dragon-bonus")]


class TestLimits:
    def test_the_record_tells_those_of_single_chances_and_the_differential(self, table: State) -> None:
        of = {"minimum": 100, "maximum": 10_000, "differential": 500, "chances": {"small": {"maximum": 300}}}
        with translation.override("es"), speaking("casa"):
            told = command_told({"command": "set_limits", **of}, {})
            after_it = seen(given(table, "set_limits", **of), "jefe").snapshot
            changes = {
                what: (was, is_now) for what, was, is_now in differences(seen(table).snapshot, after_it)
            }
        assert told.startswith("100–10.000 · Diferencial 500 · ") and told.endswith(" …–300")
        assert changes["Límites después del pase · Diferencial"] == ("–", "500")
        assert any(is_now.endswith("–300") for _was, is_now in changes.values())

    def test_the_form_has_each_chance_and_what_waits_is_shown(self, table: State) -> None:
        create_table("mesa", "Mesa")
        state = given(bet(table, "punto"), "close_betting")
        state = given(
            state, "set_limits", minimum=100, maximum=10_000, chances={"dragon-7": {"maximum": 300}}
        )
        parts = table_page.SCREEN.render(seen(state, "jefe"))
        fields = re.findall(r'data-limit-of="([\w-]+)"\s+data-limit="(\w+)"', parts["table-acts"])
        assert ("punto", "minimum") in fields and ("punto", "maximum") not in fields
        assert {(slug, which) for slug in SIDE_BETS for which in ("minimum", "maximum")} <= set(fields)
        assert re.search(r"10–300", parts["table-head"])

    def test_a_gain_by_rounding_is_told_in_a_sentence(self, rules: Reglamento) -> None:
        with translation.override("en"):
            said = table_page.SCREEN.render(seen(opened(minimum=25, chip=25), "jefe"))["table-departures"]
        assert re.search(r"With a chip of 25 and stakes of 25 to \d+, what is rounded", said)
