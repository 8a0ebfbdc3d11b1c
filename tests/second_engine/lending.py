"""Seats that are lent to a standing player for the time of his bank."""

from .table import Table


def borrow(t: Table, player: str, seat: int) -> None:
    """A standing player sits in `seat`; who sat there stands until it is given back."""
    owner = t.seats[seat]
    if owner == player:
        return
    if owner is not None:
        t.standing.append(owner)
    t.lent[seat] = owner
    if player in t.standing:
        t.standing.remove(player)
    if player in t.waiting:
        t.waiting.remove(player)
    t.seats[seat] = player


def give_back(t: Table, seat: int) -> None:
    """The bank of who sits there is over: a lent seat goes back, or is free if its owner left."""
    if seat not in t.lent:
        return
    borrower = t.seats[seat]
    if borrower is not None:
        t.standing.append(borrower)
    _return(t, seat)


def vacate(t: Table, seat: int) -> None:
    """Who sits there goes; a lent seat goes back."""
    t.seats[seat] = None
    if seat in t.lent:
        _return(t, seat)


def _return(t: Table, seat: int) -> None:
    owner = t.lent.pop(seat)
    t.seats[seat] = owner
    if owner is not None:
        t.standing.remove(owner)
        if owner in t.waiting:
            t.waiting.remove(owner)
