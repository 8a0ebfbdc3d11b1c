"""The shoe: shuffling, cutting, burning, its stop card and its end."""

from collections import Counter
from typing import Any

from . import auction, bets, cards, cover, jefe, lending, offer, paying
from .table import CLOSED_BETS, Refused, Table, to_the_left


def shuffle(t: Table, c: dict[str, Any]) -> None:
    seated = len(t.seated())
    if t.phase == "seating" and seated < t.settings["min_seated"]:
        raise Refused("not_enough_seated", t.article("seated"))
    if c["riffles"] < t.settings["riffles_minimum"]:
        raise Refused("below_minimum", t.article("riffles"))
    if t.phase == "seating":
        t.start_seat = 14
    number = t.shoe["number"] + 1 if t.shoe else t.memory.get("shoes", 0) + 1
    t.shoe = {"number": number, "decks": t.settings["decks"], "dealt": 0, "burned": 0, "last_pass": False}
    t.shoe |= {"seen": Counter(), "cut": False}
    t.memory["shoes"] = number
    t.fresh = []
    t.results = ""
    back, t.after_shuffle = t.after_shuffle, ""
    if not t.rotating():
        t.memory["after_cut"] = back
        begin_cutting(t)
    elif back == "auction" or (t.phase == "seating" and not back):
        t.phase = "auction"
        if t.auction is None:
            auction.begin(t)
    elif t.bank:
        begin_cutting(t)
    else:
        t.phase = "offer"
        if t.offer is None:
            offer.begin(t, t.start_seat)


def begin_cutting(t: Table) -> None:
    t.phase = "cutting"
    t.cutting = t.cutting or {"asked": None, "declined": []}
    ask_for_cut(t)


def ask_for_cut(t: Table) -> None:
    """In `argentina` the players left of the next banker, himself last, then the croupier; elsewhere he alone."""
    if t.cutting is None:
        return
    t.cutting["asked"] = "croupier"
    if t.rotating() and t.bank:
        for seat in to_the_left(t.bank["seat"]):
            player = t.seats[seat]
            if player and player not in t.cutting["declined"]:
                t.cutting["asked"] = player
                return
    if t.reglamento == "monte-carlo":
        t.cutting["asked"] = None  # any player


def cut(t: Table, c: dict[str, Any]) -> None:
    assert t.cutting and t.shoe
    asked, player = t.cutting["asked"], c.get("player")
    if t.reglamento != "monte-carlo" and player != (None if asked == "croupier" else asked):
        raise Refused("not_asked", t.article("cutter"))
    least, total = t.settings["cut_minimum"], 52 * t.settings["decks"]
    if c["depth"] < least:
        raise Refused("below_minimum", t.article("depth"))
    if c["depth"] > total - least:
        raise Refused("above_maximum", t.article("depth"))
    t.shoe["cut"], t.cutting = True, None
    after_cut(t)


def after_cut(t: Table) -> None:
    back = t.memory.pop("after_cut", "")
    if t.reglamento == "monte-carlo":
        t.phase = "burning"
    elif t.reglamento == "spain" and not t.holder and not t.memory.get("croupier_draws"):
        t.phase = "offer"
        if t.offer is None:
            offer.begin(t, t.start_seat)
    elif t.covering() and not t.bank:
        cover.after_cut(t, back)
    else:
        bets.begin(t)


def decline_cut(t: Table, c: dict[str, Any]) -> None:
    assert t.cutting
    if t.cutting["asked"] != c["player"]:
        raise Refused("not_asked", t.article("cutter"))
    t.cutting["declined"].append(c["player"])
    ask_for_cut(t)


def goes(t: Table, player: str) -> None:
    if t.cutting and t.cutting["asked"] == player:
        t.cutting["declined"].append(player)
        ask_for_cut(t)


def burn_first(t: Table, c: dict[str, Any]) -> None:
    number = cards.value(c["card"]) or 10
    t.draw(1 + number, True, [c["card"]])
    bets.begin(t)


def stop_card(t: Table, c: dict[str, Any]) -> None:
    assert t.shoe
    t.shoe["last_pass"] = True


def burn(t: Table, c: dict[str, Any]) -> None:
    """The whole shoe is taken out of play, by consent."""
    was = t.phase
    assert t.shoe
    if was in CLOSED_BETS:
        paying.void_cards(t)
    t.bets.clear()
    if was in ("betting", *CLOSED_BETS, "suite"):
        t.new_hand()
        t.memory |= {"right_of_8": None, "caller": t.memory.get("suivi")}
        jefe.apply_limits(t)
    if was == "cutting":  # what the cut would have led to still waits
        t.after_shuffle = t.memory.get("after_cut") or was
    else:
        t.after_shuffle = was if was in ("auction", "offer") else ""
    end_suite(t)
    burn_rest(t)
    destroy(t)
    if t.covering():
        cover.shoe_burned(t, was)


def destroy(t: Table) -> None:
    """The cards that are left are burned; a new shoe is shuffled. Between two shoes nobody waits for his priority."""
    t.phase = "shuffling"
    t.fresh = []


def burn_rest(t: Table) -> None:
    """Every card that is left is burned."""
    assert t.shoe
    left = t.left()
    t.shoe["dealt"] += left
    t.shoe["burned"] += left


def end_suite(t: Table) -> None:
    """42: the shoe ends during a suite; its stake is returned, what 38 took goes back if nobody has taken it."""
    if not t.rotating():
        return
    if t.suite:
        t.cagnotte -= t.suite["deduction"]
        t.start_seat = t.suite["original"]
        t.suite = None
    elif t.bank and t.bank["origin"] in ("suite", "house"):
        t.start_seat = t.bank["original"]
        lending.give_back(t, t.bank["seat"])
        t.bank = t.holder = None
