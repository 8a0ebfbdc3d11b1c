"""State → the protocol's snapshot, as a role may see it. The screens, the API and the sockets show nothing else."""

from typing import Any

from tables.engine import State, actions
from tables.engine.cards_right import leader
from tables.engine.drawing import banca_total, next_hand
from tables.engine.state import Bet, LastPass, Settlement
from tables.rules.cards import total_of
from tables.rules.reglamentos import REGLAMENTOS

Json = dict[str, Any]
DISPLAY = "display"
PRIMARY_ACTS = ("settle", "close_betting", "shuffle", "close_auction", "open_table")


def take(slug: str, state: State, role: str, name: str = "") -> Json:
    """All that there is to know of a table now, for a viewer of `role`; a display sees no player and no single bet."""
    whole = _whole(slug, state, role, name)
    return _for_display(whole) if role == DISPLAY else whole


def _whole(slug: str, state: State, role: str, name: str) -> Json:
    possible = actions(state, role)
    return {
        "version": state.version,
        "table": slug,
        "name": name or slug,
        "reglamento": state.reglamento or None,
        "open": state.open,
        "suspended": state.suspended,
        "phase": state.phase,
        "limits": _limits(state) if state.open else None,
        "settings": dict(state.settings),
        "seats": {str(seat): player for seat, player in state.seats.items()},
        "lent": {str(seat): owner for seat, owner in state.lent.items()},
        "standing": list(state.standing),
        "waiting": list(state.waiting),
        "names": dict(state.names),
        "shoe": _shoe(state),
        "lap": state.lap.number,
        "bank": _bank(state),
        "offer": _offer(state),
        "auction": _auction(state),
        "suite": _suite(state),
        "cutting": _cutting(state),
        "pass": _pass(state) if state.open else None,
        "last_pass": _last_pass(state.last_pass),
        "cagnotte": state.cagnotte,
        "results": state.results,
        "actions": possible,
        "hint": {"act": next((act for act in PRIMARY_ACTS if act in possible), None)},
    }


def _limits(state: State) -> Json:
    limits = state.limits
    waiting = {"minimum": limits.next[0], "maximum": limits.next[1]} if limits.next else None
    return {"minimum": limits.minimum, "maximum": limits.maximum, "chip": limits.chip, "next": waiting}


def _shoe(state: State) -> Json | None:
    shoe = state.shoe
    if shoe is None:
        return None
    return {
        "number": shoe.number,
        "decks": shoe.decks,
        "holder": shoe.holder,
        "dealt": shoe.dealt,
        "burned": shoe.burned,
        "left": shoe.left,
        "last_pass": shoe.last_pass,
    }


def _bank(state: State) -> Json | None:
    bank = state.bank
    if bank is None:
        return None
    return {
        "holder": bank.holder,
        "seat": bank.seat,
        "stake": bank.stake,
        "opening": bank.opening,
        "wins": bank.wins,
        "origin": bank.origin,
        "half_taken": bank.half_taken,
        **({"associate": bank.associate, "garaje": bank.garaje} if _covers(state) else {}),
    }


def _covers(state: State) -> bool:
    return REGLAMENTOS[state.reglamento].bank == "cover"


def _offer(state: State) -> Json | None:
    offer = state.offer
    if offer is None:
        return None
    bounds = {"minimum": state.limits.minimum, "maximum": state.limits.maximum}
    return {"asked": offer.asked, "declined": list(offer.declined), "seat": offer.seat, **bounds}


def _auction(state: State) -> Json | None:
    auction = state.auction
    if auction is None:
        return None
    least = max(state.limits.minimum, auction.least, auction.lead or 0)
    return {
        "bids": [{"player": bid.player, "amount": bid.amount} for bid in auction.bids],
        "lead": auction.lead,
        "leaders": list(auction.leaders),
        "round": auction.round,
        "minimum": max(least, auction.floor + state.limits.chip if auction.floor else 0),
        "maximum": max(state.limits.maximum, auction.least),
    }


def _suite(state: State) -> Json | None:
    suite = state.suite
    if suite is None:
        return None
    return {
        "giver": suite.giver,
        "seat": suite.seat,
        "amount": suite.amount,
        "deduction": suite.deduction,
        "returned": suite.returned,
        "asked": suite.asked,
        "declined": list(suite.declined),
        "minimum": suite.amount,
        "maximum": max(state.limits.maximum, suite.amount),
    }


def _cutting(state: State) -> Json | None:
    cutting = state.cutting
    return {"asked": cutting.asked or None, "declined": list(cutting.declined)} if cutting else None


def _pass(state: State) -> Json:
    current = state.current
    holder = leader(state) if state.phase == "betting" else current.card_holder
    return {
        "number": current.number,
        "bets": [_bet(bet) for bet in current.bets],
        "card_holder": holder,
        "will": current.will,
        "held": current.held,
        "punto": _hand(current.punto),
        "banca": _hand(current.banca) | ({"total": banca_total(current)} if current.banca else {}),
        "next": next_hand(state) if state.phase == "dealing" else None,
        **_cover(state),
    }


def _cover(state: State) -> Json:
    banco = state.current.banco
    if not _covers(state):
        return {}
    call = {"player": banco.player, "kind": banco.kind, "players": list(banco.players)} if banco else None
    return {"covered": sum(bet.amount for bet in state.current.bets), "banco": call}


def _bet(bet: Bet) -> Json:
    return {"player": bet.player, "chance": bet.chance, "amount": bet.amount}


def _hand(cards: tuple[str, ...]) -> Json:
    return {"cards": list(cards), "total": total_of(cards) if cards else None}


def _last_pass(last: LastPass | None) -> Json | None:
    if last is None:
        return None
    return {
        "number": last.number,
        "result": last.result,
        "corrected": last.corrected,
        "punto": _hand(last.punto),
        "banca": _hand(last.banca),
        "settlements": [_settlement(line) for line in last.settlements],
    }


def _settlement(line: Settlement) -> Json:
    return {
        "player": line.player,
        "chance": line.chance,
        "stake": line.stake,
        "win": line.win,
        "deduction": line.deduction,
        "article": line.article,
    }


def _for_display(whole: Json) -> Json:
    """The glass on the wall: no ids, no names, no single bets, nothing that could be pressed."""
    bank, shoe = whole["bank"], whole["shoe"]
    return {
        **{
            key: whole[key]
            for key in ("version", "table", "name", "reglamento", "open", "suspended", "phase")
        },
        **{key: whole[key] for key in ("limits", "lap", "results")},
        "shoe": {**shoe, "holder": None} if shoe else None,
        "bank": {"seat": bank["seat"], "stake": bank["stake"], "origin": bank["origin"]} if bank else None,
        "offer": _seat_only(whole["offer"]),
        "suite": _seat_only(whole["suite"]),
        "auction": {"lead": whole["auction"]["lead"]} if whole["auction"] else None,
        "pass": _public_pass(whole["pass"]),
        "last_pass": _public_last_pass(whole["last_pass"]),
        "actions": [],
    }


def _seat_only(walk: Json | None) -> Json | None:
    return {"seat": walk["seat"]} if walk else None


def _public_pass(current: Json | None) -> Json | None:
    if current is None:
        return None
    return {key: current[key] for key in ("number", "punto", "banca", "next")}


def _public_last_pass(last: Json | None) -> Json | None:
    if last is None:
        return None
    return {key: last[key] for key in ("number", "result", "corrected", "punto", "banca")}


def title_of(state: State) -> str:
    """The reglamento's own title; empty while the table is closed."""
    return REGLAMENTOS[state.reglamento].title if state.open else ""
