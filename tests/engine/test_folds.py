"""What an event makes of a state that does not have what it speaks of, as in a record that somebody has changed."""

from dataclasses import replace
from typing import Any

import pytest

from tables.engine import Game, NoHistory, decide, new_state, parse
from tables.engine.cover.events import AssociateJoined, SetAside
from tables.engine.dealing.events import ThirdCardUndue
from tables.engine.event import EVENTS, Event
from tables.engine.shoe.events import CardsBurned, SabotTaken, ShoeBurned, ShoeCut, StopCardSeen
from tables.engine.suite.events import SuiteDeclined, SuiteReserved
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS

OF_NOTHING: tuple[Event, ...] = (
    AssociateJoined(player="ana", amount=10),
    SetAside(player="ana", amount=10, half_of_the_bank=True, associate=None, share=0),
    ThirdCardUndue(card="7", article=None),
    CardsBurned(cards=("7",), count=1, last_pass=False),
    SabotTaken(holder="ana", seat=1),
    ShoeCut(player="ana", depth=50),
    StopCardSeen(),
    ShoeBurned(reason="x", cards=4),
    SuiteDeclined(player="ana"),
    SuiteReserved(player="ana", associate="bea", amount=10),
)


@pytest.mark.parametrize("happened", OF_NOTHING, ids=lambda one: one.type)
def test_an_event_about_what_is_not_on_the_table_invents_nothing(happened: Event) -> None:
    state = new_state()
    after = happened.evolve(state)
    assert (after.bank, after.shoe, after.suite, after.current) == (
        state.bank,
        state.shoe,
        state.suite,
        state.current,
    )


def test_every_event_says_what_it_does() -> None:
    assert [name for name, kind in EVENTS.items() if kind.evolve is Event.evolve] == ["undone"]  # by `fold`
    with pytest.raises(TypeError):
        Event.evolve(next(iter(OF_NOTHING)), new_state())


class TestNoHistory:
    """A table without a record, as rules are tried on."""

    def test_there_is_nothing_to_undo(self) -> None:
        assert NoHistory().standing() == ()

    def test_there_is_no_earlier_state(self) -> None:
        with pytest.raises(LookupError):
            NoHistory().state_at(3)


def give(state: Any, rules: Reglamento, **command: Any) -> Any:
    return decide(state, parse(command), "jefe", NoHistory(), rules).state


def test_a_covered_bank_that_is_given_back_gives_its_bets_back_too() -> None:
    """Chemin de fer where a hand may be passed only after a win: who leaves before one takes his stake with him."""
    rules = REGLAMENTOS["chemin-de-fer"]
    assert rules.suite is not None
    rules = replace(rules, suite=replace(rules.suite, needs_a_win=True))
    state = give(
        new_state(),
        rules,
        command="open_table",
        reglamento="chemin-de-fer",
        minimum=10,
        maximum=1000,
        chip=10,
    )
    for seat, player in enumerate(("ana", "bea", "carl", "dora"), 1):
        state = give(state, rules, command="join", player=player)
        state = give(state, rules, command="sit", player=player, seat=seat)
    state = give(state, rules, command="shuffle", riffles=4)
    state = give(state, rules, command="cut", depth=100)
    state = give(state, rules, command="accept_bank", player="ana", amount=100)
    state = give(state, rules, command="place_bet", player="bea", chance="punto", amount=50)
    leaving = decide(state, parse({"command": "leave", "player": "ana"}), "jefe", NoHistory(), rules)
    returned = [event.type for event in leaving.events if event.type.endswith("returned")]
    assert returned == ["bets_returned", "bank_returned"]
    assert Game(leaving.state, rules, "jefe").state.current.bets == ()
