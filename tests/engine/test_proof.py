"""`decide` proves the money of its events: a fault in a handler is refused, and nothing is recorded."""

from dataclasses import replace

import pytest

from tables.engine import NoHistory, Refusal, State, decide, parse
from tables.engine.betting.events import BetRemoved, BetsTrimmed
from tables.engine.context import CommandContext
from tables.engine.decide import HANDLERS
from tables.engine.event import Event
from tables.engine.payment.events import PassSettled
from tables.engine.state import Bet
from tables.rules.reglamentos import slovenia

LYING = Bet("ana", "punto", 100)
PAID = PassSettled(
    number=1, result="punto", settlements=(), staying=(), bank_stake=0, excess=0, bank_taxed=False, suivi=None
)


@pytest.mark.parametrize(
    "faulty",
    [
        BetRemoved(player="ana", chance="punto", amount=90),  # another amount than lies there
        BetRemoved(player="ana", chance="punto", amount=-100),
        BetsTrimmed(bets=(Bet("ana", "punto", 200),)),  # more than lies there
        PAID,  # the bet is gone, and nobody was paid
    ],
    ids=["another amount", "a negative amount", "more than lies there", "no line for a bet"],
)
def test_a_command_whose_money_does_not_add_up_is_refused(
    faulty: Event, betting: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    def emits(context: CommandContext, command: object) -> None:
        context.emit(faulty)

    monkeypatch.setitem(HANDLERS, "close_betting", replace(HANDLERS["close_betting"], decide=emits))
    with pytest.raises(Refusal) as refused:
        decide(betting, parse({"command": "close_betting"}), "croupier", NoHistory(), slovenia.REGLAMENTO)
    assert refused.value.code == "unbalanced"


def test_the_same_command_as_it_is_passes(betting: State) -> None:
    decide(betting, parse({"command": "close_betting"}), "croupier", NoHistory(), slovenia.REGLAMENTO)


@pytest.fixture
def betting() -> State:
    """A table in betting with one bet of 100."""
    state, rules = State(), slovenia.REGLAMENTO
    limits = {"minimum": 10, "maximum": 1000, "chip": 10}
    for command in (
        {"command": "open_table", "reglamento": "slovenia", **limits},
        {"command": "join", "player": "ana"},
        {"command": "shuffle", "riffles": 1},
        {"command": "cut", "depth": 10},
        {"command": "place_bet", "player": "ana", "chance": "punto", "amount": 100},
    ):
        state = decide(state, parse(command), "jefe", NoHistory(), rules).state
    return state
