"""Whatever is commanded, in whatever order: the promises that hold after every single command."""

from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from casino.common.refusals.catalogue import MESSAGES
from tables.engine import Refusal, decide, parse
from tables.engine.available import actions
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine import promises
from tests.engine.fields import candidates, game_of
from tests.engine.wild import WildTable, opened, play, rules_for

COMMANDS = 150
FINDS_THE_CARDS_HOLDER = ("close_betting", "decline_cards", "take_suite", "house_takes_suite")
EVERY = 8  # commands between two looks at all that `actions` names


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
@given(seed=st.integers(0, 2**32))
def test_every_promise_holds_after_every_command(reglamento: str, seed: int) -> None:
    random = Random(seed)
    table = opened(reglamento, random)
    try:
        go(table, random)
    except BaseException:
        note("\n".join(table.script))  # for manage.py play
        raise


@pytest.mark.slow
@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_every_promise_holds_in_many_evenings(reglamento: str) -> None:
    for seed in range(60):
        random = Random(seed)
        go(opened(reglamento, random), random)


def go(table: WildTable, random: Random) -> None:
    for number, (before, fields, role, outcome) in enumerate(play(table, random, COMMANDS)):
        after, command = table.state, fields["command"]
        if isinstance(outcome, Refusal):
            assert after is before
            assert outcome.code in MESSAGES and outcome.text()
            continue
        assert command in actions(game_of(before, role)), fields
        promises.check(table, before, command, outcome.events)
        if command in FINDS_THE_CARDS_HOLDER and after.phase == "dealing":
            promises.check_card_holder(after)
        if number % EVERY == 0:
            promises.check_goes_on(after)
            check_actions(table)
    assert table.refolded() == table.state


def check_actions(table: WildTable) -> None:
    """What `actions` names is taken with some fields, as they come through the door."""
    state = table.state
    for role in ("croupier", "jefe", "device", "inspector", "display"):
        for name in actions(game_of(state, role)):
            assert any(is_taken(table, role, {"command": name, **made}) for made in offered(table, name)), (
                name
            )


def offered(table: WildTable, name: str) -> list[dict[str, object]]:
    return [{"reason": "a mistake"}] if name == "undo" else candidates(table.state, name)


def is_taken(table: WildTable, role: str, fields: dict[str, object]) -> bool:
    command = parse(fields)
    try:
        decide(table.state, command, role, table, rules_for(table.state, command))
    except Refusal:
        return False
    return True
