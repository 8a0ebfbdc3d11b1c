"""What the console shows as due is what `settle` then pays, in every reglamento, whatever is played."""

from dataclasses import replace
from random import Random

import pytest

from tables.engine import NoHistory, decide, new_state, parse
from tables.engine.payment.due import Due, due
from tables.engine.payment.events import PassSettled
from tables.engine.state import State
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import game_of
from tests.engine.wild import opened, play, rules_for
from tests.support.memory_table import BANCA_WINS, argentina

COMMANDS = 400
ENOUGH = 12  # payments


def settled(state: State) -> tuple[PassSettled, State]:
    command = parse({"command": "settle"})
    decision = decide(state, command, "croupier", NoHistory(), rules_for(state, command))
    [paid] = [event for event in decision.events if isinstance(event, PassSettled)]
    return paid, decision.state


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_what_is_due_is_what_is_paid(reglamento: str) -> None:
    seen = 0
    for seed in range(30):
        random = Random(seed)
        table = opened(reglamento, random)
        for _ in play(table, random, COMMANDS):
            found = due(game_of(table.state, "croupier"))
            assert (found is None) == (table.state.phase != "resolved")
            if found and not table.state.suspended:
                check(found, table.state)
                seen += 1
        if seen >= ENOUGH:
            return
    raise AssertionError(f"only {seen} payments")


def check(found: Due, before: State) -> None:
    paid, after = settled(before)
    assert (found.result, tuple(line.settled for line in found.lines)) == (paid.result, paid.settlements)
    if before.limits.next is None:
        assert (found.bank, found.excess) == (paid.bank_stake if before.bank else None, paid.excess)
    assert (found.bank or 0) + found.excess == paid.bank_stake + paid.excess
    assert after.cagnotte - before.cagnotte == found.deducted
    won = [line.win - line.deduction for line in paid.settlements if line.chance != "bank" and line.win > 0]
    assert found.paid == sum(won)
    stakes = sum(bet.amount for bet in before.current.bets)
    stay = sum(line.settled.stake for line in found.lines if line.stays)
    assert sum(bet.amount for bet in paid.staying) == stay
    if after.phase == "betting" and after.bank == before.bank is None:
        assert sum(bet.amount for bet in after.current.bets) == sum(line.left for line in found.lines)
    # From the bets' view: what lay there, less what was collected, is what stays or goes back to its owners.
    back = sum(line.settled.stake for line in found.lines if line.settled.chance != "bank" and line.net >= 0)
    assert back == stakes - found.collected


def test_a_hand_that_was_thrown_in_unseen_wins_by_no_natural() -> None:
    """Chemin de fer: banca's nine wins because punto forfeited."""
    state = new_state()
    cards = {"punto": ("2", "K"), "banca": ("9", "K"), "forfeit": "punto"}
    limits = replace(state.limits, minimum=10, maximum=500, chip=5)
    state = replace(state, open=True, phase="resolved", reglamento="chemin-de-fer", limits=limits)
    state = replace(state, current=replace(state.current, **cards), settings={"rounding": "player"})
    found = due(game_of(state, "croupier"))
    assert found and found.result == "banca" and found.natural is False
    by_cards = replace(state, current=replace(state.current, forfeit=None))
    shown = due(game_of(by_cards, "croupier"))
    assert shown and shown.natural is True


def test_a_win_of_a_single_chip_is_paid() -> None:
    table = argentina(minimum=1, maximum=100, salida=10)
    table.bet("bea", 1, "banca")
    table.bet("carl", 1)
    table.key(*BANCA_WINS)
    found = due(game_of(table.state, "croupier"))
    assert found and (found.paid, found.collected) == (1, 1)
