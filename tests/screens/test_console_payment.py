"""The payment at the console: it repeats the bets where the next bets follow it."""

import re

import pytest

from tables.door.service import rules_of
from tables.engine import NoHistory, decide, parse
from tables.screens.console.screen import SCREEN
from tests.screens.test_console import NOT_REACHED, played, seen

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("reglamento", NOT_REACHED)
def test_the_bets_are_repeated_with_the_payment_where_the_next_bets_follow_it(reglamento: str) -> None:
    for state in played(reglamento)["resolved"]:
        paid = decide(state, parse({"command": "settle"}), "croupier", NoHistory(), rules_of(state)).state
        follows = paid.phase == "betting" and bool(state.current.bets)
        assert ("data-then" in SCREEN.render(seen(state))["console-acts"]) == follows


@pytest.mark.parametrize("reglamento", NOT_REACHED)
def test_repeating_is_a_key_where_it_adds_a_bet(reglamento: str) -> None:
    for state in played(reglamento)["betting"]:
        given = decide(
            state, parse({"command": "repeat_bets"}), "croupier", NoHistory(), rules_of(state)
        ).state
        key = re.search(r'id="act-repeat".*?>', SCREEN.render(seen(state))["console-acts"], re.DOTALL)
        adds = given.current.bets != state.current.bets
        assert (key is not None and "disabled" not in key[0]) == adds or key is None
