"""Cards as they are dealt, declined, held and counted, and what is said of them (argentina arts. 15, 17, 46-51)."""

from typing import Any

import pytest

from tables.engine import Game, reasons
from tables.engine.available import is_available
from tables.engine.copying import replace
from tables.engine.incidents.events import IncidentNoted, cards_on_the_table
from tables.engine.shoe.events import ResumeSet
from tables.engine.state import Pass
from tests.engine.test_banks import bet, chemin, refusal
from tests.engine.test_reasons import BANCA_WINS, PUNTO_WINS, Table, argentina, facts


def at_the_cards(table: Table, *cards: str) -> Table:
    """After no va más, with these cards dealt by turns."""
    table.give("close_betting")
    for number, card in enumerate(cards):
        table.give("card", hand=("punto", "banca")[number % 2], card=card)
    return table


def with_shoe(table: Table, **known: Any) -> Table:
    assert table.state.shoe
    table.state = replace(table.state, shoe=replace(table.state.shoe, **known))
    return table


def with_bet(table: Table, player: str, amount: int) -> Table:
    bet(table, player, amount)
    return table


# What may be dealt


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("card", {"hand": "punto", "card": "7"}),
        ("incident", {"kind": "exposed_card", "card": "7"}),
        ("incident", {"kind": "early_cards", "cards": ["7"]}),
        ("incident", {"kind": "undue_card", "card": "7"}),
    ],
)
def test_no_rank_is_dealt_more_often_than_the_decks_have_it(command: str, fields: dict[str, Any]) -> None:
    table = with_shoe(at_the_cards(argentina()), seen={"7": 23})
    table.give(command, **fields)
    table = with_shoe(at_the_cards(argentina()), seen={"7": 24})
    assert refusal(table, command, **fields)[0] == "impossible_card"


def test_no_card_is_held_that_cannot_be_in_the_shoe() -> None:
    table = with_shoe(at_the_will(), seen={"7": 24})
    assert refusal(table, "incident", kind="undue_card", card="7")[0] == "impossible_card"


def at_the_will() -> Table:
    """Carl has five on two cards."""
    return at_the_cards(with_bet(argentina(), "carl", 50), "2", "K", "3", "5")


@pytest.mark.parametrize(("left", "last"), [(9, False), (8, True)])
def test_art_11_a_held_card_is_one_card_towards_the_stop_card(left: int, last: bool) -> None:
    """Seven lie behind it."""
    table = at_the_will()
    assert table.state.shoe
    with_shoe(table, dealt=52 * table.state.shoe.decks - left)
    table.give("incident", kind="undue_card", card="7")
    assert table.state.current.held == "7"
    assert table.state.shoe and table.state.shoe.last_pass is last


def test_art_15_no_more_cards_are_taken_early_than_the_shoe_has() -> None:
    table = argentina()
    assert table.state.shoe
    with_shoe(table, dealt=52 * table.state.shoe.decks - 1)
    refused = refusal(table, "incident", kind="early_cards", cards=["7", "8"])
    assert refused == ("above_maximum", "15", {"maximum": 1})


def test_a_card_that_is_held_lies_on_the_table_too() -> None:
    assert cards_on_the_table(Pass(1, punto=("2", "3"), banca=("4",))) == 3
    assert cards_on_the_table(Pass(1, punto=("2", "3"), banca=("4",), held="5")) == 4


def test_an_incident_is_recorded_with_its_own_fields_only() -> None:
    table = argentina()
    version = table.state.version
    table.give("incident", kind="exposed_card", card="7", expected_version=version)
    [noted] = [one for one in table.events if isinstance(one, IncidentNoted)]
    assert noted.details == {"card": "7"}


# Who holds the cards


def test_art_46_the_cards_may_be_declined_until_the_first_is_dealt() -> None:
    table = at_the_cards(with_bet(argentina(), "carl", 50))
    game = Game(table.state, table.rules, "croupier")
    assert is_available(game, "decline_cards")
    table.give("card", hand="punto", card="2")
    assert not is_available(Game(table.state, table.rules, "croupier"), "decline_cards")
    nobodys = at_the_cards(argentina())
    assert not is_available(Game(nobodys.state, nobodys.rules, "croupier"), "decline_cards")


def test_art_19_who_was_given_the_cards_without_a_stake_may_leave_and_the_croupier_shows_them() -> None:
    table = at_the_will()
    current = replace(table.state.current, card_holder="dora", bets=(), will=None)
    table.state = replace(table.state, current=current)
    table.give("leave", player="dora")
    assert table.state.current.card_holder is None
    assert (table.state.phase, table.state.current.will) == (
        "dealing",
        "stand",
    )  # art. 28; banca draws to five


def test_art_47_who_bets_on_tie_is_not_on_both_hands() -> None:
    table = argentina(settings={"tie_bet": 1})
    for player, chance in (("bea", "punto"), ("bea", "tie"), ("carl", "punto"), ("carl", "banca")):
        table.give("place_bet", player=player, chance=chance, amount=50)
    found = facts(table.now(), "card_holder")
    assert found["on_both"] == ("carl",)
    assert found["largest_bets"] == (("bea", 50),)


def test_chemin_de_fer_art_8_the_cards_of_the_bank_before_are_told_by_their_rule() -> None:
    table = with_bet(with_bet(chemin(100), "bea", 50), "carl", 20)
    table.state = replace(table.state, current=replace(table.state.current, card_right="carl"))
    [reason] = [one for one in table.now() if one.rule == "cards_of_the_bank_before"]
    assert reason.player == "carl"
    table.state = replace(table.state, current=replace(table.state.current, card_right=None))
    assert [one.player for one in table.now() if one.rule == "card_holder"] == ["bea"]


def test_chemin_de_fer_what_the_banker_chose_is_told() -> None:
    table = at_the_cards(with_bet(chemin(100), "bea", 50), "2", "K", "3", "5")
    table.give("will", choice="draw")
    table.give("card", hand="punto", card="4")
    assert table.state.phase == "bank_choice", "five against four"
    table.give("bank_choice", choice="stand")
    [reason] = [
        one for one in reasons.now(Game(table.state, table.rules, "jefe")) if one.rule == "banca_draw"
    ]
    found = {fact.name: (fact.value, fact.kind) for fact in reason.facts}
    assert (found["choice"], found["move"]) == (("stand", "word"), ("stand", "word"))
    assert "punto_stood" not in found


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        (("9", "K", "K"), ["punto_draw"]),  # banca's second card may be a nine too
        (("K", "9", "7", "K"), ["natural"]),
        (("9", "K", "K", "2"), ["natural"]),
        (("7", "K", "K", "4"), ["punto_draw", "banca_draw"]),
        (("2", "K", "K", "6"), ["punto_draw"]),  # banca waits for punto's third card
    ],
)
def test_what_the_drawing_table_says_as_far_as_the_hands_are_known(
    cards: tuple[str, ...], rules: list[str]
) -> None:
    table = at_the_cards(argentina(), *cards)
    found = [one.rule for one in table.now()]
    assert [rule for rule in found if rule in {"natural", "punto_draw", "banca_draw"}] == rules


def test_a_third_card_of_banca_is_told_with_what_it_drew_to() -> None:
    table = at_the_cards(argentina(), "7", "K", "K", "4")
    table.give("card", hand="banca", card="3")
    found = facts(table.now(), "banca_draw")
    assert (found["banca_two"], found["move"], found["banca_total"]) == (4, "draw", 7)


# A burned shoe


def test_art_49_a_shoe_that_is_burned_before_a_bank_leaves_what_was_to_follow() -> None:
    """The first auction is still to come, or the offer from where it had got to."""
    auction = Table("argentina")
    auction.give("shuffle", riffles=4)
    auction.give("burn_shoe", reason="a torn card", consent="jefe")
    assert auction.state.resume.how == "first"
    with_a_bank = with_bet(argentina(), "bea", 50)
    with_a_bank.give("burn_shoe", reason="a torn card", consent="jefe")
    assert with_a_bank.state.resume.how == "bank"
    assert [one.resume.how for one in with_a_bank.events if isinstance(one, ResumeSet)] == ["bank"]


def test_the_right_to_the_cards_ends_with_the_bank() -> None:
    """Chemin-de-fer art. 8."""
    table = chemin(100)
    table.state = replace(table.state, current=replace(table.state.current, card_right="carl"))
    bet(table, "carl", 50)
    table.deal(*PUNTO_WINS)
    assert table.state.bank is None and table.state.current.card_right is None
    table = chemin(100)
    bet(table, "bea", 50)
    table.deal(*BANCA_WINS)
    table.state = replace(table.state, current=replace(table.state.current, card_right="carl"))
    table.give("suite")
    assert table.state.bank is None and table.state.current.card_right is None
