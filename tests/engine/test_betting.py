"""Bets: how much may be added, what is repeated, and when no va más may be said (argentina 2, 3; chemin-de-fer 14)."""

import pytest

from tables.engine import Game
from tables.engine.betting.events import BetsRepeated
from tables.engine.betting.handlers import bet_bounds
from tables.engine.game import Bounds
from tests.engine.test_banks import TIE, bet, chemin, refusal
from tests.engine.test_reasons import BANCA_WINS, Table, argentina


def may_add(table: Table, player: str, chance: str = "punto") -> Bounds | None:
    return bet_bounds(Game(table.state, table.rules, "croupier"), player, chance)


@pytest.mark.parametrize(
    ("lies", "found"),
    [
        (0, Bounds(10, 1000, 5)),
        (10, Bounds(5, 990, 5)),
        (995, Bounds(5, 5, 5)),
        (1000, None),
    ],
)
def test_a_bet_reaches_the_minimum_in_all_and_the_persons_maximum(lies: int, found: Bounds | None) -> None:
    table = argentina(chip=5)
    if lies:
        bet(table, "bea", lies)
    assert may_add(table, "bea") == found
    assert may_add(table, "carl") == Bounds(10, 1000, 5)


def test_punto_and_banca_share_a_persons_maximum() -> None:
    table = argentina(chip=5)
    bet(table, "bea", 900)
    assert may_add(table, "bea", "banca") == Bounds(10, 100, 5)


def test_a_bank_is_covered_to_its_stake_in_single_chips() -> None:
    table = chemin(100)
    bet(table, "bea", 60)
    assert may_add(table, "bea") == Bounds(1, 40)
    assert may_add(table, "carl") == Bounds(10, 40)
    bet(table, "bea", 31)
    assert (may_add(table, "bea"), may_add(table, "carl")) == (Bounds(1, 9), None)
    assert may_add(table, "ana") is None, "the banker does not play against his bank"


def repeated(table: Table, players: list[str] | None = None) -> dict[str, int]:
    table.give("repeat_bets", **({"players": players} if players else {}))
    [event] = [one for one in table.events if isinstance(one, BetsRepeated)]
    return {one.player: one.amount for one in event.bets}


def after_a_pass(**bets: int) -> Table:
    """They have lost their bets on punto."""
    table = argentina(minimum=10, chip=1)
    for player, amount in bets.items():
        bet(table, player, amount)
    table.deal(*BANCA_WINS)
    return table


def test_the_last_stakes_are_repeated_once_for_all_or_for_who_is_named() -> None:
    table = after_a_pass(bea=50, carl=30)
    assert repeated(table, ["carl"]) == {"carl": 30}
    assert repeated(table) == {"bea": 50}
    assert repeated(table) == {}


def test_what_lies_already_counts_towards_the_last_stake() -> None:
    table = after_a_pass(bea=50, carl=30)
    bet(table, "bea", 20)
    bet(table, "carl", 40)
    assert repeated(table) == {"bea": 30}


def test_stakes_that_stay_after_a_tie_are_not_repeated() -> None:
    table = argentina()
    bet(table, "bea", 50)
    table.deal(*TIE)
    assert repeated(table) == {}


def test_no_va_mas_waits_for_the_players_and_the_bet_that_the_text_asks_for() -> None:
    """Chemin de fer: three are seated at least, and there is something to cover."""
    table = chemin(100)
    assert refusal(table, "close_betting")[0] == "nothing_covered"
    bet(table, "bea", 50)
    for player in ("carl", "dora"):
        table.give("leave", player=player)
    assert refusal(table, "close_betting")[:2] == ("not_enough_seated", None)
