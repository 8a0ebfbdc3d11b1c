"""A bank in `argentina`: opened, raised, halved."""

from typing import Any

from . import bets, lending, shoe
from .table import Refused, Table


def check_amount(t: Table, amount: int) -> None:
    if amount < t.minimum:
        raise Refused("below_minimum", t.article("bank_least"))
    if amount % t.chip:
        raise Refused("not_multiple", t.article("unit"))
    if amount > t.maximum and not t.settings.get("unlimited_bank"):
        raise Refused("above_maximum", t.article("bank_most"))


def open_bank(t: Table, player: str, amount: int, origin: str) -> None:
    """A salida: the lap notes it, and the shoe is cut if it has not been yet."""
    seat = t.seat_of(player)
    assert seat and t.shoe
    if t.lap_seat is None:
        t.lap += 1
        t.lap_seat, t.opened = seat, []
    t.opened.append(player)
    times = t.running[1] + 1 if t.running and t.running[0] == player else 1
    t.running = (player, times)
    install(t, player, amount, origin, seat)
    if t.shoe["cut"]:
        bets.begin(t)
    else:
        shoe.begin_cutting(t)


def install(
    t: Table, player: str | None, amount: int, origin: str, original: int, seat: int | None = None
) -> None:
    """`original`: the seat whose right comes next when the bank ends."""
    t.bank = {
        "holder": player, "seat": seat or t.seat_of(player), "stake": amount, "opening": amount, "wins": 0,
        "origin": origin, "half_taken": False, "original": original, "passes": 0, "won": 0, "taxed": True,
        "high": 2 * amount > t.maximum, "tied_first": False,
    }  # fmt: skip
    t.holder = player


def end_bank(t: Table) -> None:
    """The bank is over: the sabot is free, and a lent seat goes back."""
    assert t.bank
    lending.give_back(t, t.bank["seat"])
    t.start_seat = t.bank["original"]
    t.bank = t.holder = None


def raise_bank(t: Table, c: dict[str, Any]) -> None:
    if t.bank is None or t.bank["holder"] is None:
        raise Refused("not_entitled", "34" if t.rotating() else None)
    amount = c["amount"]
    article = "7" if t.covering() else "34"
    if amount <= t.bank["stake"]:
        raise Refused("below_minimum", article)
    if amount % t.chip:
        raise Refused("not_multiple", t.article("unit"))
    if amount > t.maximum and not t.settings.get("unlimited_bank"):
        raise Refused("above_maximum", t.article("bank_most"))
    t.bank["stake"] = amount


def take_half(t: Table, c: dict[str, Any]) -> None:
    if not t.rotating() or t.bank is None:
        raise Refused("not_entitled")
    if t.bank["origin"] == "suite":
        raise Refused("not_entitled", "40")
    if t.bank["origin"] == "house" or t.bank["half_taken"] or t.bank["wins"] < 2:
        raise Refused("not_entitled", "35")
    half = t.bank["stake"] // 2 // t.settings["pico"] * t.settings["pico"]
    if t.bank["stake"] - half < t.minimum or not half:
        raise Refused("below_minimum", "35")
    t.bank |= {"stake": t.bank["stake"] - half, "half_taken": True}
