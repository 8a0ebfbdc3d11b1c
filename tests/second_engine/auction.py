"""The auction of the bank in `argentina` (arts. 5 to 7). That of `chemin-de-fer` is in `hand.py`."""

from typing import Any

from . import banks, hand, offer
from .table import Refused, Table


def begin(t: Table) -> None:
    t.auction = {"bids": {}, "round": 1, "tied": []}


def lead(t: Table) -> int | None:
    assert t.auction
    return max(t.auction["bids"].values(), default=None)


def leaders(t: Table) -> list[str]:
    assert t.auction
    return [p for p, amount in t.auction["bids"].items() if amount == lead(t)]


def bid(t: Table, c: dict[str, Any]) -> None:
    if t.covering():
        hand.bid(t, c)
        return
    assert t.auction
    player, amount = c["player"], c["amount"]
    if t.seat_of(player) is None:
        raise Refused("not_seated", "4")
    if t.auction["round"] == 2 and player not in t.auction["tied"]:
        raise Refused("not_asked", "5")
    banks.check_amount(t, amount)
    own = t.auction["bids"].get(player)
    if amount < (lead(t) or 0) or (own is not None and amount <= own):
        raise Refused("below_minimum", "5")
    t.auction["bids"].pop(player, None)
    t.auction["bids"][player] = amount


def close(t: Table, c: dict[str, Any]) -> None:
    if t.covering():
        hand.close_auction(t)
        return
    assert t.auction
    first = leaders(t)
    if not first:
        t.auction = None
        t.lap_seat = None
        t.phase = "offer"
        offer.begin(t, 14)
    elif len(first) > 1 and t.auction["round"] == 1 and (lead(t) or 0) < t.maximum:
        t.auction |= {"round": 2, "tied": first}
    else:
        winner = min(first, key=lambda p: t.seat_of(p) or 0)
        amount = t.auction["bids"][winner]
        t.auction = None
        t.running = None
        t.lap_seat = None
        banks.open_bank(t, winner, min(amount, t.maximum), "auction")


def goes(t: Table, player: str, gone: bool) -> None:
    """The bids of who goes lapse."""
    if t.auction:
        t.auction["bids"].pop(player, None)
        if player in t.auction["tied"]:
            t.auction["tied"].remove(player)
