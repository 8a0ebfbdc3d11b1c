"""Who may call banco, and what a call comes to (chemin-de-fer art. 14)."""

from typing import Any

from tables.engine import Game
from tables.engine.cover.banco import kinds_possible
from tables.engine.cover.events import BancoCalled
from tables.engine.cover.handlers import associates
from tables.engine.state import Banco
from tests.engine.test_banks import bet, chemin, refusal
from tests.engine.test_reasons import PEOPLE, Table


def possible(table: Table) -> list[str]:
    return kinds_possible(Game(table.state, table.rules, "croupier"))


def only(table: Table, *staying: str) -> Table:
    """The others of the four leave the table."""
    for player in PEOPLE:
        if player not in staying:
            table.give("leave", player=player)
    return table


def call(table: Table, player: str, kind: str, **fields: Any) -> Table:
    table.give("banco", player=player, kind=kind, **fields)
    return table


def test_an_association_needs_two_players_beside_the_banker() -> None:
    assert possible(only(chemin(100), "ana", "bea")) == ["solo", "table"]
    assert possible(only(chemin(100), "ana", "bea", "carl")) == ["solo", "association", "table"]
    assert possible(only(chemin(100), "ana")) == []


def test_a_call_is_worth_the_minimum_at_least_to_each_who_calls() -> None:
    assert possible(chemin(20)) == ["solo", "association", "table"]
    assert possible(chemin(19)) == ["solo"]


def test_a_call_with_the_table_leaves_the_bets_of_others_room() -> None:
    bet(table := chemin(100), "bea", 50)
    assert "table" in possible(table)
    bet(table, "bea", 1)
    assert "table" not in possible(table)
    assert refusal(table, "banco", player="carl", kind="table")[0] == "above_maximum"


def test_who_sits_nearer_may_take_over_a_call_with_the_table_whose_bet_then_goes_back() -> None:
    table = call(chemin(100), "dora", "table")
    bet(table, "carl", 50)
    assert "table" in possible(table)
    call(table, "bea", "table")
    assert [(one.player, one.amount) for one in table.state.current.bets] == [("carl", 50), ("bea", 50)]
    assert "table" not in possible(table), "nobody sits nearer than bea"


def test_who_has_called_may_not_call_the_same_again() -> None:
    table = call(only(chemin(100), "ana", "bea"), "bea", "solo")
    assert possible(table) == []
    assert refusal(table, "banco", player="bea", kind="solo")[0] == "not_entitled"


def test_an_association_comes_before_a_call_with_the_table_whoever_sits_nearer() -> None:
    table = call(chemin(100), "bea", "table")
    assert possible(table) == ["solo", "association"]
    call(table, "dora", "association", players=["carl"])
    assert table.state.current.banco == Banco("dora", "association", ("carl",))
    assert possible(table) == ["solo", "association"]
    assert refusal(table, "banco", player="bea", kind="table")[0] == "not_entitled"


def test_the_partners_of_a_call_are_the_others_who_bet() -> None:
    """The caller is none of them; a bet that lay there before goes back to whoever made it."""
    bet(table := chemin(100), "carl", 20)
    call(table, "bea", "association", players=["carl", "dora"])
    [called] = [event for event in table.events if isinstance(event, BancoCalled)]
    assert [(one.player, one.amount) for one in called.bets] == [("bea", 34), ("carl", 33), ("dora", 33)]
    assert table.state.current.bets == called.bets
    assert table.state.current.banco == Banco("bea", "association", ("carl", "dora"))


# An associate puts up the same amount as the banker (arts. 2, 4, 15)


def may_associate(table: Table) -> list[str]:
    return associates(Game(table.state, table.rules, "croupier"))


def test_an_associate_doubles_the_bank_up_to_the_maximum() -> None:
    assert may_associate(chemin(500)) == ["bea", "carl", "dora"]
    assert may_associate(chemin(501)) == []
    table = chemin(500)
    table.give("associate", player="carl")
    assert table.state.bank and table.state.bank.stake == 1000
    assert refusal(chemin(501), "associate", player="carl") == ("above_maximum", "15", {"maximum": 1000})


def test_art_4_the_passer_of_a_hand_is_no_associate_of_who_took_it() -> None:
    table = chemin(100)
    bet(table, "bea", 50)
    table.deal("3", "9", "4", "9")
    table.give("suite")
    taker = table.state.suite.asked if table.state.suite else ""
    table.give("take_suite", player=taker)
    assert table.state.bank and table.state.bank.passer == "ana"
    assert "ana" not in may_associate(table) and taker not in may_associate(table)
    assert refusal(table, "associate", player="ana")[:2] == ("not_entitled", "4")
