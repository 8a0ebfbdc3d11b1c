"""The auction of the first bank (argentina art. 5)."""

from tables.engine import cutting, holding, offer
from tables.engine.commands import BidCommand, CloseAuction
from tables.engine.events.bank import (
    AuctionClosed,
    BidLapsed,
    BidPlaced,
    LapBegun,
    SecondRoundOpened,
)
from tables.engine.people import seat_of
from tables.engine.rooms import decides
from tables.engine.state import Auction
from tables.engine.turn import Turn

SEAT_BEFORE_THE_FIRST = 14


@decides("bid", "auction")
def bid(turn: Turn, command: BidCommand) -> None:
    """A seated player's bid: above his last, not below the lead; an equal one counts as simultaneous."""
    auction, player, amount = _auction(turn), command.player, command.amount
    if seat_of(turn.state, player) is None:
        turn.refuse("not_seated", "seated_only", player=player)
    if auction.round == 2 and player not in auction.tied:
        turn.refuse("not_asked", "auction", player=player)
    turn.check_amount(amount)
    least = _least_bid(auction, player, turn.state.limits.chip)
    if amount < least:
        turn.refuse("below_minimum", "auction", minimum=least)
    turn.emit(BidPlaced(player, amount))


@decides("close_auction", "auction")
def close_auction(turn: Turn, command: CloseAuction) -> None:
    """One leader takes the bank; a tie below the maximum opens round 2; nobody: an offer from seat 1."""
    auction = _auction(turn)
    lead = auction.lead
    if lead is None:
        turn.emit(AuctionClosed(None, 0))
        if turn.state.lap.start is not None:
            turn.emit(LapBegun(turn.state.lap.number, None))
        offer.open_offer(turn, SEAT_BEFORE_THE_FIRST, before_cut=True)
    elif len(auction.leaders) > 1 and auction.round == 1 and lead < turn.state.limits.maximum:
        turn.emit(SecondRoundOpened(auction.leaders, lead))
    else:
        _award(turn, auction, lead)


def bid_lapses(turn: Turn, player: str) -> None:
    """Who leaves or stands up bids no more."""
    auction = turn.state.auction
    if auction and any(made.player == player for made in auction.bids):
        turn.emit(BidLapsed(player))


def _award(turn: Turn, auction: Auction, lead: int) -> None:
    """Still tied, or tied at the maximum: by the right counted from seat 1, the lowest seat."""
    seats = {seat_of(turn.state, player) or 0: player for player in auction.leaders}
    seat = min(seats)
    turn.emit(AuctionClosed(seats[seat], lead))
    turn.emit(LapBegun(turn.state.lap.number + 1, seat))
    holding.open_bank(turn, seats[seat], seat, min(lead, turn.state.limits.maximum), "auction")
    cutting.offer_cut(turn)


def _least_bid(auction: Auction, player: str, chip: int) -> int:
    own = max((made.amount for made in auction.bids if made.player == player), default=0)
    return max(auction.lead or 0, own + chip if own else 0, auction.floor + chip if auction.floor else 0)


def _auction(turn: Turn) -> Auction:
    if turn.state.auction is None:
        raise AssertionError("no auction on the table")
    return turn.state.auction
