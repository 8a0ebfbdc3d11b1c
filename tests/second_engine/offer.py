"""Who is asked for the sabot, in which order: `argentina` with a bank, `spain` without one."""

from typing import Any

from . import banks, bets, hand, jefe, lending, shoe
from .table import Refused, Table, to_the_right


def begin(t: Table, seat: int, desister: str | None = None, leaver: str | None = None) -> None:
    """Offer to the right of `seat`.

    `desister`: who gave an auctioned bank back (art. 6); `leaver`: who went and left his bank. Neither is asked.
    """
    t.phase, t.hand["card_holder"] = "offer", None
    t.offer = {"asked": None, "seat": seat, "declined": [], "seats": to_the_right(seat), "step": 0}
    t.offer |= {"desister": desister, "last": False, "leaver": leaver}
    if desister and t.free_standing():
        t.offer["asked"] = "standing"
    else:
        _arrive(t)
    if t.phase != "betting":  # where nobody is asked, the hand goes on as it was
        jefe.apply_limits(t)


def _arrive(t: Table) -> None:
    """Ask at the first seat from here where somebody may be asked."""
    o = t.offer
    assert o
    while o["step"] < 14:
        seat = o["seats"][o["step"]]
        if t.rotating() and t.lap_seat == seat and not o.get("passed"):
            o["passed"] = True
            t.lap += 1
            t.opened = []
        player = t.seats[seat]
        if player and player not in (o["desister"], o["leaver"]) and _barred(t, player) is None:
            o |= {"asked": player, "seat": seat}
            return
        o["step"] += 1
    _last_holder(t)


def _last_holder(t: Table) -> None:
    """33: when everybody else has declined, the last holder may open again."""
    o = t.offer
    assert o
    who = t.running[0] if t.rotating() and t.running and t.running[1] < 2 else None
    if who and t.here(who) and who not in (*o["declined"], o["desister"], o["leaver"]) and not o["last"]:
        o |= {"asked": who, "seat": t.seat_of(who) or o["seats"][-1], "last": True}
        return
    nobody(t)


def nobody(t: Table) -> None:
    t.offer = None
    if t.reglamento == "spain":
        t.memory["croupier_draws"] = True
        if t.phase in ("shuffling", "cutting"):  # the offer waited for the next shoe, which is cut first
            t.after_shuffle = t.memory["after_cut"] = ""
        else:
            bets.begin(t)
        return
    t.bets.clear()
    t.new_hand()
    shoe.burn_rest(t)
    shoe.destroy(t)
    t.after_shuffle = "auction"


def _barred(t: Table, player: str) -> tuple[str, str] | None:
    """Why he may not open: twice in one lap (31), or a third time running (33)."""
    if not t.rotating():
        return None
    if t.running == (player, 2):
        return "thrice_running", "33"
    return ("opened_already", "31") if player in t.opened else None


def accept(t: Table, c: dict[str, Any]) -> None:
    if t.covering():
        hand.accept(t, c)
        return
    o, player = t.offer, c["player"]
    assert o
    standing = o["asked"] == "standing" and player in t.free_standing()
    seated = t.seat_of(player) is not None
    if player != o["asked"] and not standing:
        raise Refused("not_asked", t.article("offer"))
    if standing and (barred := _barred(t, player)):
        raise Refused(*barred)
    if t.reglamento == "spain":
        t.holder, t.offer = player, None
        t.start_seat = t.seat_of(player) or 0
        t.memory["croupier_draws"] = False
        bets.begin(t)
        return
    banks.check_amount(t, c["amount"])
    if not seated:
        lending.borrow(t, player, o["seat"])
    t.offer = None
    banks.open_bank(t, player, c["amount"], "offer")


def decline(t: Table, c: dict[str, Any]) -> None:
    """`rest`: nobody else wants it. Who must take it or leave his seat speaks for himself."""
    _decline(t, c)
    while c.get("rest") and t.phase == "offer" and t.offer and not t.offer.get("forced"):
        asked = t.offer["asked"]
        _decline(t, {} if asked == "standing" else {"player": asked})


def _decline(t: Table, c: dict[str, Any]) -> None:
    if t.covering():
        hand.decline(t, c)
        return
    o, player = t.offer, c.get("player")
    assert o
    if o["asked"] == "standing":
        if player is not None:
            raise Refused("not_asked", t.article("offer"))
        _standing_done(t)
    elif player != o["asked"]:
        raise Refused("not_asked", t.article("offer"))
    else:
        o["declined"].append(player)
        _refused(t, player)


def _refused(t: Table, player: str, seated: bool = True) -> None:
    """A seated refusal at once asks the standing for that seat (32). A last holder (33) may stand, and has none, even
    if he sits down while he is asked (`seated` is how he was before)."""
    o = t.offer
    assert o
    for_a_seat = not o["last"] or (seated and t.seat_of(player) is not None)
    if t.rotating() and t.free_standing() and not o["desister"] and for_a_seat:
        o["asked"] = "standing"
    else:
        _standing_done(t)


def _standing_done(t: Table) -> None:
    o = t.offer
    assert o
    if o["asked"] == "standing":
        o["declined"].append("standing")
    if o["desister"] and o["step"] == 0 and o["asked"] == "standing":
        _arrive(t)
    elif o["last"]:
        nobody(t)
    else:
        o["step"] += 1
        _arrive(t)


def goes(t: Table, player: str, seat: int | None) -> None:
    """Who goes while he is asked, from his seat or while standing, has declined."""
    if t.offer and not t.covering() and t.offer["asked"] == player:
        t.offer["declined"].append(player)
        _refused(t, player, seat is not None)


def standing_changed(t: Table) -> None:
    """Nobody stands any more who could be asked."""
    if t.offer and not t.covering() and t.offer["asked"] == "standing" and not t.free_standing():
        _standing_done(t)


def desist(t: Table, c: dict[str, Any]) -> None:
    """6: right after the first pass of an auctioned bank ended in a tie; a void pass has come between otherwise."""
    after_it = t.last_pass is not None and t.last_pass["result"] == "tie"
    if t.bank is None or not t.bank.get("tied_first") or not after_it:
        raise Refused("not_entitled", "6" if t.rotating() else None)
    who, seat = t.bank["holder"], t.bank["seat"]
    banks.end_bank(t)
    begin(t, seat, desister=who)


def pass_shoe(t: Table, c: dict[str, Any]) -> None:
    if not t.holder:
        raise Refused("not_entitled")
    t.start_seat = t.seat_of(t.holder) or t.start_seat
    t.holder = None
    begin(t, t.start_seat)


def sabot_holder_goes(t: Table) -> None:
    """Spain: who goes has given the sabot up."""
    t.holder = None
    if t.phase == "betting":
        begin(t, t.start_seat)
