"""The snapshot's game fields, as the jefe sees them."""

from typing import Any

from . import auction, bets, cards, cover, dealing
from .table import Table

Json = dict[str, Any]


def snapshot(t: Table) -> Json:
    return {
        "reglamento": t.reglamento or None,
        "open": t.open,
        "suspended": t.suspended,
        "phase": t.phase,
        "limits": _limits(t),
        "settings": t.settings,
        "departures": t.departures,
        "seats": {str(seat): player for seat, player in t.seats.items()},
        "lent": {str(seat): owner for seat, owner in t.lent.items()},
        "standing": list(t.standing),
        "waiting": list(t.waiting),
        "shoe": _shoe(t),
        "lap": t.lap,
        "bank": _bank(t),
        "offer": t.offer and {k: t.offer[k] for k in ("asked", "declined", "seat")},
        "auction": _auction(t),
        "suite": _suite(t),
        "cutting": _cutting(t),
        "pass": _pass(t),
        "last_pass": _last_pass(t),
        "cagnotte": t.cagnotte,
        "results": t.results,
    }


def _limits(t: Table) -> Json | None:
    if not t.reglamento:
        return None
    waits = t.next_limits and {"minimum": t.next_limits[0], "maximum": t.next_limits[1]}
    return {"minimum": t.minimum, "maximum": t.maximum, "chip": t.chip, "next": waits}


def _shoe(t: Table) -> Json | None:
    if t.shoe is None:
        return None
    shoe = {k: t.shoe[k] for k in ("number", "decks", "dealt", "burned", "last_pass")}
    return shoe | {"holder": t.holder, "left": t.left()}


def _bank(t: Table) -> Json | None:
    if t.bank is None:
        return None
    keys = ["holder", "seat", "stake", "opening", "wins", "origin", "half_taken"]
    return {k: t.bank[k] for k in keys + (["associate", "garaje"] if t.covering() else [])}


def _auction(t: Table) -> Json | None:
    if t.auction is None:
        return None
    bids = [{"player": player, "amount": amount} for player, amount in t.auction["bids"].items()]
    leaders = auction.leaders(t) if bids else []
    return {"bids": bids, "lead": auction.lead(t), "leaders": leaders, "round": t.auction["round"]}


def _cutting(t: Table) -> Json | None:
    nobody = t.reglamento == "monte-carlo" and not (t.seated() or t.standing)
    return None if t.cutting is None or nobody else {k: t.cutting[k] for k in ("asked", "declined")}


def _suite(t: Table) -> Json | None:
    keys = ("giver", "seat", "amount", "deduction", "returned", "asked", "declined")
    return t.suite and {k: t.suite[k] for k in keys}


def _hand(t: Table, side: str) -> Json:
    held = t.hand[side]
    return {
        "cards": held,
        "total": dealing.banca_points(t) if side == "banca" and held else cards.total(held),
    }


def _pass(t: Table) -> Json | None:
    if not t.open:
        return None
    found = {
        "number": t.number,
        "bets": [{"player": p, "chance": chance, "amount": amount} for (p, chance), amount in t.bets.items()],
        "card_holder": t.hand["card_holder"],
        "will": t.hand["will"],
        "held": t.hand["held"],
        "punto": _hand(t, "punto"),
        "banca": _hand(t, "banca"),
        "next": dealing.due(t) if t.phase == "dealing" else None,
    }
    return found | ({"covered": cover.covered(t)} if t.covering() else {})


def _last_pass(t: Table) -> Json | None:
    last = t.last_pass
    if last is None:
        return None
    return {
        **{k: last[k] for k in ("number", "result", "corrected", "settlements")},
        "punto": {"cards": last["punto"], "total": cards.total(last["punto"])},
        "banca": {"cards": last["banca"], "total": last["banca_total"] if last["banca"] else None},
    }


__all__ = ["bets", "snapshot"]
