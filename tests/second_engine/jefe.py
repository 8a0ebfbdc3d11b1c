"""The jefe's commands: opening and closing, limits, suspension."""

from fractions import Fraction
from typing import Any

from . import cover, departures, suite
from .reglamentos import SETTINGS
from .table import IN_PASS, Refused, Table

PUNTO_BANCA = ("punto", "banca")


def open_table(t: Table, c: dict[str, Any]) -> None:
    name, low, high, chip = (c[k] for k in ("reglamento", "minimum", "maximum", "chip"))
    settings = dict(SETTINGS[name])
    given = c.get("settings") or {}
    for key, value in given.items():
        if key not in settings or not _is_possible(key, value, chip, {**settings, **given}):
            raise Refused("bad_setting", "17" if key == "garaje_from" and name == "chemin-de-fer" else None)
        settings[key] = value
    if "pico" in settings and settings["pico"] is None:
        settings["pico"] = chip
    t.reglamento, t.chip, t.settings = name, chip, settings
    check_limits(t, low, high)
    keep = {
        k: t.__dict__[k]
        for k in ("cagnotte", "version", "opened_at", "history", "unpaid", "number", "sent_away")
    }
    shoes = t.memory.get("shoes", 0)
    t.__dict__.update(Table().__dict__)
    t.__dict__.update(keep)
    t.reglamento, t.chip, t.settings = name, chip, settings
    t.minimum, t.maximum, t.open, t.phase = low, high, True, "seating"
    t.memory["shoes"] = shoes
    t.departures = departures.of(name, settings)


def _is_possible(key: str, value: Any, chip: int, settings: dict[str, Any]) -> bool:
    whole = type(value) is int
    if key == "decks":
        return whole and value in (6, 8)
    if key == "min_seated":
        return whole and 0 <= value <= 14
    if key == "riffles_minimum":
        return whole and value >= 0
    if key == "cut_minimum":
        return whole and 0 <= value <= 26 * settings["decks"]
    if key == "stop_card":
        return whole and 0 <= value < 52 * settings["decks"]
    if key == "rounding":
        return value in ("player", "house", "nearest")
    if key == "pico":
        return whole and value > 0 and value % chip == 0
    if key == "suite_order":
        return value in ("43", "37")
    if key == "garaje_from":
        return whole and 25 <= value <= 50
    if key == "unlimited_bank":
        return isinstance(value, bool)
    return _is_share(value)


def _is_share(value: Any) -> bool:
    if isinstance(value, str):
        top, _, bottom = value.partition("/")
        return top == "1" and bottom.isdigit() and 0 < Fraction(1, int(bottom)) < 1
    return type(value) is int and value in (0, 1)


def check_limits(t: Table, low: int, high: int) -> None:
    if low % t.chip or high % t.chip:
        raise Refused("not_multiple", "13" if t.covering() else t.article("unit"))
    if low > high:
        raise Refused("above_maximum", t.article("least"))
    if t.covering() and not t.settings["unlimited_bank"] and high != 100 * low:
        raise Refused("bad_setting", "15")


def set_limits(t: Table, c: dict[str, Any]) -> None:
    check_limits(t, c["minimum"], c["maximum"])
    t.next_limits = c["minimum"], c["maximum"]
    if t.phase not in (*IN_PASS, "suite"):
        apply_limits(t)


def apply_limits(t: Table) -> None:
    """New limits take effect: a bank and stakes that stay above the maximum are trimmed."""
    if t.next_limits is None:
        return
    t.minimum, t.maximum = t.next_limits
    t.next_limits = None
    if t.rotating() and t.bank:
        t.bank["stake"] = min(t.bank["stake"], t.maximum)
    if t.covering():
        cover.trim(t)
    else:
        for player in {who for who, _ in t.bets}:
            _trim(t, player)


def _trim(t: Table, player: str) -> None:
    """His largest stake first, of equal ones punto."""
    from .bets import tie_limit

    if (player, "tie") in t.bets:
        t.bets[player, "tie"] = min(t.bets[player, "tie"], tie_limit(t))
    mine = [(player, side) for side in PUNTO_BANCA if (player, side) in t.bets]
    excess = sum(t.bets[bet] for bet in mine) - t.maximum
    for bet in sorted(mine, key=lambda b: (-t.bets[b], b[1] != "punto")):
        cut = max(0, min(excess, t.bets[bet]))
        t.bets[bet] -= cut
        excess -= cut
    t.bets = {bet: stake for bet, stake in t.bets.items() if stake}


def close_table(t: Table, c: dict[str, Any]) -> None:
    if t.hand["punto"] or t.hand["banca"] or t.hand["held"]:
        raise Refused("in_play")
    if t.suite and "deduction" in t.suite:
        t.cagnotte -= t.suite["deduction"]
    keep = {k: t.__dict__[k] for k in ("cagnotte", "version", "opened_at", "history", "unpaid", "number")}
    keep |= {k: t.__dict__[k] for k in ("sent_away", "memory")}
    t.__dict__.update(Table().__dict__)
    t.__dict__.update(keep)


def suspend(t: Table, c: dict[str, Any]) -> None:
    t.suspended = True


def resume(t: Table, c: dict[str, Any]) -> None:
    if not t.suspended:
        raise Refused("not_suspended")
    t.suspended = False


def readmit(t: Table, c: dict[str, Any]) -> None:
    if c["player"] not in t.sent_away:
        raise Refused("not_sent_away")
    del t.sent_away[c["player"]]


def note(t: Table, c: dict[str, Any]) -> None:
    """A remark changes nothing."""


__all__ = ["suite"]
