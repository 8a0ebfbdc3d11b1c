"""The auction of a bank (argentina art. 5; chemin-de-fer arts. 5, 9, 10)."""

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
from tables.rules.reglamento import AuctionPolicy
from tables.rules.seats import distance_right

AFTER_THE_SEATED = 15


@decides("bid", "auction")
def bid(turn: Turn, command: BidCommand) -> None:
    """A bid: above one's last, not below the lead; an equal one counts as simultaneous."""
    auction, player, amount = _auction(turn), command.player, command.amount
    if policy(turn).seated_only and seat_of(turn.state, player) is None:
        turn.refuse("not_seated", "seated_only", player=player)
    if auction.round == 2 and player not in auction.tied:
        turn.refuse("not_asked", "auction", player=player)
    _check_may_bid(turn, auction, player, amount)
    turn.check_amount(amount, "bank_limits", _most(turn, auction))
    least = _least_bid(auction, player, turn.state.limits.chip)
    if amount < least:
        turn.refuse("below_minimum", "auction", minimum=least)
    turn.emit(BidPlaced(player, amount))


@decides("close_auction", "auction")
def close_auction(turn: Turn, command: CloseAuction) -> None:
    """One leader takes the bank; a tie below the maximum opens round 2; nobody: an offer."""
    auction = _auction(turn)
    lead = auction.lead
    second_round = policy(turn).second_round and auction.round == 1
    if lead is None:
        _without_bids(turn, auction)
    elif len(auction.leaders) > 1 and second_round and lead < turn.state.limits.maximum:
        turn.emit(SecondRoundOpened(auction.leaders, lead))
    else:
        _award(turn, auction, lead)


def policy(turn: Turn) -> AuctionPolicy:
    """How a bank is auctioned under this reglamento."""
    if turn.rules.auction is None:
        raise AssertionError("nothing is auctioned under this reglamento")
    return turn.rules.auction


def bid_lapses(turn: Turn, player: str) -> None:
    """Who leaves or stands up bids no more."""
    auction = turn.state.auction
    if auction and any(made.player == player for made in auction.bids):
        turn.emit(BidLapsed(player))


def _check_may_bid(turn: Turn, auction: Auction, player: str, amount: int) -> None:
    """Chemin-de-fer art. 9: not for the hand one has just passed; for a later one at the amount one passed at."""
    if player in auction.barred:
        turn.refuse(
            "not_entitled", "after_the_passer", detail="%(player)s may not bid for this hand", player=player
        )
    passed_at = turn.state.passed.get(player, amount)
    if not policy(turn).second_round and amount != passed_at:
        turn.refuse(
            "not_entitled",
            "after_the_passer",
            detail="%(player)s passed at %(amount)s",
            player=player,
            amount=passed_at,
        )


def _without_bids(turn: Turn, auction: Auction) -> None:
    """Offered by the right from seat 1; or the right of the passer takes it at the minimum, or leaves his seat."""
    turn.emit(AuctionClosed(None, 0))
    if policy(turn).without_bids == "forced_offer":
        offer.open_offer(turn, auction.origin, forced=True)
        return
    if turn.state.lap.start is not None:
        turn.emit(LapBegun(turn.state.lap.number, None))
    offer.open_offer(turn, auction.origin, before_cut=True)


def _award(turn: Turn, auction: Auction, lead: int) -> None:
    """Still tied: seated before standing, then the first to the right; counted from seat 1 in the first auction."""
    winner = min(auction.leaders, key=lambda player: _rank(turn, auction, player))
    seat = seat_of(turn.state, winner) or auction.origin
    amount = min(lead, _most(turn, auction))
    turn.emit(AuctionClosed(winner, amount))
    if turn.rules.bank_before_cut:
        turn.emit(LapBegun(turn.state.lap.number + 1, seat))
        holding.open_bank(turn, winner, seat, amount, "auction")
        cutting.offer_cut(turn)
    else:
        _open_the_passed_hand(turn, auction, winner, seat, amount)
        turn.enter("betting")


def _open_the_passed_hand(turn: Turn, auction: Auction, winner: str, seat: int, amount: int) -> None:
    """Chemin de fer: who buys a passed hand is its taker (arts. 4, 8, 11); after a loss nobody has passed it."""
    passed = auction.passer is not None
    holding.open_bank(
        turn,
        winner,
        seat,
        amount,
        "auction",
        root=auction.origin if passed else None,
        passer=auction.passer,
        beats=auction.least if passed else None,
    )


def _most(turn: Turn, auction: Auction) -> int:
    """The bank's maximum; a passed hand may lie above it."""
    return max(turn.bank_maximum, auction.least)


def _rank(turn: Turn, auction: Auction, player: str) -> int:
    seat = seat_of(turn.state, player)
    return AFTER_THE_SEATED if seat is None else distance_right(auction.origin, seat)


def _least_bid(auction: Auction, player: str, chip: int) -> int:
    own = max((made.amount for made in auction.bids if made.player == player), default=0)
    return max(
        auction.least,
        auction.lead or 0,
        own + chip if own else 0,
        auction.floor + chip if auction.floor else 0,
    )


def _auction(turn: Turn) -> Auction:
    if turn.state.auction is None:
        raise AssertionError("no auction on the table")
    return turn.state.auction
