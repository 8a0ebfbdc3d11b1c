"""Cards: whose turn it is, the will of five, the banker's choice, and when all is known."""

from typing import Any

from . import cards
from .reglamentos import BANKER_IS_FREE, banca_draws, punto_draws
from .table import Refused, Table


def punto_decides(t: Table) -> bool | None:
    """Whether punto takes a third card; None while its will has not been spoken."""
    h = t.hand
    total = cards.total(h["punto"][:2]) or 0
    if h["miscall"] is not None:
        return bool(h["miscall"])
    draws = punto_draws(total, t.face_down())
    if draws is None:
        return None if h["will"] is None else h["will"] == "draw"
    return draws


def banca_total(t: Table) -> int:
    """Banca's two cards; 0 after it dealt itself too many."""
    return 0 if t.hand["too_many"] else cards.total(t.hand["banca"][:2]) or 0


def is_natural(t: Table) -> bool:
    h = t.hand
    if len(h["punto"]) < 2 or len(h["banca"]) < 2:
        return False
    if h["miscall"]:  # punto is given a card though it has a natural
        return banca_total(t) >= 8
    return (cards.total(h["punto"][:2]) or 0) >= 8 or banca_total(t) >= 8


def _is_eight(t: Table) -> bool:
    return (cards.total(t.hand["punto"][:2]) or 0) >= 8


def due(t: Table) -> str | None:
    """The hand of the next card, `will` or `bank_choice`, or None when every card is known."""
    h = t.hand
    punto, banca = len(h["punto"]), len(h["banca"])
    if h["forfeit"]:
        return None
    if punto < 2:
        return "banca" if punto > banca else "punto"
    if banca == 1:
        return "banca"
    if not is_natural(t):
        decided = punto_decides(t)
        if decided is None:
            return "will"
        if decided and punto == 2:
            return "punto"
    if banca == 0:
        return "banca"
    return None if is_natural(t) or banca == 3 else _banca_due(t)


def _banca_due(t: Table) -> str | None:
    h = t.hand
    third = cards.value(h["punto"][2]) if len(h["punto"]) == 3 else None
    if h["choice"] in ("draw", "stand"):
        return "banca" if h["choice"] == "draw" else None
    free = t.covering() and ((banca_total(t), third) in BANKER_IS_FREE or h["too_many"])
    if free and h["choice"] is None:
        return "bank_choice"
    return "banca" if banca_draws(banca_total(t), third) else None


def go_on(t: Table) -> None:
    """After a card or a word: the phase that follows."""
    h = t.hand
    if t.phase not in ("dealing", "will", "bank_choice", "resolved"):
        return
    if due(t) == "will" and h["card_holder"] is None:
        h |= {"will": "stand", "banca_at_will": len(h["banca"])}
    if is_natural(t) and len(h["punto"]) == 3:
        _undue_third(t)
    step = due(t)
    if h["held"] and step != "will" and len(h["banca"]) == 2:
        _place_held(t, step)
        step = due(t)
    t.phase = {"will": "will", "bank_choice": "bank_choice", None: "resolved"}.get(step, "dealing")


def _undue_third(t: Table) -> None:
    """A banca natural shows after punto has drawn: its third card was undue."""
    t.hand["punto"].pop()
    assert t.shoe
    t.shoe["burned"] += 1


def _place_held(t: Table, step: str | None) -> None:
    """51 c: banca's third if banca must draw, otherwise burned."""
    card, t.hand["held"] = t.hand["held"], None
    if step == "banca":
        t.hand["banca"].append(card)
    else:
        assert t.shoe
        t.shoe["burned"] += 1


def take_card(t: Table, card: str, burned: bool = False) -> None:
    """Draw a card that is seen; refused if there can be none."""
    assert t.shoe
    if not t.left() or not cards.possible(t.shoe["seen"], t.settings["decks"], card):
        raise Refused("impossible_card")
    t.draw(1, burned, [card])


def card(t: Table, c: dict[str, Any]) -> None:
    h, hand = t.hand, c["hand"]
    step = due(t)
    punto_first = t.face_down() and len(h["punto"]) == 1 and not h["banca"]
    if hand != step and not (punto_first and hand == "punto"):
        raise Refused("wrong_hand", _wrong_hand(t, hand))
    take_card(t, c["card"])
    h[hand].append(c["card"])
    if len(h["punto"]) == 2 and not h["banca"]:
        h["punto_first"] = True
    go_on(t)


def _wrong_hand(t: Table, hand: str) -> str | None:
    """Which rule forbids the card: the order of the first four, a natural, the forced stand of 28, or the table."""
    h = t.hand
    if len(h["punto"]) < 2 or (len(h["punto"]) + len(h["banca"]) == 3 and h["banca"]):
        return t.article("order")
    if (_is_eight(t) and not h["miscall"]) or (len(h["banca"]) > 1 and banca_total(t) >= 8):
        return t.article("natural")
    if hand == "banca" and due(t) != "punto":
        return t.article("banca")
    stood = h["will"] == "stand" and h["card_holder"] is None and len(h["punto"]) == 2
    return t.article("forced" if hand == "punto" and stood and t.rotating() else "punto")


def will(t: Table, c: dict[str, Any]) -> None:
    t.hand |= {"will": c["choice"], "banca_at_will": len(t.hand["banca"])}
    if t.hand["held"]:
        _held_after_will(t)
    go_on(t)


def _held_after_will(t: Table) -> None:
    """A card that was turned before the will is punto's if punto draws."""
    if t.hand["will"] == "draw":
        t.hand["punto"].append(t.hand["held"])
        t.hand["held"] = None


def bank_choice(t: Table, c: dict[str, Any]) -> None:
    t.hand["choice"] = c["choice"]
    go_on(t)


def result(t: Table) -> str:
    """Who has won: `punto`, `banca` or `tie`."""
    h = t.hand
    if h["forfeit"]:
        return "banca" if h["forfeit"] == "punto" else "punto"
    punto = cards.total(h["punto"]) or 0
    banca = banca_points(t)
    return "tie" if punto == banca else "punto" if punto > banca else "banca"


def banca_points(t: Table) -> int:
    h = t.hand
    if h["too_many"]:
        return cards.total(h["banca"][2:]) or 0
    return cards.total(h["banca"]) or 0
