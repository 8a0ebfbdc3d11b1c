"""The hand in `chemin-de-fer`: offered, passed, auctioned (arts. 3 to 6, 9 to 12)."""

from typing import Any

from . import auction, banks, bets, cover, jefe, shoe
from .table import Refused, Table, to_the_right


def begin_offer(t: Table, seat: int, forced: bool = False, leaver: str | None = None) -> None:
    """Offer to the right of `seat`. `forced`: for the minimum, or the seat is lost (10)."""
    t.phase, t.hand["card_holder"] = "offer", None
    t.memory |= {"passer": None, "passers": []}
    t.offer = {"asked": None, "seat": seat, "declined": [], "start": seat, "forced": forced, "step": 0}
    t.offer["leaver"] = leaver  # who went and left his bank is not asked
    jefe.apply_limits(t)
    ask_offer(t)


def ask_offer(t: Table) -> None:
    """The seated from the right, then the standing, then the auction; a forced offer ends with nobody seated."""
    o = t.offer
    assert o
    while o["step"] < 14:
        seat = to_the_right(o["start"])[o["step"]]
        player = t.seats[seat]
        o["step"] += 1
        if player and player != o["leaver"]:
            o |= {"asked": player, "seat": seat}
            return
    if o["forced"]:
        _nobody(t)
    elif t.standing and "standing" not in o["declined"]:
        o |= {"asked": "standing", "seat": o["start"]}
    else:
        t.offer = None
        _begin_auction(t, t.minimum, {})


def _nobody(t: Table) -> None:
    """Nobody is left to take the hand."""
    t.offer = None
    t.phase = "seating"
    t.bets.clear()
    t.new_hand()


def accept(t: Table, c: dict[str, Any]) -> None:
    o, player = t.offer, c["player"]
    assert o
    if not (player == o["asked"] or (o["asked"] == "standing" and player in t.standing)):
        raise Refused("not_asked", "3")
    banks.check_amount(t, c["amount"])
    t.offer = None
    open_bank(t, player, c["amount"], "offer", o["start"])


def open_bank(t: Table, player: str, amount: int, origin: str, seat: int) -> None:
    """`seat` counts for a standing banker."""
    t.refusals.pop(player, None)
    t.bank = {
        "holder": player, "seat": t.seat_of(player) or seat, "stake": amount, "opening": amount, "wins": 0,
        "origin": origin, "half_taken": False, "associate": None, "garaje": 0, "passer": t.memory.pop("passer",
        None), "passers": t.memory.pop("passers", None) or [],
        "passes": 0, "winnings": 0, "aside": False,
    }  # fmt: skip
    t.holder = player
    cover.right_of_8(t, amount)
    assert t.shoe
    if not t.shoe["cut"]:
        shoe.begin_cutting(t)
    else:
        bets.begin(t)


def decline(t: Table, c: dict[str, Any]) -> None:
    o, player = t.offer, c.get("player")
    assert o
    if player != (None if o["asked"] == "standing" else o["asked"]):
        raise Refused("not_asked", "3")
    o["declined"].append(player or "standing")
    if player:
        t.refusals[player] = t.refusals.get(player, 0) + 1
        if o["forced"] or c.get("away") or t.refusals[player] >= 2:
            _lose_seat(t, player)
    ask_offer(t)


def _lose_seat(t: Table, player: str) -> None:
    t.seats[t.seat_of(player) or 0] = None
    t.seats.pop(0, None)
    t.standing.append(player)
    t.refusals.pop(player, None)


def give(t: Table) -> None:
    """The banker passes the hand; before its first pass it is auctioned without him and the passer (12)."""
    if t.phase != "betting" or t.bank is None:
        raise Refused("wrong_phase")
    if t.hand["early"]:
        raise Refused("not_entitled", "3")
    pass_on(t)


def pass_on(t: Table) -> None:
    bank = t.bank
    assert bank
    t.memory["old_stake"] = bank["stake"]
    t.bets.clear()
    t.new_hand()
    amount, giver = bank["stake"], bank["holder"]
    rule_9 = dict(t.memory.get("rule_9", {}))
    t.memory["rule_9"] = rule_9 | {p: amount for p in (giver, bank["associate"]) if p}
    t.bank = t.holder = None
    if not bank["passes"]:
        mine = {"player": giver, "associate": bank["associate"], "seat": bank["seat"], "amount": amount}
        t.memory["passer"] = mine
        t.memory["passers"] = [giver]
        before = bank["passer"] or mine
        barred = dict.fromkeys([giver, bank["associate"], before["player"]], "12")
        t.start_seat = bank["seat"]
        _begin_auction(t, amount, barred)
        return
    t.memory["passer"] = {
        "player": giver,
        "associate": bank["associate"],
        "seat": bank["seat"],
        "amount": amount,
    }
    t.memory["passers"] = [giver]
    t.phase = "suite"
    half = amount // 2 // t.chip * t.chip if bank["associate"] else 0
    t.suite = {
        "giver": giver, "seat": bank["seat"], "amount": amount, "deduction": 0, "returned": amount - half,
        "asked": None,
        "declined": [], "back": "betting", "pair": None,
    }  # fmt: skip
    ask(t)


def ask(t: Table) -> None:
    """The seated from the passer's right, the standing, an association that waits, the passer; then the auction."""
    s = t.suite
    assert s
    for seat in to_the_right(s["seat"]):
        player = t.seats[seat]
        if player and player != s["giver"] and player not in s["declined"]:
            s["asked"] = player
            return
    if [p for p in t.standing if p != s["giver"]] and "standing" not in s["declined"]:
        s["asked"] = "standing"
    elif t.here(s["giver"]) and s["giver"] not in s["declined"]:
        s["asked"] = s["giver"]
    elif s["pair"]:
        player, amount, associate = s["pair"]
        _take(t, player, amount, associate)
    else:
        t.suite = None
        t.start_seat = s["seat"]
        passer = t.memory["passer"]
        _begin_auction(t, s["amount"], dict.fromkeys([passer["player"], passer["associate"]], "9"))


def take(t: Table, c: dict[str, Any]) -> None:
    s, player = t.suite, c["player"]
    if s is None:
        raise Refused("wrong_phase")
    standing = s["asked"] == "standing" and player in t.standing
    if player != s["asked"] and not standing:
        raise Refused("not_asked", "3")
    amount, associate = c.get("amount") or s["amount"], c.get("associate")
    if associate and (associate == s["giver"] or associate == player):
        raise Refused("not_entitled", "4")
    if amount < s["amount"]:
        raise Refused("below_minimum", "3")
    if amount % t.chip:
        raise Refused("not_multiple", t.article("unit"))
    if amount > max(t.maximum, s["amount"]) and not t.settings["unlimited_bank"]:
        raise Refused("above_maximum", "15")
    if player == s["giver"] and amount > s["amount"]:
        raise Refused("above_maximum", "4")
    if associate:
        s["declined"].append("standing" if standing else player)
        s["pair"] = s["pair"] or (player, amount, associate)
        ask(t)
        return
    _take(t, player, amount, None)


def _take(t: Table, player: str, amount: int, associate: str | None) -> None:
    s = t.suite
    assert s
    t.suite = None
    if player == s["giver"]:
        t.memory["passer"] = None
    open_bank(t, player, amount, "suite", s["seat"])
    assert t.bank
    t.bank["associate"] = associate
    if player == s["giver"]:
        t.bank["retaken_from"] = s["seat"]  # he may sit elsewhere by now


def decline_hand(t: Table, c: dict[str, Any]) -> None:
    s, player = t.suite, c.get("player")
    assert s
    if player != (None if s["asked"] == "standing" else s["asked"]):
        raise Refused("not_asked", "3")
    s["declined"].append(player or "standing")
    ask(t)


def _begin_auction(t: Table, least: int, barred: dict[Any, str]) -> None:
    """Between two shoes it waits until the next is shuffled and cut."""
    if t.phase in ("shuffling", "cutting"):
        t.after_shuffle = t.memory["after_cut"] = "auction"
    else:
        t.phase = "auction"
    jefe.apply_limits(t)
    t.auction = {"bids": {}, "round": 1, "tied": [], "least": least, "barred": barred}
    t.auction |= {"passed": dict(t.memory.get("rule_9", {}))}


def bid(t: Table, c: dict[str, Any]) -> None:
    a, player, amount = t.auction, c["player"], c["amount"]
    assert a
    if player in a["barred"]:
        raise Refused("not_entitled", a["barred"][player])
    if a["passed"].get(player, amount) != amount:
        raise Refused("not_entitled", "9")
    if amount < t.minimum:
        raise Refused("below_minimum", "15")
    if amount % t.chip:
        raise Refused("not_multiple", "15")
    if amount > max(t.maximum, a["least"]) and not t.settings["unlimited_bank"]:
        raise Refused("above_maximum", "15")
    if amount < max(a["least"], auction.lead(t) or 0) or amount <= a["bids"].get(player, 0):
        raise Refused("below_minimum", "5")
    a["bids"].pop(player, None)
    a["bids"][player] = amount


def close_auction(t: Table) -> None:
    """Equal bids: seated before standing, then nearest to the right."""
    first = auction.leaders(t)
    amount, seat = auction.lead(t), t.start_seat
    assert t.auction
    if amount and not t.settings["unlimited_bank"]:
        amount = min(amount, max(t.maximum, t.auction["least"]))  # limits may have changed meanwhile
    t.auction = None
    if not first:
        t.memory.pop("old_stake", None)  # the hand is not passed on, it is offered anew
        begin_offer(t, seat, forced=True)
        return
    order = to_the_right(seat)
    winner = min(first, key=lambda p: order.index(s) if (s := t.seat_of(p)) else 99)
    open_bank(t, winner, amount or 0, "auction", seat)


def goes(t: Table, player: str) -> None:
    """Who goes while he is asked, or while his association waits, has declined."""
    if t.offer and t.offer["asked"] == player:
        t.offer["declined"].append(player)
        if t.offer["forced"] and t.seat_of(player):
            _lose_seat(t, player)
        ask_offer(t)
    s = t.suite
    if s is None:
        return
    if s["pair"] and player in (s["pair"][0], s["pair"][2]) and not t.here(player):
        s["pair"] = None
    if s["asked"] == player:
        s["declined"].append(player)
        ask(t)


def standing_changed(t: Table) -> None:
    for asking, again in ((t.offer, ask_offer), (t.suite, ask)):
        if asking and asking["asked"] == "standing" and not t.standing:
            asking["declined"].append("standing")
            again(t)


def holder_goes(t: Table, player: str, seat: int) -> None:
    """The banker goes: the hand is passed; during the cut it is offered first."""
    bank = t.bank
    assert bank
    if t.phase == "betting":
        pass_on(t)
        return
    t.bets.clear()
    t.new_hand()
    was = t.phase
    t.bank = t.holder = None
    t.start_seat = bank["passer"]["seat"] if bank["passer"] else bank.get("retaken_from", bank["seat"])
    t.cutting = None
    if was != "shuffling":
        begin_offer(t, t.start_seat, leaver=player)
