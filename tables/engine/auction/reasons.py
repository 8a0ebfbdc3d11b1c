"""Reasons why a bank is awarded as it is (argentina art. 5; chemin-de-fer arts. 5, 9)."""

from collections.abc import Iterator

from tables.engine.auction.events import AuctionClosed
from tables.engine.auction.handlers import bidders
from tables.engine.game import Fact, Game, Reason, facts
from tables.engine.state import Auction


def of_auction(game: Game) -> Iterator[Reason]:
    """The auction as it stands, and the players who may still bid."""
    auction = game.state.auction
    if auction is None:
        return
    heard = bidders(game)
    least = min((allowed.minimum for allowed in heard.values()), default=None)
    most = max((allowed.maximum for allowed in heard.values()), default=None)
    found = facts(
        *_of_bids(auction),
        Fact("bidders", tuple(heard), "people"),
        Fact("least", least, "money"),
        Fact("most", most, "money"),
    )
    yield Reason("auction", found)


def of_award(game: Game, closed: AuctionClosed) -> Iterator[Reason]:
    """The player to whom the bank was awarded, and the bids. `game`: the table before."""
    auction = game.state.auction or Auction()
    among_equals = auction.origin if len(auction.leaders) > 1 else None
    found = facts(
        *_of_bids(auction),
        Fact("right_of", among_equals),
        Fact("amount", closed.amount or None, "money"),
    )
    yield Reason("auction", found, closed.winner)


def _of_bids(auction: Auction) -> tuple[Fact, ...]:
    return (
        Fact("round", auction.round),
        Fact("bids", tuple((bid.player, bid.amount) for bid in auction.bids), "stakes"),
        Fact("leaders", auction.leaders, "people"),
    )
