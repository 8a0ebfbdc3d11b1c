"""The bank walks round the table (argentina arts. 6, 7, 31–33, 44)."""

from tables.engine import cutting, holding, shoe_end
from tables.engine.commands import AcceptBank, DeclineBank
from tables.engine.events.bank import (
    AuctionOpened,
    BankDeclined,
    BankOffered,
    LapBegun,
    OfferClosed,
    OfferOpened,
)
from tables.engine.events.people import PlayerStood
from tables.engine.events.shoe import SabotTaken
from tables.engine.events.table import BetsReturned, ResumeSet
from tables.engine.people import is_here, seat_of, seated_to_the_right
from tables.engine.rooms import decides
from tables.engine.state import STANDING, Offer, Resume
from tables.engine.turn import Turn
from tables.rules.reglamento import OfferPolicy
from tables.rules.seats import distance_right


def open_offer(
    turn: Turn,
    origin: int,
    before_cut: bool = False,
    desister: str | None = None,
    forced: bool = False,
) -> None:
    """Begin the walk at the right of `origin`. After art. 6 the standing are asked first, in the desister's seat."""
    turn.emit(OfferOpened(origin, before_cut, desister, forced))
    if desister and turn.state.standing:
        turn.emit(BankOffered(origin, STANDING, walked=0))
    else:
        _ask_next(turn)


@decides("accept_bank", "offer")
def accept_bank(turn: Turn, command: AcceptBank) -> None:
    """Whoever is asked opens with any amount within the limits."""
    offer = _offer(turn)
    _check_asked(turn, command.player)
    _check_may_open(turn, command.player)
    if command.amount is not None:
        turn.check_bank(command.amount)
    turn.emit(OfferClosed())
    if command.amount is None:
        turn.emit(SabotTaken(command.player, offer.seat))
    else:
        if policy(turn).laps:
            begin_first_lap(turn, offer.seat)
        holding.open_bank(turn, command.player, offer.seat, command.amount, "offer")
    if offer.before_cut:
        cutting.offer_cut(turn)
    else:
        turn.enter("betting")


@decides("decline_bank", "offer")
def decline_bank(turn: Turn, command: DeclineBank) -> None:
    """A refusal: art. 32 asks the standing for that seat at once, then comes the next seat."""
    who = command.player or STANDING
    if _offer(turn).asked != who:
        turn.refuse("not_asked", "offer", player=who)
    _decline(turn, who, command.away)


def passes_over(turn: Turn, player: str) -> None:
    """`player` has gone or moved: if he was asked he has declined; if nobody stands any more, the walk goes on."""
    offer = turn.state.offer
    if offer is None:
        return
    if offer.asked == player or (offer.asked == STANDING and not turn.state.standing):
        _decline(turn, offer.asked)


def begin_first_lap(turn: Turn, seat: int) -> None:
    """Art. 31: a lap begins at the seat of the auction's winner, or of the first opener."""
    if turn.state.lap.start is None:
        turn.emit(LapBegun(turn.state.lap.number + 1, seat))


def _decline(turn: Turn, who: str, away: bool = False) -> None:
    offer = _offer(turn)
    turn.emit(BankDeclined(who))
    _may_lose_the_seat(turn, offer, who, away)
    each_seat = policy(turn).standing == "each_seat"
    for_a_seat = each_seat and who != STANDING and not (offer.again and seat_of(turn.state, who) is None)
    if for_a_seat and offer.desister is None and turn.state.standing:
        turn.emit(BankOffered(offer.seat, STANDING, offer.walked))
    else:
        _ask_next(turn)


def _may_lose_the_seat(turn: Turn, offer: Offer, who: str, away: bool) -> None:
    """Chemin de fer: refusing twice running, being away, or refusing at the minimum loses the seat (art. 10)."""
    twice = turn.state.refusals.get(who, 0) >= 2
    loses = policy(turn).refusing_twice_loses_the_seat and (twice or away or offer.forced)
    if loses and seat_of(turn.state, who) is not None:
        turn.emit(PlayerStood(who))


def _ask_next(turn: Turn) -> None:
    offer = _offer(turn)
    for seat, player in seated_to_the_right(turn.state, offer.origin):
        walked = distance_right(offer.origin, seat)
        if walked <= offer.walked:
            continue
        _begin_lap_if_reached(turn, offer, walked)
        if player != offer.desister and _may_open(turn, player):
            turn.emit(BankOffered(seat, player, walked))
            return
    at_the_end = policy(turn).standing == "at_the_end" and not offer.forced
    if at_the_end and turn.state.standing and STANDING not in offer.declined:
        turn.emit(BankOffered(offer.origin, STANDING, walked=14))
    else:
        _ask_last_holder(turn)


def _ask_last_holder(turn: Turn) -> None:
    """Art. 33: when everyone else has declined, the last holder may open again, twice running and never thrice."""
    offer, lap = _offer(turn), turn.state.lap
    last = lap.last_opener
    asked_already = last in offer.declined or last == offer.desister
    if policy(turn).laps and last and lap.running < 2 and is_here(turn.state, last) and not asked_already:
        turn.emit(BankOffered(seat_of(turn.state, last) or offer.origin, last, walked=14, again=True))
    else:
        _refused_by_all(turn)


def _refused_by_all(turn: Turn) -> None:
    """Art. 7: stakes go back, the shoe is burned and a new auction follows on the next one.

    Spain: the croupier draws until banca loses. Chemin de fer: an auction at the minimum.
    """
    offer, shoe_is_burned = _offer(turn), turn.state.phase == "shuffling"
    turn.emit(OfferClosed())
    if offer.forced:
        turn.emit(ResumeSet(Resume("first")))
        turn.enter("seating")
    elif policy(turn).refused_by_all == "auction":
        turn.emit(AuctionOpened((), turn.state.limits.minimum, offer.origin))
        turn.enter("shuffling" if shoe_is_burned else "auction")
    elif policy(turn).refused_by_all == "croupier_draws":
        turn.emit(SabotTaken(None, offer.origin))
        turn.emit(ResumeSet(Resume("bank")))
        turn.enter("shuffling" if shoe_is_burned else "betting")
    else:
        if turn.state.current.bets:
            turn.emit(BetsReturned(turn.state.current.bets))
        shoe_end.burn(turn, "nobody takes the bank")


def _begin_lap_if_reached(turn: Turn, offer: Offer, walked: int) -> None:
    """Art. 31: the lap ends when an offer reaches the seat where it began."""
    lap = turn.state.lap
    if not policy(turn).laps or lap.start is None or not lap.openers:
        return
    if offer.walked < distance_right(offer.origin, lap.start) <= walked:
        turn.emit(LapBegun(lap.number + 1, lap.start))


def _may_open(turn: Turn, player: str) -> bool:
    lap = turn.state.lap
    thrice = lap.last_opener == player and lap.running >= 2
    return not policy(turn).laps or (player not in lap.openers and not thrice)


def _check_asked(turn: Turn, player: str) -> None:
    asked = _offer(turn).asked
    among_standing = asked == STANDING and player in turn.state.standing
    if asked != player and not among_standing:
        turn.refuse("not_asked", "offer", player=player)


def _check_may_open(turn: Turn, player: str) -> None:
    offer, lap = _offer(turn), turn.state.lap
    if not policy(turn).laps:
        return
    if lap.last_opener == player and lap.running >= 2:
        turn.refuse("thrice_running", "twice_running", player=player)
    if player in lap.openers and not offer.again:
        turn.refuse("opened_already", "one_opening_a_lap", player=player)


def policy(turn: Turn) -> OfferPolicy:
    """How the offer walks under this reglamento."""
    if turn.rules.offer is None:
        raise AssertionError("nothing is offered under this reglamento")
    return turn.rules.offer


def _offer(turn: Turn) -> Offer:
    if turn.state.offer is None:
        raise AssertionError("no offer on the table")
    return turn.state.offer
