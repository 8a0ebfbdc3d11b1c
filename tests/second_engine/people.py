"""Coming and going, and what else ends when somebody goes."""

from typing import Any

from . import auction, bets, cover, lending, offer, shoe, suite
from .table import Refused, Table


def join(t: Table, c: dict[str, Any]) -> None:
    if t.here(c["player"]):
        raise Refused("already_here")
    if c["player"] in t.sent_away:
        raise Refused("sent_away", t.sent_away[c["player"]])
    t.standing.append(c["player"])


def leave(t: Table, c: dict[str, Any]) -> None:
    player = c["player"]
    _not_in_play(t, player)
    for seat, owner in t.lent.items():
        if owner == player:
            t.lent[seat] = None
    for bet in [b for b in t.bets if b[0] == player]:
        del t.bets[bet]
        cover.bet_removed(t, player)
    _unseat(t, player, gone=True)


def stand_up(t: Table, c: dict[str, Any]) -> None:
    if t.seat_of(c["player"]) is None:
        raise Refused("not_seated")
    _not_in_play(t, c["player"])
    _unseat(t, c["player"], gone=False)


def sit(t: Table, c: dict[str, Any]) -> None:
    player, seat = c["player"], c["seat"]
    old = t.seat_of(player)
    _not_in_play(t, player)
    if player in (t.bank and t.bank["holder"], t.holder):
        raise Refused("in_play")
    if t.seats[seat] is not None:
        raise Refused("already_seated" if old == seat else "seat_taken")
    for lent, owner in t.lent.items():
        if owner == player:
            t.lent[lent] = None
    if old is None:
        t.standing.remove(player)
    else:
        t.seats[old] = None
    t.seats[seat] = player
    t.refusals.pop(player, None)
    if player in t.waiting:
        t.waiting.remove(player)
    _seat_changed(t, player, old, seat)


def queue(t: Table, c: dict[str, Any]) -> None:
    if t.seat_of(c["player"]) is not None:
        raise Refused("already_seated")
    if c["player"] in t.waiting:
        raise Refused("already_waiting")
    t.waiting.append(c["player"])


def unqueue(t: Table, c: dict[str, Any]) -> None:
    if c["player"] not in t.waiting:
        raise Refused("not_waiting")
    t.waiting.remove(c["player"])


def _not_in_play(t: Table, player: str) -> None:
    """From no va más to the payment nobody goes who has a stake, the bank, the sabot or the cards."""
    bound = t.hand["early"] and player == (t.bank and t.bank["holder"])
    holds = player in (t.bank and t.bank["holder"], t.holder)
    if bound or (t.bets_are_closed() and (holds or t.stake_of(player))):
        raise Refused("in_play")


def _seat_changed(t: Table, player: str, old: int | None, seat: int) -> None:
    """A player sits down, or elsewhere than before: he is not asked where he was."""
    if t.covering() and t.shoe and t.phase not in ("seating", "shuffling"):
        t.fresh = [p for p in t.fresh if p != player] + [player]
    if old is not None:
        _asked_goes(t, player, old)
    else:
        _asked_goes(t, player, None)
        offer.standing_changed(t)
        suite.standing_changed(t)
    bets.find_card_holder(t)


def _asked_goes(t: Table, player: str, seat: int | None) -> None:
    offer.goes(t, player, seat)
    suite.goes(t, player)
    shoe.goes(t, player)


def _unseat(t: Table, player: str, gone: bool) -> None:
    """Out of his seat, to stand or to go."""
    seat = t.seat_of(player)
    held = t.bank is not None and t.bank["holder"] == player
    if player in t.waiting and gone:
        t.waiting.remove(player)
    t.fresh = [p for p in t.fresh if p != player]
    t.refusals.pop(player, None)
    if seat is None:
        t.standing.remove(player)
    else:
        lending.vacate(t, seat)
        if not gone:
            t.standing.append(player)
    auction.goes(t, player, gone)
    if held:
        assert t.bank
        suite.holder_goes(t, player, seat or t.bank["seat"])
    elif t.holder == player and not t.bank:
        offer.sabot_holder_goes(t)
    _asked_goes(t, player, seat)
    offer.standing_changed(t)
    suite.standing_changed(t)
    bets.find_card_holder(t)
    bets.card_holder_goes(t, player)
