"""Events of the auction of a bank."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import Auction, Bet, State


@event("auction_opened")
class AuctionOpened(Event):
    """`barred` may not bid, by the rule `barred_by`. `least` is the lowest bid. Equal bids are ranked from the right of
    seat `origin`. `passer` is the player who passed the hand that is auctioned."""

    barred: tuple[str, ...] = ()
    barred_by: str | None = None
    least: int = 0
    origin: int
    passer: str | None = None

    def evolve(self, state: State) -> State:
        auction = Auction(
            barred=self.barred,
            barred_by=self.barred_by,
            least=self.least,
            origin=self.origin,
            passer=self.passer,
        )
        return replace(state, phase="auction", auction=auction)


@event("bid_placed")
class BidPlaced(Event):
    """A bid. It replaces the player's earlier one."""

    player: str
    amount: int

    def evolve(self, state: State) -> State:
        auction = state.auction or Auction()
        others = tuple(bid for bid in auction.bids if bid.player != self.player)
        bids = (*others, Bet(self.player, "bank", self.amount))
        return replace(state, auction=replace(auction, bids=bids))


@event("bid_lapsed")
class BidLapsed(Event):
    """A bid is withdrawn because its player left or stood up."""

    player: str

    def evolve(self, state: State) -> State:
        auction = state.auction or Auction()
        return replace(
            state,
            auction=replace(
                auction,
                bids=tuple(bid for bid in auction.bids if bid.player != self.player),
                tied=tuple(player for player in auction.tied if player != self.player),
            ),
        )


@event("bids_lapsed")
class BidsLapsed(Event):
    """The bids of these players are below a minimum that was raised (argentina arts. 2, 5). They may bid again."""

    players: tuple[str, ...]

    def evolve(self, state: State) -> State:
        auction = state.auction or Auction()
        bids = tuple(bid for bid in auction.bids if bid.player not in self.players)
        return replace(state, auction=replace(auction, bids=bids))


@event("second_round_opened")
class SecondRoundOpened(Event):
    """From now on only the `tied` players may bid, each above `floor` (art. 5)."""

    tied: tuple[str, ...]
    floor: int

    def evolve(self, state: State) -> State:
        auction = state.auction or Auction()
        return replace(state, auction=replace(auction, round=2, tied=self.tied, floor=self.floor))


@event("auction_closed")
class AuctionClosed(Event):
    """The auction is over. `winner` is None when nobody bid."""

    winner: str | None
    amount: int

    def evolve(self, state: State) -> State:
        return replace(state, auction=None)
