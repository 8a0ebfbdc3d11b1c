"""What an event changes for one player, bet or bank, and what it leaves of the others."""

import pytest

from tables.engine import NoHistory, State, new_state
from tables.engine.auction.events import BidLapsed, BidPlaced, SecondRoundOpened
from tables.engine.bank.events import BankOpened
from tables.engine.bank.lifecycle import Opening, open_bank
from tables.engine.betting.events import BetRemoved, BetsReturned
from tables.engine.context import CommandContext
from tables.engine.copying import replace
from tables.engine.cover.events import CardsRightGiven
from tables.engine.event import Event, evolve
from tables.engine.state import Auction, Banco, Bet, Lap, Shoe
from tables.rules.reglamentos import REGLAMENTOS


def after(state: State, *events: Event) -> State:
    for happened in events:
        state = evolve(state, happened)
    return state


def test_a_higher_bid_replaces_the_players_own_and_one_that_lapses_leaves_the_others() -> None:
    state = replace(new_state(), auction=Auction())
    bids = BidPlaced(player="ana", amount=100), BidPlaced(player="bea", amount=120)
    state = after(state, *bids, BidPlaced(player="ana", amount=140))
    assert state.auction and state.auction.bids == (Bet("bea", "bank", 120), Bet("ana", "bank", 140))
    state = after(state, SecondRoundOpened(tied=("ana", "bea"), floor=140), BidLapsed(player="ana"))
    assert state.auction and (state.auction.bids, state.auction.tied) == (
        (Bet("bea", "bank", 120),),
        ("bea",),
    )


def opened(holder: str | None, origin: str, opens: bool = True) -> BankOpened:
    return BankOpened(holder=holder, seat=1, stake=100, origin=origin, maximum=500, opens=opens)


def test_an_opening_counts_in_its_lap_and_an_auction_begins_a_new_run() -> None:
    state = after(new_state(), opened("ana", "auction"))
    assert state.lap == Lap(openers=("ana",), last_opener="ana", running=1)
    state = after(state, opened("ana", "offer"))
    assert (state.lap.openers, state.lap.running) == (("ana", "ana"), 2)
    assert after(state, opened("ana", "auction")).lap.running == 1
    assert after(state, opened("bea", "offer")).lap == Lap(0, None, ("ana", "ana", "bea"), "bea", 1)
    assert after(state, opened("ana", "suite", opens=False)).lap == state.lap
    assert after(state, opened(None, "house")).lap == state.lap


def test_who_opens_a_bank_no_longer_counts_as_refusing_it_and_the_others_do() -> None:
    state = replace(new_state(), refusals={"ana": 2, "bea": 1})
    assert after(state, opened("ana", "offer")).refusals == {"bea": 1}


def with_banco() -> State:
    """Ana has called banco together with bea; carl has bet too."""
    state = new_state()
    bets = tuple(Bet(player, "punto", 50) for player in ("ana", "bea", "carl"))
    banco = Banco("ana", "association", ("bea",))
    return replace(state, current=replace(state.current, bets=bets, banco=banco))


@pytest.mark.parametrize(("player", "stands"), [("ana", False), ("bea", False), ("carl", True)])
def test_a_call_of_banco_ends_when_a_bet_of_the_callers_goes_and_stands_when_anothers_does(
    player: str, stands: bool
) -> None:
    back = Bet(player, "punto", 50)
    for gone in (BetsReturned(bets=(back,)), BetRemoved(player=player, chance="punto", amount=50)):
        current = after(with_banco(), gone).current
        assert (current.banco is not None) == stands
        assert back not in current.bets and len(current.bets) == 2


@pytest.mark.parametrize(
    ("stake", "beats", "associate", "made_banco", "given"),
    [
        (110, 100, None, "bea", True),
        (100, 100, None, "bea", False),
        (110, None, None, "bea", False),
        (110, 100, "bea", "bea", False),  # he plays with the bank
        (110, 100, None, "ana", False),  # he holds it
        (110, 100, None, "gone", False),
        (110, 100, None, None, False),
    ],
)
def test_a_larger_bank_than_the_one_passed_owes_the_cards_to_who_had_called_banco(
    stake: int, beats: int | None, associate: str | None, made_banco: str | None, given: bool
) -> None:
    """Chemin de fer art. 8."""
    state = new_state()
    names = {player: player for player in ("ana", "bea", "carl")}
    seats = {**state.seats, 1: "ana", 2: "bea"}
    state = replace(state, names=names, seats=seats, shoe=Shoe(1, 6), made_banco=made_banco)
    context = CommandContext(state, REGLAMENTOS["chemin-de-fer"], "croupier", NoHistory())
    open_bank(context, Opening("ana", 1, stake, "suite", passer="carl", beats=beats, associate=associate))
    rights = [happened for happened in context.events if isinstance(happened, CardsRightGiven)]
    assert rights == ([CardsRightGiven(player="bea")] if given else [])
