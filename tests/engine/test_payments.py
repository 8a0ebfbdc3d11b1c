"""What a payment moves, and what is due before it (argentina arts. 29, 30; chemin-de-fer art. 16)."""

from typing import Any

import pytest

from tables.engine import Game
from tables.engine.copying import replace
from tables.engine.event import evolve
from tables.engine.last_pass import Settlement
from tables.engine.payment.due import due
from tables.engine.payment.events import PassSettled
from tables.engine.purposes import Purpose
from tables.engine.transfers import BANK, CAGNOTTE, TRAY, Transfer, chips
from tests.engine.test_banks import bet, chemin
from tests.engine.test_reasons import BANCA_WINS, Table, argentina
from tests.engine.test_suites import of_the_house


def paid(**known: Any) -> PassSettled:
    """A pass that banca won, of a bank of 100 that nobody bet on."""
    of_it = {"number": 1, "result": "banca", "settlements": (), "staying": (), "bank_stake": 100}
    return PassSettled(**{**of_it, "excess": 0, "bank_taxed": False, "suivi": None, **known})


def line(player: str | None, win: int, deduction: int = 0) -> Settlement:
    return Settlement(player, "bank", 100, win, deduction, None)


@pytest.mark.parametrize(
    ("player", "win", "moves"),
    [
        ("ana", 100, [Transfer(TRAY, BANK, 90, Purpose.BANK_WON)]),
        (None, 100, [Transfer(TRAY, BANK, 90, Purpose.HOUSE_BANK_WON)]),
        ("ana", -100, [Transfer(BANK, TRAY, 100, Purpose.BANK_LOST)]),
        (None, -100, [Transfer(BANK, TRAY, 100, Purpose.HOUSE_BANK_LOST)]),
    ],
)
def test_what_a_bank_wins_or_loses_moves_for_a_player_or_for_the_house(
    player: str | None, win: int, moves: list[Transfer]
) -> None:
    deduction = 10 if win > 0 else 0
    kept = [Transfer(TRAY, CAGNOTTE, 10, Purpose.BANK_DEDUCTION)] if deduction else []
    found = paid(settlements=(line(player, win, deduction),)).transfers()
    assert [*found] == [*moves, *kept]


def test_what_a_bank_has_above_the_maximum_goes_to_its_owner() -> None:
    for player, owner in (("ana", chips("ana")), (None, TRAY)):
        found = paid(settlements=(line(player, 100),), excess=40).transfers()
        assert found[-1] == Transfer(BANK, owner, 40, Purpose.BANK_EXCESS)


@pytest.mark.parametrize(
    ("bank_stake", "excess", "winnings"), [(190, 0, 97), (150, 40, 97), (100, 0, 7), (0, 0, 7)]
)
def test_a_banks_winnings_are_what_it_grew_by_and_a_loss_takes_none_of_them(
    bank_stake: int, excess: int, winnings: int
) -> None:
    state = argentina().state
    assert state.bank and state.bank.stake == 100
    state = replace(state, bank=replace(state.bank, winnings=7))
    bank = evolve(state, paid(bank_stake=bank_stake, excess=excess)).bank
    assert bank and (bank.winnings, bank.stake) == (winnings, bank_stake)


# What is due


def resolved(table: Table, *cards: str) -> Game:
    table.give("close_betting")
    for number, card in enumerate(cards):
        table.give("card", hand=("punto", "banca")[number % 2], card=card)
    assert table.state.phase == "resolved"
    return Game(table.state, table.rules, "croupier")


def test_what_is_collected_and_paid_is_what_the_bets_lose_and_win_less_their_deduction() -> None:
    table = argentina()
    for player, chance, amount in (
        ("bea", "banca", 55),
        ("carl", "punto", 30),
        ("dora", "punto", 20),
        ("dora", "banca", 10),
    ):
        table.give("place_bet", player=player, chance=chance, amount=amount)
    found = due(resolved(table, *BANCA_WINS))
    assert found
    assert [(one.settled.player, one.settled.chance, one.net) for one in found.lines] == [
        ("ana", "bank", 100),
        ("bea", "banca", 50),
        ("carl", "punto", -30),
        ("dora", "punto", -20),
        ("dora", "banca", 9),
    ]
    assert (found.collected, found.paid, found.deducted) == (50, 59, 6)
    assert (found.result, found.natural, found.bank) == ("banca", True, 200)


def test_a_win_of_a_single_chip_is_paid() -> None:
    table = argentina(minimum=1, maximum=100, salida=10)
    table.give("place_bet", player="bea", chance="banca", amount=1)
    table.give("place_bet", player="carl", chance="punto", amount=1)
    found = due(resolved(table, *BANCA_WINS))
    assert found and (found.paid, found.collected) == (1, 1)


@pytest.mark.parametrize(
    ("cards", "natural"),
    [
        (("3", "9", "4", "9"), True),  # banca eight against seven
        (("9", "3", "9", "4"), True),  # punto eight
        (("9", "9", "K", "K"), True),  # nine each
        (("7", "3", "K", "4"), False),  # seven each, on two cards
        (("7", "3", "K", "3"), False),
        (("2", "K", "K", "7"), False),  # punto draws to two: see below
    ],
)
def test_a_natural_is_eight_or_nine_of_the_winner_on_two_cards(cards: tuple[str, ...], natural: bool) -> None:
    table = argentina()
    table.give("close_betting")
    for number, card in enumerate(cards):
        table.give("card", hand=("punto", "banca")[number % 2], card=card)
    if table.state.phase == "dealing":
        table.give("card", hand="punto", card="7")  # nine, on three cards
    found = due(Game(table.state, table.rules, "croupier"))
    assert found and found.natural is natural


def test_a_tied_pass_moves_nothing_of_the_bank() -> None:
    table = chemin(100)
    bet(table, "bea", 60)
    table.deal("9", "9", "K", "K")
    assert table.state.bank and (table.state.bank.stake, table.state.bank.winnings) == (100, 0)


def test_a_house_bank_that_won_is_due_to_the_house() -> None:
    found = due(resolved(of_the_house(), *BANCA_WINS))
    assert found and [(one.settled.player, one.net) for one in found.lines] == [(None, 200)]
