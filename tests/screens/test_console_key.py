"""The corner of the console: the key with which the table goes on, or why it cannot be given."""

import html
import re
from dataclasses import replace

import pytest

from casino.common.refusals import Refusal
from tables.door.service import rules_of
from tables.engine import NoHistory, State, decide, parse
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens.console.screen import SCREEN
from tests.screens.test_console import played, seen
from tests.screens.test_console_controls import moments

pytestmark = pytest.mark.django_db
GOES_ON = {
    "seating": {"command": "shuffle", "riffles": 10},
    "shuffling": {"command": "shuffle", "riffles": 10},
    "betting": {"command": "close_betting"},
    "auction": {"command": "close_auction"},
    "resolved": {"command": "settle"},
}


def corner(state: State) -> str:
    return html.unescape(SCREEN.render(seen(state))["console-acts"])


def refusal(state: State) -> Refusal | None:
    try:
        decide(state, parse(GOES_ON[state.phase]), "croupier", NoHistory(), rules_of(state))
    except Refusal as refused:
        return refused
    return None


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_a_main_key_that_cannot_be_given_says_why(reglamento: str) -> None:
    """In each phase that a key ends, of each moment that play reaches: the key, or the refusal with its article."""
    for state in moments().values():
        if state.reglamento != reglamento or state.phase not in GOES_ON or state.suspended:
            continue
        page, refused = corner(state), refusal(state)
        assert ('id="act-primary"' in page) == (refused is None), state.phase
        if refused and refused.code != "above_differential":
            note = re.search(r'id="withheld">(.*?)</p>', page, re.DOTALL)
            assert note is not None and refused.text() in note[1], state.phase
            assert refused.article is None or refused.article in note[1]


def test_a_bet_with_too_few_seated_names_how_many_are_wanted() -> None:
    """Chemin de fer, art. 1: the bet lies, but three of four are seated."""
    state = next(one for one in played("chemin-de-fer")["betting"] if one.current.bets)
    kept = {seat: player for seat, player in state.seats.items() if player}
    few = dict([*kept.items()][:3])
    page = corner(replace(state, seats={seat: few.get(seat) for seat in state.seats}))
    assert "At least 4 seated players are needed; there are 3." in page


def test_a_bank_without_a_bet_against_it_says_that_nobody_plays() -> None:
    state = next(one for one in played("chemin-de-fer")["betting"] if not one.current.bets)
    assert "Nobody plays against the bank." in corner(state)
