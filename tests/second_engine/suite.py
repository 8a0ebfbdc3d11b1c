"""The suite of `argentina` (arts. 36 to 43). A hand that is passed in `chemin-de-fer` is in `hand.py`."""

from typing import Any

from . import banks, bets, cover, hand, jefe, lending, offer
from .table import Refused, Table, to_the_right


def give(t: Table, c: dict[str, Any]) -> None:
    if t.covering():
        hand.give(t)
        return
    if t.hand["punto"] or t.hand["banca"] or t.hand["redeal"]:
        raise Refused("cards_drawn", "36")
    if t.bank is None or t.bank["holder"] is None or not t.bank["wins"]:
        raise Refused("not_entitled", "36")
    withdraw(t)


def withdraw(t: Table) -> None:
    """The holder takes his bank; the same amount is offered on. 38: the last win pays if 29 had left it untaxed."""
    bank = t.bank
    assert bank
    deduction = 0 if bank["taxed"] else min(t.rounded(bank["won"], 10), bank["stake"])
    t.cagnotte += deduction
    t.suite = {
        "giver": bank["holder"], "seat": bank["seat"], "amount": bank["stake"], "deduction": deduction,
        "returned": bank["stake"] - deduction, "asked": None, "declined": [], "back": t.phase,
        "original": bank["original"],
    }  # fmt: skip
    banks.end_bank(t)
    t.phase = "suite"
    if t.suite["back"] == "betting":
        t.hand["card_holder"] = None
    ask(t)


def ask(t: Table) -> None:
    s = t.suite
    assert s
    order = ["seated", "giver", "standing", "house"]
    if t.settings["suite_order"] == "37":
        order = ["seated", "standing", "giver", "house"]
    for stage in order:
        s["asked"] = _who(t, stage)
        if s["asked"]:
            return


def _who(t: Table, stage: str) -> str | None:
    """Who of this stage is still to be asked."""
    s = t.suite
    assert s
    if stage == "house":
        return "house"
    if stage == "giver":
        return s["giver"] if t.here(s["giver"]) and s["giver"] not in s["declined"] else None
    if stage == "standing":
        others = [p for p in t.free_standing() if p != s["giver"]]
        return "standing" if others and "standing" not in s["declined"] else None
    for seat in to_the_right(s["seat"]):
        player = t.seats[seat]
        if player and player != s["giver"] and player not in s["declined"]:
            return player
    return None


def take(t: Table, c: dict[str, Any]) -> None:
    if t.covering():
        hand.take(t, c)
        return
    player = c["player"]
    if t.phase == "betting":
        _from_the_house(t, c)
        return
    s = t.suite
    assert s
    standing = s["asked"] == "standing" and player in t.free_standing()
    if player != s["asked"] and not standing:
        raise Refused("not_asked", "37")
    if c.get("associate"):
        raise Refused("not_entitled", "8")
    amount = c.get("amount") or s["amount"]
    _check(t, amount, s["amount"])
    if t.seat_of(player) is None:
        lending.borrow(t, player, s["seat"])
    t.suite = None
    banks.install(t, player, amount, "suite", s["original"])
    _go_back(t, s["back"])


def _check(t: Table, amount: int, least: int) -> None:
    if amount < least:
        raise Refused("below_minimum", "37")
    if amount % t.chip:
        raise Refused("not_multiple", "2")
    if amount > t.maximum:
        raise Refused("above_maximum", "2")


def associate(t: Table, c: dict[str, Any]) -> None:
    if not t.covering():
        raise Refused("not_entitled", "8")
    cover.associate(t, c)


def _from_the_house(t: Table, c: dict[str, Any]) -> None:
    """37 e: right after a tie of the house's bank anybody may take it, for the amount that lies there or, as any
    taker (37 a), for more."""
    bank, player = t.bank, c["player"]
    after_it = t.last_pass is not None and t.last_pass["result"] == "tie"  # and no void pass has come between
    if bank is None or bank["origin"] != "house" or not bank.get("tied") or not after_it:
        raise Refused("wrong_phase")
    amount = c.get("amount") or bank["stake"]
    _check(t, amount, bank["stake"])
    original, seat = bank["original"], bank["seat"]
    if t.seat_of(player) is None:
        lending.borrow(t, player, seat)
    banks.install(t, player, amount, "suite", original)
    bets.find_card_holder(t)


def _go_back(t: Table, phase: str) -> None:
    """From `dealing` the bets stay closed; the cards go to somebody else than the taker."""
    t.phase = phase
    t.hand["card_holder"] = None
    bets.find_card_holder(t, again=True)


def decline(t: Table, c: dict[str, Any]) -> None:
    """`rest`: nobody else wants it. The house speaks for itself."""
    _decline(t, c)
    while c.get("rest") and t.phase == "suite" and t.suite and t.suite["asked"] != "house":
        asked = t.suite["asked"]
        _decline(t, {} if asked == "standing" else {"player": asked})


def _decline(t: Table, c: dict[str, Any]) -> None:
    if t.covering():
        hand.decline_hand(t, c)
        return
    s, player = t.suite, c.get("player")
    assert s
    if player != (None if s["asked"] == "standing" else s["asked"]) or s["asked"] == "house":
        raise Refused("not_asked", "37")
    s["declined"].append(player or "standing")
    ask(t)


def house_takes(t: Table, c: dict[str, Any]) -> None:
    s = t.suite
    if s is None or s["asked"] != "house":
        raise Refused("not_asked", "37" if t.rotating() else "3")
    t.suite = None
    banks.install(t, None, s["amount"], "house", s["original"], s["seat"])
    _go_back(t, s["back"])


def holder_goes(t: Table, player: str, seat: int) -> None:
    """The holder's bank: a suite where he may give one, otherwise it is offered to his right."""
    if t.covering():
        hand.holder_goes(t, player, seat)
        return
    assert t.bank
    drawn = t.hand["punto"] or t.hand["banca"] or t.hand["redeal"]
    if t.phase in ("betting", "dealing") and t.bank["wins"] and not drawn:
        withdraw(t)
        return
    was, original = t.phase, t.bank["original"] if t.bank["origin"] == "suite" else seat
    banks.end_bank(t)
    t.start_seat = original
    t.cutting = None
    if was != "shuffling":
        jefe.apply_limits(t)
        offer.begin(t, original, leaver=player)


def goes(t: Table, player: str) -> None:
    """Who goes while he is asked has declined."""
    if t.suite and not t.covering() and t.suite["asked"] == player:
        t.suite["declined"].append(player)
        ask(t)
    elif t.covering():
        hand.goes(t, player)


def standing_changed(t: Table) -> None:
    if t.covering():
        hand.standing_changed(t)
    elif t.suite and t.suite["asked"] == "standing" and not t.free_standing():
        t.suite["declined"].append("standing")
        ask(t)
