"""Whatever is commanded, in whatever order: the promises that hold after every single command."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import Refused, State, actions, decode_event, decode_state, encode_event, encode_state
from tables.engine.errors import MESSAGES
from tables.engine.people import seat_of
from tables.rules.reglamentos import REGLAMENTOS
from tables.snapshot import take
from tests.engine.wild import CAST, WildTable, opened, play

COMMANDS = 120
CARDS_OUT = ("dealing", "will", "bank_choice", "resolved")
CHANGES_BETS = {"place_bet", "remove_bet", "repeat_bets", "banco"}


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
@given(seed=st.integers(0, 2**32))
def test_every_promise_holds_after_every_command(reglamento: str, seed: int) -> None:
    table = opened(reglamento)
    for before, fields, role, outcome in play(table, Random(seed), COMMANDS):
        after = table.state
        if isinstance(outcome, Refused):
            assert after is before
            assert outcome.code in MESSAGES and outcome.text()
            continue
        assert fields["command"] in actions(before, role), fields
        assert after.version == before.version + len(outcome.events)
        assert [decode_event(encode_event(event)) for event in outcome.events] == list(outcome.events)
        check(table, before, fields["command"])


def check(table: WildTable, before: State, command: str) -> None:
    state = table.state
    assert decode_state(encode_state(state)) == state
    check_money(table)
    check_bets(before, state, command)
    check_people(state)
    check_cards(state)
    if state.open:
        check_limits(table)
        check_holders(state)
        check_display(state)


def check_money(table: WildTable) -> None:
    """What the accounts say lies on the table; money is neither made nor lost."""
    state = table.state
    assert table.money["stakes"] == sum(bet.amount for bet in state.current.bets)
    assert table.money["bank"] == (state.bank.stake if state.bank else 0)
    assert table.money["cagnotte"] == state.cagnotte >= 0
    assert sum(table.money.values()) == 0


def check_bets(before: State, after: State, command: str) -> None:
    """Art. 13: between no va más and the payment nobody's bet is made, changed or taken back."""
    if before.phase in CARDS_OUT and after.phase in CARDS_OUT and command != "undo":
        assert after.current.bets == before.current.bets
    if before.phase in CARDS_OUT:
        assert command not in CHANGES_BETS


def check_people(state: State) -> None:
    """Everybody is in one place, and whoever is named is here."""
    seated = [player for player in state.seats.values() if player]
    assert len(set(seated)) == len(seated)
    assert not set(seated) & set(state.standing)
    assert set(seated) | set(state.standing) == set(state.names)
    assert set(state.waiting) <= set(state.names)
    assert {bet.player for bet in state.current.bets} <= set(state.names)


def check_cards(state: State) -> None:
    """No card is dealt that is not there."""
    shoe = state.shoe
    if shoe:
        assert 0 <= shoe.burned <= shoe.dealt <= 52 * shoe.decks
        assert sum(shoe.seen.values()) <= shoe.dealt


def check_limits(table: WildTable) -> None:
    """Nobody's punto and banca together exceed one maximum; every stake is a multiple of the chip."""
    rules, state = REGLAMENTOS[table.state.reglamento], table.state
    for player in state.names:
        own = [bet for bet in state.current.bets if bet.player == player and bet.chance != "tie"]
        assert sum(bet.amount for bet in own) <= table.highest
        assert all(bet.amount > 0 and bet.chance in rules.chances for bet in own)
    if state.bank and rules.bank == "rotating":
        assert 0 < state.bank.stake <= table.highest


def check_holders(state: State) -> None:
    """The bank's holder and the cards' holder are whom the articles allow."""
    rules, bank = REGLAMENTOS[state.reglamento], state.bank
    if bank and bank.holder and rules.standing_banker_sits and state.phase not in ("auction", "offer"):
        assert seat_of(state, bank.holder) == bank.seat
    if bank and bank.holder:
        assert bank.holder in state.names
    holder = state.current.card_holder
    if holder and rules.bank == "rotating" and state.phase in ("dealing", "will") and not state.current.punto:
        assert seat_of(state, holder) is not None
        assert bank is None or bank.holder != holder


def check_display(state: State) -> None:
    """The wall knows nobody."""
    shown = json.dumps(take("mesa", state, "display", "Mesa"))
    assert not [player for player in CAST if f'"{player}"' in shown]
