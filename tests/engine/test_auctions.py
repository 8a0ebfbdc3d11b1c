"""Auctions: bids that lapse, and an auction without bids (argentina arts. 5, 31; chemin-de-fer arts. 9, 12)."""

from tables.engine.auction.events import BidLapsed
from tests.engine.test_banks import bet, chemin, refusal
from tests.engine.test_reasons import BANCA_WINS, PUNTO_WINS, Table, argentina


def at_auction(**bids: int) -> Table:
    table = Table("argentina")
    table.give("shuffle", riffles=4)
    for player, amount in bids.items():
        table.give("bid", player=player, amount=amount)
    return table


def bidders(table: Table) -> list[str]:
    assert table.state.auction
    return [bid.player for bid in table.state.auction.bids]


def test_the_bid_of_who_leaves_or_stands_up_lapses_and_the_others_stay() -> None:
    for move in ("leave", "stand_up"):
        table = at_auction(bea=100, carl=120)
        table.give(move, player="bea")
        assert [one.player for one in table.events if isinstance(one, BidLapsed)] == ["bea"]
        assert bidders(table) == ["carl"]


def test_nothing_lapses_where_who_goes_has_not_bid() -> None:
    for move in ("leave", "stand_up"):
        table = at_auction(bea=100)
        table.give(move, player="dora")
        assert not [one for one in table.events if isinstance(one, BidLapsed)]
        assert bidders(table) == ["bea"]


def test_art_31_after_an_auction_without_bids_the_next_opener_begins_a_lap() -> None:
    """Nobody took the bank and the shoe was burned: the seat where the lap before it began counts no more."""
    table = argentina()
    table.deal(*PUNTO_WINS)
    while table.state.phase == "offer":
        table.give("decline_bank", rest=True, player=table.state.offer.asked if table.state.offer else None)
    table.give("shuffle", riffles=4)
    before = table.state.lap
    assert (table.state.phase, before.start) == ("auction", 1)
    table.give("close_auction")
    assert (table.state.lap.number, table.state.lap.start) == (before.number, None)
    table.give("decline_bank", player="ana")
    table.give("accept_bank", player="bea", amount=100)
    assert (table.state.lap.number, table.state.lap.start, table.state.lap.openers) == (
        before.number + 1,
        2,
        ("bea",),
    )


def test_arts_9_and_12_the_passer_does_not_bid_and_the_refusal_says_by_which_article() -> None:
    table = chemin(100)
    table.give("suite")
    assert table.state.phase == "auction", "a hand that was not dealt is auctioned at once"
    assert refusal(table, "bid", player="ana", amount=100)[:2] == ("not_entitled", "12")
    bet(table := chemin(100), "bea", 50)
    table.deal(*BANCA_WINS)
    table.give("suite")
    table.give("decline_suite", player="bea", rest=True)
    assert table.state.phase == "auction"
    assert refusal(table, "bid", player="ana", amount=200)[:2] == ("not_entitled", "9")
