"""What an act is foretold to come to is what it then comes to, in every reglamento, whatever is played."""

from dataclasses import replace
from random import Random

import pytest

from tables.engine import NoHistory, decide, parse
from tables.engine.bank.events import HalfTaken
from tables.engine.betting.events import BetsReturned
from tables.engine.event import Event
from tables.engine.last_pass import LastPass
from tables.engine.outlook import Outlook, after_payment, outlooks
from tables.engine.seating.events import PlayerStood
from tables.engine.state import STANDING, Bank, Offer, State
from tables.engine.suite.events import SuiteGiven
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import game_of
from tests.engine.wild import opened, play, rules_for

COMMANDS = 400
SEEDS = 8
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
            for name, foretold in outlooks(game_of(table.state, "croupier")).items():
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


def check(foretold: Outlook, before: State, name: str) -> None:
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


def test_the_example_of_the_rules() -> None:
    """Opening 100, maximum 1000: after the third win, untaxed, 38 of the 380 won are kept, and 722 are taken."""
    state = with_bank(wins=3, stake=760, last_win=380, last_win_taxed=False)
    found = outlooks(game_of(state, "croupier"))
    suite, half = found["suite"], found["take_half"]
    assert (suite.taken, suite.deduction, suite.offered, suite.remains) == (722, 38, 760, None)
    assert (suite.article, suite.tax_article, suite.asked) == ("36", "38", "bea")
    assert (half.taken, half.remains, half.deduction, half.article) == (380, 380, 0, "35")
    assert set(found) == {"suite", "take_half"}


def test_a_win_is_not_taxed_twice() -> None:
    state = with_bank(wins=2, stake=380, last_win=200, last_win_taxed=True)
    suite = outlooks(game_of(state, "croupier"))["suite"]
    assert (suite.taken, suite.deduction, suite.tax_article) == (380, 0, None)


def test_a_holder_who_desists_takes_his_stake_and_the_bank_is_offered_on() -> None:
    tied = LastPass(1, "tie", ("8", "K"), ("8", "K"), ())
    state = with_bank(stake=100, origin="auction", passes=1)
    found = outlooks(game_of(replace(state, last_pass=tied), "croupier"))["desist_bank"]
    assert (found.taken, found.remains, found.phase, found.asked) == (100, None, "offer", "bea")
    assert found.article == "6"


def test_nothing_is_foretold_of_a_closed_table_or_to_who_may_only_look() -> None:
    state = with_bank(wins=3, stake=760, last_win=380, last_win_taxed=False)
    assert outlooks(game_of(state, "inspector")) == {}
    assert outlooks(game_of(replace(state, open=False), "croupier")) == {}


def with_bank(**held: int | bool | str) -> State:
    """Ana holds a bank that opened with 100, in `betting`; bea and carlos sit at her right."""
    table = opened("argentina", Random(1))
    names = {"ana": "Ana", "bea": "Bea", "carlos": "Carlos"}
    seats = dict.fromkeys(table.state.seats) | {1: "ana", 2: "bea", 3: "carlos"}
    limits = replace(table.state.limits, minimum=10, maximum=1000, chip=1)
    settings = {**table.state.settings, "pico": 1, "rounding": "player", "suite_order": "43"}
    bank = Bank("ana", 1, 760, 100, 1000, "offer")
    return replace(
        table.state,
        phase="betting",
        names=names,
        seats=seats,
        standing=(),
        limits=limits,
        settings=settings,
        bank=replace(bank, **held),  # type: ignore[arg-type]
        offer=None,
        auction=None,
        suite=None,
    )


@pytest.mark.parametrize("asked", ["house", STANDING])
def test_a_suite_that_is_nobodys_to_refuse_is_foretold_all_the_same(asked: str) -> None:
    """The house is asked when nobody wants it: a command has no such player (argentina art. 37 d)."""
    states = [state for state in suites("argentina") if state.suite]
    assert states
    for state in states:
        waiting = replace(state, suite=replace(state.suite, asked=asked))
        assert ("decline_suite" in outlooks(game_of(waiting, "croupier"))) == (asked == STANDING)


def suites(reglamento: str) -> list[State]:
    """States in which a suite is offered."""
    found = []
    for seed in range(SEEDS):
        random = Random(seed)
        table = opened(reglamento, random)
        found += [table.state for _ in play(table, random, COMMANDS) if table.state.phase == "suite"]
    return found


def test_a_refusal_of_the_bank_takes_nothing_from_anybody() -> None:
    state = replace(with_bank(), bank=None, phase="offer", offer=Offer(1, 2, walked=1, asked="bea"))
    found = outlooks(game_of(state, "croupier"))["decline_bank"]
    assert (found.taken, found.share, found.deduction, found.bets_returned) == (0, 0, 0, 0)
    assert (found.article, found.asked, found.remains, found.stands_up) == ("32", "carlos", None, None)
