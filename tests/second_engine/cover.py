"""Bets against the bank in `chemin-de-fer`: cover, banco, associates, garaje (arts. 2, 8, 13 to 17); its incidents."""

from typing import Any

from . import banks, bets, cards, dealing, hand, jefe, paying, shoe
from .table import Refused, Table, to_the_right

RANKS = ("table", "association", "solo", "suivi")


def coverable(t: Table) -> int:
    if t.bank is None:
        return 0
    stake = int(t.bank["stake"])
    return stake if t.settings["unlimited_bank"] else min(stake, t.maximum)


def trim(t: Table) -> None:
    """The last bets are taken back until the bank covers the rest."""
    excess = covered(t) - coverable(t)
    for bet in list(reversed(t.bets)):
        cut = max(0, min(excess, t.bets[bet]))
        t.bets[bet] -= cut
        excess -= cut
    t.bets = {bet: stake for bet, stake in t.bets.items() if stake}


def covered(t: Table) -> int:
    return sum(t.bets.values())


def room(t: Table, player: str) -> int:
    """How much he may still bet."""
    if t.bank is None or player in (t.bank["holder"], t.bank["associate"]):
        return 0
    return max(0, coverable(t) - covered(t))


def check_bet(t: Table, player: str, amount: int) -> None:
    _may_play(t, player)
    total = t.bets.get((player, "punto"), 0) + amount
    if total < t.minimum:
        raise Refused("below_minimum", "13")
    if total % t.chip:
        raise Refused("not_multiple", "13")
    if amount > coverable(t) - covered(t):
        raise Refused("above_maximum", "14")


def _may_play(t: Table, player: str) -> None:
    assert t.bank
    if player == t.bank["associate"]:
        raise Refused("not_entitled", "2")
    if player == t.bank["holder"]:
        raise Refused("not_entitled", "14")


def call(t: Table, c: dict[str, Any]) -> None:
    """Banco: the whole bank, alone, in association, or half of it with the table."""
    player, kind = c["player"], c["kind"]
    partners = c.get("players") or []
    for who in (player, *partners):
        _may_play(t, who)
    if kind == "suivi" and t.memory.get("suivi") != player:
        raise Refused("not_entitled", "14")
    _outranks(t, player, kind)
    whole = coverable(t)
    if kind == "table":
        outranked = [(who, "punto") for who in (t.banco["player"], *t.banco["players"])] if t.banco else []
        half = whole // 2 // t.chip * t.chip
        if half < t.minimum:
            raise Refused("below_minimum", "13")
        if covered(t) - sum(t.bets.get(bet, 0) for bet in outranked) > whole - half:
            raise Refused("above_maximum", "14")
        for bet in outranked:
            t.bets.pop(bet, None)
        t.bets[player, "punto"] = t.bets.get((player, "punto"), 0) + half
    else:
        share = whole // (1 + len(partners)) // t.chip * t.chip
        if share < t.minimum:
            raise Refused("below_minimum", "13")
        t.bets.clear()
        t.bets[player, "punto"] = whole - share * len(partners)
        for partner in partners:
            t.bets[partner, "punto"] = share
    t.banco = {"player": player, "kind": kind, "players": partners}
    t.memory["caller"] = player
    bets.find_card_holder(t)


def _outranks(t: Table, player: str, kind: str) -> None:
    """Refused unless nobody has called, or only somebody who comes after him."""
    if t.banco is None:
        return
    mine, theirs = RANKS.index(kind), RANKS.index(t.banco["kind"])
    nearer = mine == theirs and _distance(t, player) < _distance(t, t.banco["player"])
    if mine < theirs or (mine == theirs and not nearer):
        raise Refused("not_entitled", "14")


def _distance(t: Table, player: str) -> int:
    assert t.bank
    seat = t.seat_of(player)
    return 99 if seat is None or player in t.fresh else to_the_right(t.bank["seat"]).index(seat)


def bet_removed(t: Table, player: str) -> None:
    if t.banco and player in (t.banco["player"], *t.banco["players"]):
        t.banco = None
        t.memory["caller"] = t.memory.get("suivi")  # nobody calls any more; who lost with banco stays


def card_holder(t: Table) -> str | None:
    """Who takes the cards before all others: by the right of art. 8, or by having called banco."""
    who = t.memory.get("right_of_8")
    if who and (who, "punto") in t.bets and who not in t.hand["declined"]:
        return str(who)
    if t.banco and t.banco["player"] not in t.hand["declined"]:
        return str(t.banco["player"])
    return None


def right_of_8(t: Table, amount: int) -> None:
    """8: when the new bank is larger, who made banco before the hand passed may take the cards once."""
    old = t.memory.pop("old_stake", None)
    caller = t.memory.get("caller")
    t.memory["caller"] = t.memory.get(
        "suivi"
    )  # a call is of one bank; who lost the last pass with banco stays
    larger = old is not None and amount > old
    t.memory["right_of_8"] = caller if larger and caller and t.here(caller) else None


def may_close(t: Table) -> None:
    if len(t.seated()) < t.settings["min_seated"]:
        raise Refused("not_enough_seated")
    if not covered(t):
        raise Refused("nothing_covered", "14")


def associate(t: Table, c: dict[str, Any]) -> None:
    bank, player = t.bank, c["player"]
    assert bank
    if bank["associate"] or player == bank["holder"]:
        raise Refused("not_entitled", "2")
    if player in bank["passers"]:
        raise Refused("not_entitled", "4")
    if t.stake_of(player):
        raise Refused("in_play", "2")
    if 2 * bank["stake"] > t.maximum and not t.settings["unlimited_bank"]:
        raise Refused("above_maximum", "15")
    bank |= {"associate": player, "stake": 2 * bank["stake"]}


def set_aside(t: Table, c: dict[str, Any]) -> None:
    """17: out of large winnings any amount; from the second pass on, half the bank."""
    bank, amount = t.bank, c["amount"]
    assert bank
    if amount % t.chip:
        raise Refused("not_multiple", "17")
    half = bank["stake"] // 2 // t.chip * t.chip
    large = bank["winnings"] > t.settings["garaje_from"] * t.minimum and amount <= bank["winnings"]
    second = bank["passes"] >= 1 and bank["aside"] != t.number and amount == half
    if not large and not second:
        raise Refused("not_entitled", "17")
    if bank["stake"] - amount < t.minimum:
        raise Refused("below_minimum", "17")
    if bank["stake"] - amount < covered(t):
        raise Refused("not_entitled", "17")
    bank |= {"stake": bank["stake"] - amount, "garaje": bank["garaje"] + amount}
    bank["winnings"] = max(0, bank["winnings"] - amount)
    bank["aside"] = bank["aside"] if large else t.number


def bank_line(t: Table, result: str) -> dict[str, Any]:
    bank, stake = t.bank, covered(t)
    assert bank
    line = {
        "player": bank["holder"],
        "chance": "bank",
        "stake": bank["stake"],
        "win": 0,
        "deduction": 0,
        "article": None,
    }
    bank["passes"] += 1
    t.memory |= {"suivi": None, "right_of_8": None, "caller": t.banco and t.banco["player"]}
    if result == "banca":
        deduction = t.rounded(stake, 5)
        bank |= {"wins": bank["wins"] + 1, "stake": bank["stake"] + stake - deduction}
        bank["winnings"] += stake - deduction
        t.memory["suivi"] = t.banco["player"] if t.banco else None
        return line | {"win": stake, "deduction": deduction, "article": "16"}
    if result == "punto":
        return line | {"win": -stake}
    return line


def after_pass(t: Table, result: str, ends: bool) -> None:
    jefe.apply_limits(t)
    t.fresh = []
    bank = t.bank
    assert bank
    if result == "punto":
        t.memory["rule_9"] = {}
        t.start_seat = bank["passer"]["seat"] if bank["passer"] else bank.get("retaken_from", bank["seat"])
        t.bank = t.holder = None
        if not ends:
            hand.begin_offer(t, t.start_seat)
    elif not ends:
        bets.begin(t)
    if ends:
        shoe.destroy(t)


def after_cut(t: Table, back: str) -> None:
    if back == "auction":
        t.phase = "auction"
    elif t.offer:
        t.phase = "offer"
    else:
        hand.begin_offer(t, t.start_seat)


def shoe_burned(t: Table, was: str) -> None:
    """A hand that was being passed is offered anew to the right of the passer."""
    if t.suite:
        t.start_seat = t.suite["seat"]
        t.suite = None
        t.memory.pop("old_stake", None)  # the hand is not passed on, it is offered anew


def too_many(t: Table, c: dict[str, Any]) -> None:
    """Banca's two cards count 0, and it may draw."""
    if len(t.hand["banca"]) != 2 or t.hand["too_many"] or t.hand["forfeit"]:
        raise Refused("not_entitled")
    t.hand["too_many"] = True
    dealing.go_on(t)


def two_thirds(t: Table, c: dict[str, Any]) -> None:
    """Punto keeps the better of two third cards, banca the worse; the other is burned."""
    h, side = t.hand, c["hand"]
    if dealing.due(t) != side or len(h[side]) != 2:
        raise Refused("not_entitled")
    for card in c["cards"]:
        dealing.take_card(t, card)
    totals = sorted(c["cards"], key=lambda card: cards.total([*h[side], card]) or 0)
    h[side].append(totals[-1] if side == "punto" else totals[0])
    assert t.shoe
    t.shoe["burned"] += 1
    dealing.go_on(t)


def basketed(t: Table, c: dict[str, Any]) -> None:
    """Cards thrown away unseen lose."""
    t.hand["forfeit"] = c["hand"]
    dealing.go_on(t)


def stuck(t: Table, c: dict[str, Any]) -> None:
    paying.void(t, c)


def miscall(t: Table, c: dict[str, Any]) -> None:
    """Punto says the wrong thing: the banker gives the card or refuses it."""
    if len(t.hand["punto"]) != 2 or len(t.hand["banca"]) == 3 or t.hand["forfeit"]:
        raise Refused("not_entitled")
    t.hand["miscall"] = c["given"]
    dealing.go_on(t)


__all__ = ["banks"]
