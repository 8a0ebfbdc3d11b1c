"""The payment: what each stake wins, how the bank goes on, and what comes next."""

from typing import Any

from . import banks, bets, cover, dealing, jefe, lending, offer, shoe
from .reglamentos import COMMISSION, TIE_PAYS
from .table import Table

Line = dict[str, Any]


def settle(t: Table, c: dict[str, Any]) -> None:
    result = dealing.result(t)
    lines = [_line(t, player, chance, stake, result) for (player, chance), stake in t.bets.items()]
    if t.rotating() and t.bank:
        lines.append(_bank_line(t, result))
    elif t.covering():
        lines.append(cover.bank_line(t, result))
    t.cagnotte += sum(line["deduction"] for line in lines)
    t.last_pass = {
        "number": t.number, "result": result, "corrected": t.number in t.unpaid, "settlements": lines,
        "punto": list(t.hand["punto"]), "banca": list(t.hand["banca"]), "banca_total": dealing.banca_points(t),
    }  # fmt: skip
    t.results += result[0].upper()
    t.last_bets = dict(t.bets)
    _stakes_after(t, result)
    t.number += 1
    after_pass(t, result)


def _line(t: Table, player: str, chance: str, stake: int, result: str) -> Line:
    line: Line = {"player": player, "chance": chance, "stake": stake, "deduction": 0, "article": None}
    if result == "tie":
        return line | {"win": TIE_PAYS * stake if chance == "tie" else 0}
    if chance != result:
        return line | {"win": -stake}
    if chance == "banca":
        percent, article = COMMISSION[t.reglamento]
        line |= {"deduction": t.rounded(stake, percent), "article": article}
    return line | {"win": stake}


def _bank_line(t: Table, result: str) -> Line:
    """29: every second win pays ten percent; what exceeds the maximum goes back to the owner."""
    bank = t.bank
    assert bank
    stake = bank["stake"]
    line: Line = {
        "player": bank["holder"],
        "chance": "bank",
        "stake": stake,
        "win": 0,
        "deduction": 0,
        "article": None,
    }
    bank["passes"] += 1
    bank["tied"] = result == "tie"
    bank["tied_first"] = result == "tie" and bank["origin"] == "auction" and bank["passes"] == 1
    if result == "punto":
        bank["stake"] = 0
        return line | {"win": -stake}
    if result == "banca":
        bank["wins"] += 1
        taxed = bank["holder"] is not None and bank["wins"] % 2 == (1 if bank["high"] else 0)
        deduction = t.rounded(stake, 10) if taxed else 0
        bank |= {"won": stake, "taxed": taxed, "stake": min(2 * stake - deduction, t.maximum)}
        line |= {"win": stake, "deduction": deduction, "article": "29" if taxed else None}
    return line


def _stakes_after(t: Table, result: str) -> None:
    """Stakes on a tie stay; winning stakes stay in `spain` alone."""
    stay = {}
    for (player, chance), stake in t.bets.items():
        if (result == "tie" and chance != "tie") or (t.reglamento == "spain" and chance == result):
            stay[player, chance] = stake
    t.bets = stay


def after_pass(t: Table, result: str, ends: bool = False) -> None:
    """The pass is over, paid or void: new limits, the bank, the end of the shoe, the next phase."""
    assert t.shoe
    ends = ends or t.shoe["last_pass"]
    banco = t.banco if result in ("void", "tie") and not ends else None
    if result == "void" and t.banco and not banco:
        t.memory["caller"] = t.memory.get("suivi")  # his bet goes back, and the call with it
    t.new_hand()
    t.banco = banco
    if ends:
        t.bets.clear()
    if t.covering():
        cover.after_pass(t, result, ends)
        return
    jefe.apply_limits(t)
    if t.rotating():
        _bank_after(t, result, ends)
    elif t.reglamento == "spain":
        _sabot_after(t, result, ends)
    elif ends:
        shoe.destroy(t)
    else:
        bets.begin(t)


def _bank_after(t: Table, result: str, ends: bool) -> None:
    bank = t.bank
    assert bank
    lost = result == "punto"
    if lost or (ends and bank["origin"] in ("suite", "house")):
        banks.end_bank(t)
        if not ends:
            offer.begin(t, t.start_seat)
    elif not ends:
        bets.begin(t)
    if ends:
        shoe.destroy(t)


def _sabot_after(t: Table, result: str, ends: bool) -> None:
    """Spain: the sabot goes on when punto has won."""
    if result == "punto":
        t.holder = None
        t.memory["croupier_draws"] = False
        if not ends:
            offer.begin(t, t.start_seat)
    elif not ends:
        bets.begin(t)
    if ends:
        shoe.destroy(t)


def void(t: Table, c: dict[str, Any], ends: bool = False) -> None:
    """The pass does not count: the bets stay. `ends`: the shoe is over, too."""
    void_cards(t)
    after_pass(t, "void", ends)


def void_cards(t: Table) -> None:
    """Its cards are burned, and it keeps its number."""
    assert t.shoe
    h = t.hand
    t.shoe["burned"] += len(h["punto"]) + len(h["banca"]) + (h["held"] is not None)
    t.last_pass = {
        "number": t.number, "result": "void", "corrected": False, "settlements": [], "punto": list(h["punto"]),
        "banca": list(h["banca"]), "banca_total": dealing.banca_points(t),
    }  # fmt: skip
    t.last_bets = dict(t.bets)
    t.number += 1
    t.memory["right_of_8"] = None


def exhausted(t: Table) -> None:
    """The cards ran out: the pass is void and the shoe over (11)."""
    void(t, {}, ends=True)


__all__ = ["after_pass", "exhausted", "lending", "settle", "void"]
