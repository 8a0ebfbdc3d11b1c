"""Which hand has a card to come, why the other has none, and when banca is shown (argentina arts. 20–28)."""

from typing import Any

import pytest

from tables.engine import Game, new_state
from tables.engine.available import is_available
from tables.engine.copying import replace
from tables.engine.dealing.drawing import MESSAGES, banca_lies_face_down, choice_is_open, forbids, next_hand
from tables.engine.dealing.handlers import HANDS
from tables.engine.phase import Phase
from tables.engine.state import Shoe
from tables.rules.reglamentos import REGLAMENTOS


def dealt(punto: str, banca: str, reglamento: str = "argentina", **known: Any) -> Game:
    """The cards of each hand, by their ranks. `known`: of the pass."""
    state = new_state()
    current = replace(state.current, punto=tuple(punto), banca=tuple(banca), card_holder="ana", **known)
    state = replace(state, phase="dealing", current=current, shoe=Shoe(1, 6))
    return Game(state, REGLAMENTOS[reglamento], "croupier")


@pytest.mark.parametrize(
    ("punto", "banca", "due", "of_the_other"),
    [
        ("", "", "punto", "dealing_order"),
        ("2", "", "banca", None),  # face down: punto's two may come first
        ("2", "3", "punto", "dealing_order"),
        ("24", "3", "banca", "dealing_order"),
        ("22", "33", "punto", "punto_draw"),
        ("223", "22", "banca", "punto_draw"),
        ("24", "32", "banca", "punto_draw"),
    ],
)
def test_the_hand_in_turn_has_the_card(punto: str, banca: str, due: str, of_the_other: str | None) -> None:
    game = dealt(punto, banca)
    assert next_hand(game) == due and forbids(game, due) is None
    [other] = {*HANDS} - {due}
    assert forbids(game, other) == of_the_other


@pytest.mark.parametrize(("punto", "banca"), [("24", "34"), ("27", "32"), ("35", "23"), ("225", "34")])
def test_when_both_have_their_cards_none_has_one_to_come(punto: str, banca: str) -> None:
    assert next_hand(dealt(punto, banca)) is None


@pytest.mark.parametrize(
    ("punto", "banca", "hand", "known", "rule"),
    [
        ("27", "32", "punto", {}, "natural"),
        ("27", "32", "banca", {}, "natural"),
        ("22", "36", "punto", {}, "natural"),
        ("22", "3", "punto", {}, "dealing_order"),
        ("24", "34", "punto", {}, "punto_draw"),
        ("24", "34", "banca", {}, "banca_draw"),
        ("223", "33", "punto", {}, "punto_draw"),
        ("225", "34", "banca", {}, "banca_draw"),
        ("23", "34", "punto", {"will": "stand", "card_holder": None}, "croupier_stands_on_five"),
        ("23", "34", "punto", {"will": "stand"}, "punto_draw"),
    ],
)
def test_a_hand_that_has_no_card_to_come_is_told_the_rule(
    punto: str, banca: str, hand: str, known: dict[str, Any], rule: str
) -> None:
    game = dealt(punto, banca)
    game.state = replace(game.state, current=replace(game.state.current, **known))
    assert forbids(game, hand) == rule
    assert MESSAGES[rule]


@pytest.mark.parametrize(
    ("punto", "banca", "known", "hidden"),
    [
        ("2", "", {}, False),  # nothing to hide
        ("2", "3", {}, True),
        ("24", "34", {}, False),  # punto has stood
        ("23", "34", {}, True),  # the will is awaited
        ("23", "34", {"will": "draw"}, True),
        ("23", "34", {"will": "stand"}, False),
        ("22", "34", {}, True),  # punto draws
        ("227", "34", {}, False),
        ("27", "34", {}, False),
    ],
)
def test_where_it_lies_face_down_banca_is_shown_when_punto_has_finished(
    punto: str, banca: str, known: dict[str, Any], hidden: bool
) -> None:
    assert banca_lies_face_down(dealt(punto, banca, **known)) is hidden
    assert banca_lies_face_down(dealt(punto, banca, "slovenia", **known)) is False


def has_no_choice(punto: str, banca: str, **known: Any) -> bool:
    return choice_is_open(dealt(punto, banca, "chemin-de-fer", **known)) is False


def test_the_banker_chooses_where_the_table_leaves_it_to_him_and_not_before_or_after() -> None:
    assert choice_is_open(dealt("229", "AA", "chemin-de-fer")) is False
    assert choice_is_open(dealt("229", "2A", "chemin-de-fer"))  # 3 against 9
    assert choice_is_open(dealt("224", "23", "chemin-de-fer"))  # 5 against 4
    assert has_no_choice("229", "2A", bank_choice="draw") and has_no_choice("22", "2A")
    assert has_no_choice("229", "2A2") and has_no_choice("27", "2A")


@pytest.mark.parametrize(
    ("left", "phase", "offered"), [(1, "dealing", True), (0, "dealing", False), (312, "dealing", True)]
)
def test_a_card_is_offered_while_there_is_one(left: int, phase: Phase, offered: bool) -> None:
    game = dealt("2", "")
    state = replace(game.state, open=True, phase=phase, shoe=Shoe(1, 6, dealt=312 - left))
    assert is_available(Game(state, game.rules, "croupier"), "card") is offered
    natural = dealt("27", "22")
    shown = replace(natural.state, open=True)
    assert not is_available(Game(shown, natural.rules, "croupier"), "card")
