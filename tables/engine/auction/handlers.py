"""The auction of a bank (argentina art. 5; chemin-de-fer arts. 5, 9, 10)."""

from tables.engine.auction.commands import BidCommand, CloseAuction
from tables.engine.auction.events import AuctionClosed, BidLapsed, BidPlaced, SecondRoundOpened
from tables.engine.bank.lifecycle import Opening, open_bank
from tables.engine.game import Bounds, Game, bounds
from tables.engine.handlers import CommandContext, handles
from tables.engine.offer.events import LapBegun
from tables.engine.offer.walk import open_offer
from tables.engine.shoe.cutting import ask_for_the_cut, play_or_cut
from tables.engine.state import Auction, seat_of
from tables.rules.reglamento import AuctionPolicy
from tables.rules.seats import MOST_SEATS, distance_right

AFTER_THE_SEATED = MOST_SEATS + 1


def auction_of(game: Game) -> Auction:
    """The auction in progress. Raises AssertionError if there is none."""
    if game.state.auction is None:
        raise AssertionError("no auction on the table")
    return game.state.auction


def policy_of(game: Game) -> AuctionPolicy:
    """The policy by which a bank is auctioned under this reglamento. Raises AssertionError if it has no auctions."""
    if game.rules.auction is None:
        raise AssertionError("nothing is auctioned under this reglamento")
    return game.rules.auction


def bid_bounds(game: Game, player: str) -> Bounds | None:
    """The bounds of the player's bid now; None if he may not bid or no higher bid is possible."""
    if not _may_bid(game, player):
        return None
    auction, limits = auction_of(game), game.state.limits
    least = max(limits.minimum, _least_bid(auction, player, limits.chip))
    passed_at = _only_bid(game, player)
    if passed_at is None:
        return bounds(least, _most(game), limits.chip)
    return bounds(max(least, passed_at), min(_most(game), passed_at), limits.chip)


def bidders(game: Game) -> dict[str, Bounds]:
    """The players who may bid now, each with the bounds of his bid."""
    found = {player: bid_bounds(game, player) for player in game.state.names}
    return {player: allowed for player, allowed in found.items() if allowed}


def _somebody_may_bid(game: Game) -> bool:
    return any(bid_bounds(game, player) for player in game.state.names)


@handles("bid", "auction", may=_somebody_may_bid, bounds=bid_bounds)
def bid(context: CommandContext, command: BidCommand) -> None:
    """Accept a bid above the player's own last bid and not below the lead. Equal bids count as simultaneous."""
    auction, player, amount = auction_of(context), command.player, command.amount
    if not _is_heard(context, player):
        context.refuse("not_seated", "seated_only", player=player)
    if _is_out_of_this_round(auction, player):
        context.refuse("not_asked", "auction", player=player, asked=list(auction.tied))
    _check_after_the_passer(context, auction, player, amount)
    context.check_bank(amount, _most(context))
    least = _least_bid(auction, player, context.state.limits.chip)
    if amount < least:
        context.refuse("below_minimum", "auction", minimum=least)
    context.emit(BidPlaced(player=player, amount=amount))


@handles("close_auction", "auction")
def close_auction(context: CommandContext, command: CloseAuction) -> None:
    """Award the bank to the leader. A tie below the maximum opens a second round; without bids the bank is offered."""
    auction = auction_of(context)
    lead = auction.lead
    second_round = policy_of(context).second_round and auction.round == 1
    if lead is None:
        _without_bids(context, auction)
    elif len(auction.leaders) > 1 and second_round and lead < context.state.limits.maximum:
        context.emit(SecondRoundOpened(tied=auction.leaders, floor=lead))
    else:
        _award(context, auction, lead)


def bid_lapses(context: CommandContext, player: str) -> None:
    """Withdraw the bid of a player who leaves or stands up."""
    auction = context.state.auction
    if auction and any(made.player == player for made in auction.bids):
        context.emit(BidLapsed(player=player))


def _may_bid(game: Game, player: str) -> bool:
    auction = auction_of(game)
    return (
        _is_heard(game, player)
        and not _is_out_of_this_round(auction, player)
        and player not in auction.barred
    )


def _is_heard(game: Game, player: str) -> bool:
    return not policy_of(game).seated_only or seat_of(game.state, player) is not None


def _is_out_of_this_round(auction: Auction, player: str) -> bool:
    return auction.round == 2 and player not in auction.tied


def _only_bid(game: Game, player: str) -> int | None:
    """The amount at which the player passed a hand, the only one he may bid later (chemin-de-fer art. 9)."""
    return game.state.passed.get(player) if policy_of(game).passer_bids_as_passed else None


def _check_after_the_passer(context: CommandContext, auction: Auction, player: str, amount: int) -> None:
    """Refuse a bid for a hand that the player has just passed (chemin-de-fer art. 9) or will not deal (art. 12), or at
    another amount than he passed at (art. 9)."""
    if player in auction.barred:
        context.refuse(
            "not_entitled", auction.barred_by, detail="%(player)s may not bid for this hand", player=player
        )
    passed_at = _only_bid(context, player)
    if passed_at not in (None, amount):
        context.refuse(
            "not_entitled",
            "after_the_passer",
            detail="%(player)s passed at %(amount)s",
            player=player,
            amount=passed_at,
        )


def _without_bids(context: CommandContext, auction: Auction) -> None:
    """Offer the bank to the right from seat 1. In chemin de fer the player to the right of the passer must take it at
    the minimum or lose his seat."""
    context.emit(AuctionClosed(winner=None, amount=0))
    if policy_of(context).without_bids == "forced_offer":
        open_offer(context, auction.origin, forced=True)
        return
    if context.state.lap.start is not None:
        context.emit(LapBegun(number=context.state.lap.number, start=None))
    open_offer(context, auction.origin)


def _award(context: CommandContext, auction: Auction, lead: int) -> None:
    """Give the bank to the leader. Among tied leaders the seated come first, then the nearest to the right of the
    origin."""
    winner = min(auction.leaders, key=lambda player: _rank(context, auction, player))
    seat = seat_of(context.state, winner) or auction.origin
    amount = min(lead, _most(context))
    context.emit(AuctionClosed(winner=winner, amount=amount))
    if context.rules.bank_before_cut:
        context.emit(LapBegun(number=context.state.lap.number + 1, start=seat))
        open_bank(context, Opening(winner, seat, amount, "auction"))
        ask_for_the_cut(context)
    else:
        open_bank(context, _passed_hand(auction, winner, seat, amount))
        play_or_cut(context)


def _passed_hand(auction: Auction, winner: str, seat: int, amount: int) -> Opening:
    """The buyer of a passed hand is its taker (chemin-de-fer arts. 4, 8, 11). After a lost bank there is no passer."""
    if auction.passer is None:
        return Opening(winner, seat, amount, "auction")
    return Opening(
        winner, seat, amount, "auction", root=auction.origin, passer=auction.passer, beats=auction.least
    )


def _most(game: Game) -> int:
    """The highest bid: the bank's maximum, or the amount of a passed hand if that is larger."""
    return max(game.bank_maximum, auction_of(game).least)


def _rank(game: Game, auction: Auction, player: str) -> int:
    seat = seat_of(game.state, player)
    return AFTER_THE_SEATED if seat is None else distance_right(game.state.seats, auction.origin, seat)


def _least_bid(auction: Auction, player: str, chip: int) -> int:
    """A bid may equal the lead, but must be above the player's own. In the second round that is above the `floor`,
    which each of the tied has bid."""
    own = max((made.amount for made in auction.bids if made.player == player), default=0)
    return max(auction.least, auction.lead or 0, own + chip if own else 0)
