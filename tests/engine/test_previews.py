"""What an act is foretold to come to is what it then comes to, in every reglamento, whatever is played."""

from dataclasses import replace
from random import Random

import pytest

from tables.engine import NoHistory, decide, parse
from tables.engine.available import Preview, after_payment, previews
from tables.engine.bank.events import HalfTaken
from tables.engine.betting.events import BetsReturned
from tables.engine.event import Event
from tables.engine.seating.events import PlayerStood
from tables.engine.state import STANDING, State
from tables.engine.suite.events import SuiteGiven
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import game_of
from tests.engine.wild import opened, play, rules_for
from tests.support.memory_table import BANCA_WINS, argentina

COMMANDS = 400
SEEDS = 4
MET = {  # acts that random play comes to at a table opened under the reglamento
    "argentina": {"suite", "take_half", "decline_bank", "decline_suite"},
    "chemin-de-fer": {"suite", "decline_bank", "decline_suite"},
    "spain": {"pass_shoe", "decline_bank"},
}
ARTICLES = {  # of each act; spain's text has no numbers
    "argentina": {
        "suite": "36",
        "take_half": "35",
        "desist_bank": "6",
        "decline_bank": "32",
        "decline_suite": "37",
    },
    "chemin-de-fer": {"suite": "3", "decline_bank": "3", "decline_suite": "3"},
    "spain": {"pass_shoe": None, "decline_bank": None},
}


def given(state: State, name: str) -> tuple[tuple[Event, ...], State]:
    walk = state.offer or state.suite
    asked = walk.asked if walk and walk.asked != STANDING else None
    fields = {"player": asked} if name.startswith("decline") else {}
    command = parse({"command": name, **fields})
    return decide(state, command, "croupier", NoHistory(), rules_for(state, command))


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_what_is_foretold_comes_true(reglamento: str) -> None:
    seen: set[str] = set()
    for seed in range(SEEDS):
        random = Random(seed)
        table = opened(reglamento, random)
        for _ in play(table, random, COMMANDS):
            for name, foretold in previews(game_of(table.state, "croupier")).items():
                assert name in REGLAMENTOS[table.state.reglamento].commands
                check(foretold, table.state, name)
                seen.add(name)
    assert seen >= MET.get(reglamento, set())


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_the_phase_after_the_payment_is_foretold(reglamento: str) -> None:
    random, found = Random(1), set[str]()
    table = opened(reglamento, random)
    for _ in play(table, random, COMMANDS):
        foretold = after_payment(game_of(table.state, "croupier"))
        assert (foretold is None) == (table.state.phase != "resolved" or table.state.suspended)
        if foretold:
            assert given(table.state, "settle")[1].phase == foretold
            found.add(foretold)
    assert "betting" in found


def check(foretold: Preview, before: State, name: str) -> None:
    events, after = given(before, name)
    assert foretold.deduction == after.cagnotte - before.cagnotte
    assert foretold.remains == (after.bank.stake if after.bank else None)
    assert foretold.phase == after.phase
    assert bool(foretold.tax_article) == bool(foretold.deduction)
    for event in events:
        if isinstance(event, SuiteGiven):
            told = (foretold.offered, foretold.taken, foretold.share, foretold.deduction)
            assert told == (event.amount, event.returned, event.share, event.deduction)
        if isinstance(event, HalfTaken):
            assert (foretold.taken, foretold.remains) == (event.amount, event.stake)
    assert foretold.article == ARTICLES[before.reglamento][name]
    assert foretold.bets_returned == sum(
        bet.amount for event in events if isinstance(event, BetsReturned) for bet in event.bets
    )
    stood = [event.player for event in events if isinstance(event, PlayerStood)]
    assert stood == ([foretold.stands_up] if foretold.stands_up else [])
    if foretold.stands_up:
        assert foretold.stands_up in before.seats.values()
        assert foretold.stands_up in after.standing


def test_nothing_is_foretold_of_a_closed_table_or_to_who_may_only_look() -> None:
    state = opened("argentina", Random(1)).state
    assert previews(game_of(state, "inspector")) == {}
    assert previews(game_of(replace(state, open=False), "croupier")) == {}


@pytest.mark.parametrize("asked", ["house", STANDING])
def test_a_suite_that_is_nobodys_to_refuse_is_foretold_all_the_same(asked: str) -> None:
    """The house is asked when nobody wants it: a command has no such player (argentina art. 37 d)."""
    table = argentina()
    table.deal(*BANCA_WINS)
    table.give("suite")
    assert table.state.suite
    waiting = replace(table.state, suite=replace(table.state.suite, asked=asked))
    assert ("decline_suite" in previews(game_of(waiting, "croupier"))) == (asked == STANDING)
