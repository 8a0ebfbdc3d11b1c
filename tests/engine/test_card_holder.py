"""Who is first in line for punto's cards among equal bets (argentina 17, 45; slovenia 5; chemin-de-fer 8)."""

from typing import Any

import pytest

from tables.engine import Game, new_state
from tables.engine.copying import replace
from tables.engine.dealing.card_holder import candidates, leader
from tables.engine.state import Banco, Bank, Bet, Shoe
from tables.rules.reglamentos import REGLAMENTOS

SEATED = {1: "ada", 2: "bea", 9: "ivo", 12: "leo", 14: "nora"}
EQUAL = tuple(Bet(player, "punto", 100) for player in ("bea", "ivo", "leo", "nora"))
ALL = (Bet("ada", "punto", 100), *EQUAL)


def table(reglamento: str = "argentina", bets: tuple[Bet, ...] = EQUAL, **known: Any) -> Game:
    """All have joined; zoe stands. `known`: of the state, or of the pass on the table."""
    state = new_state()
    of_the_pass = {name: known.pop(name) for name in [*known] if name in vars(state.current)}
    names = {player: player for player in (*SEATED.values(), "zoe")}
    current = replace(state.current, number=7, bets=bets, **of_the_pass)
    state = replace(state, seats={**state.seats, **SEATED}, names=names, current=current, **known)
    return Game(state, REGLAMENTOS[reglamento], "croupier")


def order(game: Game) -> list[str]:
    return [bet.player for bet in candidates(game)]


def bank(seat: int, holder: str | None = "zoe", **known: Any) -> Bank:
    return replace(Bank(holder, seat, 500, 500, 1000, "auction"), **known)


@pytest.mark.parametrize(
    ("known", "line"),
    [
        ({"bank": bank(10)}, ["leo", "nora", "bea", "ivo"]),
        ({"bank": bank(12)}, ["nora", "bea", "ivo", "leo"]),
        ({"bank": bank(1), "shoe": Shoe(1, 6, seat=10)}, ["bea", "ivo", "leo", "nora"]),
        ({"shoe": Shoe(1, 6, seat=10)}, ["leo", "nora", "bea", "ivo"]),
        ({"shoe": Shoe(1, 6, seat=13)}, ["nora", "bea", "ivo", "leo"]),
        ({"shoe": Shoe(1, 6)}, ["bea", "ivo", "leo", "nora"]),  # from the croupier's left
        ({}, ["bea", "ivo", "leo", "nora"]),
    ],
)
def test_the_first_on_the_right_of_the_sabot_comes_first(known: dict[str, Any], line: list[str]) -> None:
    assert order(table(**known)) == line


def test_in_slovenia_the_first_on_the_left_of_the_croupier_comes_first() -> None:
    assert order(table("slovenia", ALL)) == ["nora", "leo", "ivo", "bea", "ada"]


def test_without_a_sabot_seat_1_comes_first() -> None:
    assert order(table(bets=ALL)) == ["ada", "bea", "ivo", "leo", "nora"]


def test_where_the_croupier_shows_the_cards_nobody_is_in_line() -> None:
    assert order(table("monte-carlo")) == [] and leader(table("monte-carlo")) is None


def test_a_larger_bet_comes_before_all_equal_ones() -> None:
    assert order(table(bets=(*EQUAL[:3], Bet("nora", "punto", 105)), bank=bank(14))) == [
        *("nora", "bea", "ivo", "leo")
    ]


@pytest.mark.parametrize(
    ("reglamento", "waits"), [("chemin-de-fer", True), ("argentina", False), ("spain", False)]
)
def test_who_has_just_sat_down_is_last_in_line_at_a_bank_that_covers_the_bets(
    reglamento: str, waits: bool
) -> None:
    game = table(reglamento, bank=bank(10), sat_in={"leo": 7, "bea": 6})
    assert order(game) == (["nora", "bea", "ivo", "leo"] if waits else ["leo", "nora", "bea", "ivo"])


def test_who_stands_holds_the_bank_declined_or_bet_on_banca_too_does_not_take_them() -> None:
    bets = (*EQUAL, Bet("zoe", "punto", 900), Bet("bea", "banca", 5))
    assert order(table(bets=bets, bank=bank(9, "ivo"), cards_declined=("leo",))) == ["nora"]
    assert order(table("spain", bets=bets, bank=bank(9, "ivo"), cards_declined=("leo",))) == ["nora", "bea"]


def test_who_is_owed_the_cards_or_has_called_banco_comes_before_all() -> None:
    bets = (*EQUAL, Bet("zoe", "punto", 50))
    called = Banco("zoe", "solo")
    assert leader(table("chemin-de-fer", bets, bank=bank(10, "nora"))) == "leo"
    assert leader(table("chemin-de-fer", bets, bank=bank(10, "nora"), banco=called)) == "zoe"
    owed = table("chemin-de-fer", bets, bank=bank(10, "nora"), banco=called, card_right="ivo")
    assert leader(owed) == "ivo"
    declined = table("chemin-de-fer", bets, bank=bank(10, "nora"), card_right="ivo", cards_declined=("ivo",))
    assert leader(declined) == "leo"
