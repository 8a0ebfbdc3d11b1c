"""The walk of the offered bank round the table, and what follows if everybody declines (argentina arts. 7, 31–33)."""

from tables.engine.auction.events import AuctionOpened
from tables.engine.betting.events import BetsReturned
from tables.engine.game import Game
from tables.engine.handlers import CommandContext
from tables.engine.offer.events import BankDeclined, BankOffered, LapBegun, OfferClosed, OfferOpened
from tables.engine.seating.events import PlayerStood
from tables.engine.shoe import end
from tables.engine.shoe.events import ResumeSet, SabotTaken
from tables.engine.state import (
    STANDING,
    Offer,
    is_here,
    resumed_at_the_first_seat,
    seat_of,
    seated_to_the_right,
)
from tables.rules.reglamento import OfferPolicy
from tables.rules.seats import distance_right


def _all_round(game: Game) -> int:
    """The seats that an offer walks; that at which it began comes last."""
    return len(game.state.seats)


def offer_of(game: Game) -> Offer:
    """The offer in progress. Raises AssertionError if there is none."""
    if game.state.offer is None:
        raise AssertionError("no offer on the table")
    return game.state.offer


def policy_of(game: Game) -> OfferPolicy:
    """The policy by which the bank is offered under this reglamento. Raises AssertionError if it has no offers."""
    if game.rules.offer is None:
        raise AssertionError("nothing is offered under this reglamento")
    return game.rules.offer


def open_offer(
    context: CommandContext,
    origin: int,
    *,
    desister: str | None = None,
    forced: bool = False,
    leaver: str | None = None,
) -> None:
    """Begin the offer to the right of `origin`. After a bank given back under art. 6, the standing are asked first, for
    the desister's seat. The holder who left his bank, `leaver`, is asked after everybody else, if he is still here."""
    context.emit(OfferOpened(origin=origin, desister=desister, forced=forced, leaver=leaver))
    if desister and context.state.standing:
        context.emit(BankOffered(seat=origin, asked=STANDING, walked=0))
    else:
        _ask_next(context)


def begin_first_lap(context: CommandContext, seat: int) -> None:
    """Begin a lap at the seat of the auction's winner or of the first opener, if none is running (art. 31)."""
    if context.state.lap.start is None:
        context.emit(LapBegun(number=context.state.lap.number + 1, start=seat))


def thrice_running(game: Game, player: str) -> bool:
    """Whether an opening now would be the player's third in a row (art. 33)."""
    lap = game.state.lap
    return policy_of(game).laps and lap.last_opener == player and lap.running >= 2


def opened_already(game: Game, player: str) -> bool:
    """Whether the player has opened in this lap (art. 31)."""
    return policy_of(game).laps and player in game.state.lap.openers


def decline(context: CommandContext, who: str, away: bool = False) -> None:
    """Record that `who` declines. Art. 32 then asks the standing for that seat, before the next seat is asked."""
    offer = offer_of(context)
    context.emit(BankDeclined(player=who, seat=seat_of(context.state, who)))
    _may_lose_the_seat(context, offer, who, away)
    _ask_after(context, offer, who, seat_of(context.state, who) is not None)


def _ask_after(context: CommandContext, offer: Offer, who: str, sits: bool) -> None:
    """Ask the standing for the seat of who has declined, or else the next. A last holder who stands has no seat to
    offer."""
    each_seat = policy_of(context).standing == "each_seat"
    for_a_seat = each_seat and who != STANDING and (sits or not offer.again)
    if for_a_seat and offer.desister is None and context.state.standing:
        context.emit(BankOffered(seat=offer.seat, asked=STANDING, walked=offer.walked))
    else:
        _ask_next(context)


def passes_over(context: CommandContext, player: str, was_seated: bool) -> None:
    """`player` has left or moved. If he was asked, he has declined, but no refusal is counted against a seat; if nobody
    stands any more, the offer goes on. `was_seated`: before he went."""
    offer = context.state.offer
    if offer is None:
        return
    if offer.asked == player or (offer.asked == STANDING and not context.state.standing):
        context.emit(BankDeclined(player=offer.asked, seat=None))
        _may_lose_the_seat(context, offer, player)
        still_sits = seat_of(context.state, offer.asked) is not None
        _ask_after(context, offer, offer.asked, was_seated and still_sits)


def _may_lose_the_seat(context: CommandContext, offer: Offer, who: str, away: bool = False) -> None:
    """Unseat a player who refuses twice in a row, is away, or refuses at the minimum (chemin-de-fer art. 10)."""
    twice = context.state.refusals.get(who, 0) >= 2
    loses = policy_of(context).refusing_twice_loses_the_seat and (twice or away or offer.forced)
    if loses and seat_of(context.state, who) is not None:
        context.emit(PlayerStood(player=who))


def _ask_next(context: CommandContext) -> None:
    offer = offer_of(context)
    for seat, player in seated_to_the_right(context.state, offer.origin):
        walked = distance_right(context.state.seats, offer.origin, seat)
        if walked <= offer.walked:
            continue
        _begin_lap_if_reached(context, offer, walked)
        if player not in (offer.desister, offer.leaver) and not (
            opened_already(context, player) or thrice_running(context, player)
        ):
            context.emit(BankOffered(seat=seat, asked=player, walked=walked))
            return
    _begin_lap_if_reached(context, offer, _all_round(context))
    _ask_who_is_not_seated(context, offer)


def _ask_who_is_not_seated(context: CommandContext, offer: Offer) -> None:
    at_the_end = policy_of(context).standing == "at_the_end" and not offer.forced
    if at_the_end and context.state.standing and STANDING not in offer.declined:
        context.emit(BankOffered(seat=offer.origin, asked=STANDING, walked=_all_round(context)))
    else:
        _ask_last_holder(context, offer)


def _ask_last_holder(context: CommandContext, offer: Offer) -> None:
    """Art. 33: when everyone else has declined, the last holder may open again, seated or standing: twice in a row,
    never three times."""
    lap = context.state.lap
    last = lap.last_opener
    asked_already = last in offer.declined or last == offer.desister
    here = last is not None and is_here(context.state, last)
    if policy_of(context).laps and last and lap.running < 2 and here and not asked_already:
        seat = seat_of(context.state, last) or offer.origin
        context.emit(BankOffered(seat=seat, asked=last, walked=_all_round(context), again=True))
    else:
        _refused_by_all(context, offer)


def _refused_by_all(context: CommandContext, offer: Offer) -> None:
    """Apply what the reglamento prescribes when everybody has declined."""
    context.emit(OfferClosed())
    if offer.forced:
        context.emit(ResumeSet(resume=resumed_at_the_first_seat(context.state, "first")))
        context.enter("seating")
    else:
        _LAST_RESORTS[policy_of(context).refused_by_all](context, offer)


def _burn_the_shoe(context: CommandContext, offer: Offer) -> None:
    """Argentina art. 7: stakes go back, the shoe is burned, and a new auction follows on the next shoe."""
    if context.state.current.bets:
        context.emit(BetsReturned(bets=context.state.current.bets))
    end.burn(context, "nobody takes the bank")


def _auction_it(context: CommandContext, offer: Offer) -> None:
    """Chemin de fer: the bank is auctioned at the minimum. After a burned shoe the next is shuffled and cut first."""
    phase = context.state.phase
    context.emit(AuctionOpened(least=context.state.limits.minimum, origin=offer.origin))
    if phase != "offer":
        context.enter(phase)


def _the_croupier_draws(context: CommandContext, offer: Offer) -> None:
    """Spain: the croupier draws until banca loses. After a burned shoe the next is shuffled and cut first."""
    context.emit(SabotTaken(holder=None, seat=offer.origin))
    context.emit(ResumeSet(resume=resumed_at_the_first_seat(context.state, "bank")))
    if context.state.phase == "offer":
        context.enter("betting")


_LAST_RESORTS = {
    "burn_shoe": _burn_the_shoe,
    "auction": _auction_it,
    "croupier_draws": _the_croupier_draws,
}


def _begin_lap_if_reached(context: CommandContext, offer: Offer, walked: int) -> None:
    """Art. 31: a lap ends when the offer reaches the seat where it began."""
    lap = context.state.lap
    if not policy_of(context).laps or lap.start is None or not lap.openers:
        return
    if distance_right(context.state.seats, offer.origin, lap.start) <= walked:
        context.emit(LapBegun(number=lap.number + 1, start=lap.start))
