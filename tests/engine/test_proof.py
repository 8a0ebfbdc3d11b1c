"""`decide` proves the money of its events: a fault in a handler is refused, and nothing is recorded."""

from dataclasses import dataclass, replace

import pytest

from tables.engine import NoHistory, Refusal, State, decide, parse
from tables.engine.betting.events import BetRemoved, BetsTrimmed
from tables.engine.decide import prove
from tables.engine.event import Event
from tables.engine.handlers import HANDLERS, CommandContext
from tables.engine.payment.events import PassSettled
from tables.engine.state import Bank, Bet
from tables.engine.transfers import BANK, CAGNOTTE, STAKES, TRAY, Purpose, Transfer, chips
from tables.rules.reglamentos import slovenia

LYING = Bet("ana", "punto", 100)
PAID = PassSettled(
    number=1,
    result="punto",
    settlements=(),
    staying=(),
    bank_stake=0,
    excess=0,
    bank_taxed=False,
    suivi=None,
    mark="",
    owed=(),
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


@dataclass(frozen=True)
class Faulty(Event):
    """Leaves a state that is not what its `moves` say."""

    after: State
    moves: tuple[Transfer, ...] = ()

    def evolve(self, state: State) -> State:
        return self.after

    def transfers(self) -> tuple[Transfer, ...]:
        return self.moves


def with_bank(state: State, stake: int) -> State:
    return replace(state, bank=Bank("ana", 1, stake, 100, 1000, "auction"))


def with_stakes(state: State, *amounts: int) -> State:
    bets = tuple(Bet("ana", "punto", amount) for amount in amounts)
    return replace(state, current=replace(state.current, bets=bets))


def unbalanced(before: State, after: State, *moves: Transfer) -> str | None:
    """The account that does not add up; None if all do."""
    try:
        prove(before, (Faulty(after, moves),), after)
    except Refusal as refused:
        assert refused.code == "unbalanced"
        return str(refused.fields["account"])
    return None


def move(source: str, target: str, amount: int) -> Transfer:
    return Transfer(source, target, amount, Purpose.BANK_OPENED)


def test_what_changes_without_being_moved_is_found_on_each_account(betting: State) -> None:
    banked = with_bank(betting, 100)
    assert unbalanced(banked, with_bank(betting, 110)) == BANK
    assert unbalanced(banked, betting) == BANK
    assert unbalanced(betting, replace(betting, cagnotte=5)) == CAGNOTTE
    assert unbalanced(betting, with_stakes(betting, 100, 20)) == STAKES
    assert unbalanced(banked, with_bank(betting, 100)) is None, "the same stake, in another bank"
    assert unbalanced(betting, betting) is None


@pytest.mark.parametrize("account", [STAKES, BANK, CAGNOTTE])
def test_what_is_moved_without_a_change_is_found_on_each_account(account: str, betting: State) -> None:
    assert unbalanced(betting, betting, move(TRAY, account, 10)) == account
    assert unbalanced(betting, betting, move(account, TRAY, 10)) == account
    assert unbalanced(betting, betting, move(TRAY, chips("ana"), 10)) is None, (
        "that money is not on the table"
    )


def test_what_is_moved_and_is_there_adds_up(betting: State) -> None:
    opened = with_bank(betting, 100)
    assert unbalanced(betting, opened, move(chips("ana"), BANK, 100)) is None
    kept = replace(opened, cagnotte=7)
    assert unbalanced(opened, kept, move(TRAY, CAGNOTTE, 7)) is None
    assert unbalanced(betting, with_stakes(betting), move(STAKES, chips("ana"), 100)) is None


def test_nothing_is_moved_backwards_nor_is_less_than_nothing_left(betting: State) -> None:
    more = with_stakes(betting, 100, 20)
    assert unbalanced(betting, more, move(chips("ana"), STAKES, 20)) is None
    assert unbalanced(betting, more, move(STAKES, chips("ana"), -20)) == STAKES
    owing = with_bank(betting, -10)
    assert unbalanced(betting, owing, move(BANK, TRAY, 10)) == BANK
