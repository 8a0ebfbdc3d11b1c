"""The one door: a command in, an answer out; the order of checks; undo."""

from collections.abc import Callable
from typing import Any

from . import (
    auction,
    banks,
    bets,
    cover,
    dealing,
    forms,
    incidents,
    jefe,
    offer,
    paying,
    people,
    shoe,
    suite,
)  # fmt: skip
from .snapshot import snapshot
from .table import CLOSED_BETS, Refused, Table

Json = dict[str, Any]
ANY = ("seating", "shuffling", "cutting", "burning", "auction", "offer", "betting", *CLOSED_BETS, "suite")
WITH_SHOE = tuple(phase for phase in ANY if phase not in ("seating", "shuffling"))
HANDLERS: dict[str, tuple[Callable[[Table, Json], None], tuple[str, ...]]] = {
    "open_table": (jefe.open_table, ("closed",)), "set_limits": (jefe.set_limits, ANY),
    "close_table": (jefe.close_table, ANY), "suspend": (jefe.suspend, ANY), "resume": (jefe.resume, ANY),
    "note": (jefe.note, ANY), "readmit": (jefe.readmit, ANY), "join": (people.join, ANY), "leave": (people.leave,
    ANY), "sit": (people.sit, ANY),
    "stand_up": (people.stand_up, ANY), "queue": (people.queue, ANY), "unqueue": (people.unqueue, ANY),
    "shuffle": (shoe.shuffle, ("seating", "shuffling")), "cut": (shoe.cut, ("cutting",)),
    "decline_cut": (shoe.decline_cut, ("cutting",)), "burn_first": (shoe.burn_first, ("burning",)),
    "stop_card": (shoe.stop_card, ("betting", *CLOSED_BETS)), "burn_shoe": (shoe.burn, WITH_SHOE),
    "bid": (auction.bid, ("auction",)), "close_auction": (auction.close, ("auction",)),
    "accept_bank": (offer.accept, ("offer",)), "decline_bank": (offer.decline, ("offer",)),
    "desist_bank": (offer.desist, ("betting",)), "pass_shoe": (offer.pass_shoe, ("betting",)),
    "raise_bank": (banks.raise_bank, ("betting",)), "take_half": (banks.take_half, ("betting",)),
    "suite": (suite.give, ("betting", *CLOSED_BETS)), "take_suite": (suite.take, ("suite", "betting")),
    "decline_suite": (suite.decline, ("suite",)), "house_takes_suite": (suite.house_takes, ("suite",)),
    "place_bet": (bets.place, ("betting",)), "remove_bet": (bets.remove, ("betting",)),
    "repeat_bets": (bets.repeat, ("betting",)), "close_betting": (bets.close, ("betting",)),
    "decline_cards": (bets.decline_cards, CLOSED_BETS), "will": (dealing.will, ("will",)),
    "bank_choice": (dealing.bank_choice, ("bank_choice",)), "card": (dealing.card, ("dealing",)),
    "settle": (paying.settle, ("resolved",)), "void_pass": (paying.void, ("betting", *CLOSED_BETS)),
    "incident": (incidents.incident, ANY), "banco": (cover.call, ("betting",)),
    "associate": (suite.associate, ("betting",)), "set_aside": (cover.set_aside, ("betting",)),
}  # fmt: skip
WHILE_SUSPENDED = (
    "resume", "close_table", "void_pass", "note", "join", "sit", "stand_up", "leave", "queue", "unqueue", "readmit",
)  # fmt: skip
BETS = ("place_bet", "remove_bet", "repeat_bets", "banco")
BANKED = ("argentina", "chemin-de-fer")
ONLY_IN: dict[str, tuple[str, ...]] = {
    "banco": BANKED[1:], "set_aside": BANKED[1:], "bank_choice": BANKED[1:], "suite": BANKED,
    "associate": BANKED, "take_suite": BANKED, "pass_shoe": ("spain",),
}  # fmt: skip
ENDS_REACH = ("settle", "void_pass", "burn_shoe", "suite")


def answer(t: Table, payload: Any) -> Json:
    """Give one command to the table. Shape: {"ok", "error": {"code", "article"}, "phase", "snapshot"}."""
    try:
        _answer(t, payload)
        told: Json = {"ok": True, "version": t.version}
    except Refused as refused:
        told = {"ok": False, "error": {"code": refused.code, "article": refused.article}}
    return told | {"phase": t.phase, "snapshot": {"version": t.version, **snapshot(t)}}


def _answer(t: Table, payload: Any) -> None:
    role = "croupier"
    if isinstance(payload, dict) and "by" in payload:
        role = payload["by"]
        payload = {k: v for k, v in payload.items() if k != "by"}
        if role not in forms.ROLES:
            raise Refused("malformed")
    command = dict(payload) if isinstance(payload, dict) else payload
    forms.check_form(t, command)
    name = command["command"]
    if name == "undo" and role == "jefe" and command.get("reason") is None:
        raise Refused("malformed")
    if not all(t.here(player) for player in forms.named_players(command)):
        raise Refused("unknown_player")
    forms.check_role(name, role)
    if command.get("kind") == "confused_deal" and t.phase == "resolved" and role == "croupier":
        raise Refused("not_allowed")
    expected = command.get("expected_version")
    if expected is not None and expected != t.version:
        raise Refused("stale")
    if name == "undo":
        _undo(t, command, role)
    else:
        _do(t, name, command, role)


def _do(t: Table, name: str, command: Json, role: str) -> None:
    if t.suspended and name not in WHILE_SUSPENDED:
        raise Refused("suspended")
    handler, phases = HANDLERS[name]
    if t.phase not in phases or t.reglamento not in ONLY_IN.get(name, (t.reglamento,)):
        if name in BETS and t.bets_are_closed() and (name != "banco" or t.covering()):
            raise Refused("bets_closed", t.article("bets_closed"))
        raise Refused("wrong_phase")
    saved = t.save()
    try:
        handler(t, {**command, "by": role})
    except Refused:
        t.restore(saved)
        raise
    t.version += 1
    if name == "open_table":
        t.history.clear()
        t.unpaid.clear()
        t.opened_at = t.version
    else:
        paid = t.number - 1 if name == "settle" else 0
        t.history.append((t.version, saved, role == "jefe" or name in ENDS_REACH, paid))


def _undo(t: Table, command: Json, role: str) -> None:
    """Back to before the last command that stands, or to the version `to`."""
    to = command.get("to")
    if not t.history:
        raise Refused("nothing_to_undo")
    gone = [entry for entry in t.history if entry[0] > to] if to is not None else t.history[-1:]
    if not gone or (to is not None and to < t.opened_at):
        raise Refused("nothing_to_undo")
    if role != "jefe" and any(entry[2] for entry in gone):
        raise Refused("not_allowed")
    t.restore(gone[0][1])
    t.unpaid |= {entry[3] for entry in gone}
    t.history = t.history[: -len(gone)]
    t.version += 1


__all__ = ["answer"]
