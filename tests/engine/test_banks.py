"""What becomes of a bank at its edges, and what a refusal says there."""

from typing import Any

import pytest

from casino.common.errors import Refusal
from tables.engine.bank.events import BankReturned
from tables.engine.bank.kinds import BANK_KINDS, MESSAGES
from tables.engine.cover.events import BankerBound
from tables.engine.dealing.events import ThirdCardUndue
from tests.engine.test_reasons import BANCA_WINS, Table, argentina

TIE = ("9", "9", "K", "K")


def chemin(stake: int, **opening: Any) -> Table:
    """Ana has the bank with `stake`."""
    table = Table("chemin-de-fer", **opening)
    table.give("shuffle", riffles=0)
    table.give("cut", depth=100)
    table.give("accept_bank", player="ana", amount=stake)
    return table


def refusal(table: Table, command: str, **fields: Any) -> tuple[str, str | None, dict[str, Any]]:
    """Code, article and values."""
    with pytest.raises(Refusal) as refused:
        table.give(command, **fields)
    return refused.value.code, refused.value.article, refused.value.fields


def bet(table: Table, player: str, amount: int) -> None:
    table.give("place_bet", player=player, chance="punto", amount=amount)


def on_punto(player: str, amount: int) -> dict[str, Any]:
    return {"player": player, "chance": "punto", "amount": amount}


# The room that a bank leaves (chemin-de-fer art. 14)


def test_a_bet_beyond_the_bank_is_told_the_room_or_that_there_is_none() -> None:
    table = chemin(100)
    bet(table, "bea", 85)
    assert refusal(table, "place_bet", **on_punto("dora", 16)) == ("above_maximum", "14", {"maximum": 15})
    bet(table, "carl", 14)
    assert refusal(table, "place_bet", **on_punto("dora", 10)) == ("above_maximum", "14", {"maximum": 1})
    bet(full := chemin(100), "bea", 100)
    none = {"maximum": 0, "detail": MESSAGES["covered"]}
    assert refusal(full, "place_bet", **on_punto("dora", 10)) == ("above_maximum", "14", none)


def test_banco_with_the_table_leaves_half_to_the_others() -> None:
    def call(table: Table) -> tuple[str, str | None, dict[str, Any]]:
        return refusal(table, "banco", player="carl", kind="table")

    table = chemin(100)
    bet(table, "bea", 60)
    assert call(table) == ("above_maximum", "14", {"maximum": 40})
    bet(table, "bea", 39)
    assert call(table) == ("above_maximum", "14", {"maximum": 1})
    bet(full := chemin(100), "bea", 100)
    assert call(full) == ("above_maximum", "14", {"maximum": 0, "detail": MESSAGES["covered"]})
    assert refusal(chemin(18), "banco", player="carl", kind="table") == (
        "below_minimum",
        "13",
        {"minimum": 10},
    )
    least = chemin(20)
    least.give("banco", player="carl", kind="table")
    assert [(one.player, one.amount) for one in least.state.current.bets] == [("carl", 10)]


def test_banco_is_called_before_the_cards() -> None:
    table = chemin(100)
    bet(table, "bea", 100)
    table.give("close_betting")
    code, article, _ = refusal(table, "banco", player="carl", kind="solo")
    assert (code, article) == ("bets_closed", table.rules.article("bets_closed"))


def test_who_draws_too_early_must_play_the_pass() -> None:
    table = chemin(100)
    bet(table, "bea", 50)
    table.give("incident", kind="early_cards", count=1)
    assert [event.player for event in table.events if isinstance(event, BankerBound)] == ["ana"]


# Garaje (chemin-de-fer art. 17)


def test_half_is_set_aside_once_in_a_pass_and_from_the_second_pass_on() -> None:
    def asked(table: Table) -> object:
        return refusal(table, "set_aside", amount=7)[2]["detail"]

    table = chemin(100)
    assert asked(table) == "half of the bank only from its second pass on"
    bet(table, "bea", 20)
    table.deal(*TIE)
    assert asked(table) == "half of the bank is %(half)s"
    table.give("set_aside", amount=50)
    assert (table.state.bank and table.state.bank.winnings) == 0
    assert asked(table) == "half of the bank was set aside in this pass already"


# Cards (argentina arts. 46, 51; chemin-de-fer art. 8)


def test_art_46_the_cards_are_declined_before_the_first_one() -> None:
    table = argentina()
    bet(table, "carl", 50)
    table.give("close_betting")
    table.give("card", hand="punto", card="2")
    assert refusal(table, "decline_cards", player="carl") == ("cards_drawn", "46", {})
    for hand, card in (("banca", "2"), ("punto", "3"), ("banca", "K")):
        table.give("card", hand=hand, card=card)
    assert table.state.phase == "will"
    assert refusal(table, "decline_cards", player="carl") == ("cards_drawn", "46", {})


def test_art_51_c_an_undue_third_card_cites_it() -> None:
    table = argentina()
    table.give("close_betting")
    for hand, card in (*(("punto", card) for card in "224"), ("banca", "9"), ("banca", "K")):
        table.give("card", hand=hand, card=card)
    assert table.state.phase == "resolved"
    undue = [event for event in table.events if isinstance(event, ThirdCardUndue)]
    assert [(event.card, event.article) for event in undue] == [("4", "51")]


# How a bank ends and begins (argentina arts. 6, 7, 37)


def test_art_6_a_bank_is_returned_because_its_holder_desists_or_leaves() -> None:
    desisted, left = argentina(), argentina()
    desisted.deal(*TIE)
    desisted.give("desist_bank")
    left.give("leave", player="ana")
    whys = [
        [event.why for event in table.events if isinstance(event, BankReturned)] for table in (desisted, left)
    ]
    assert whys == [["desisted"], ["left"]]


def test_art_37_d_the_house_holds_the_sabot_at_the_givers_seat_and_opens_nobodys_lap() -> None:
    table = argentina()
    table.deal(*BANCA_WINS)
    table.give("suite")
    for player in ("bea", "carl", "dora", "ana"):
        table.give("decline_suite", player=player)
    table.give("house_takes_suite")
    assert table.state.shoe and table.state.bank
    assert (table.state.shoe.holder, table.state.shoe.seat, table.state.bank.origin) == (None, 1, "house")
    assert (table.state.lap.openers, table.state.lap.running) == (("ana",), 1)


def test_a_kind_of_bank_is_somebodys_stake_covers_the_bets_and_makes_newcomers_wait_or_not() -> None:
    found = {
        name: (kind.staked, kind.covers, kind.newcomers_wait, kind.over_the_room)
        for name, kind in BANK_KINDS.items()
    }
    assert found == {
        "house": (False, False, False, "person_maximum"),
        "rotating": (True, False, False, "person_maximum"),
        "cover": (True, True, True, "cover"),
    }
