"""What goes wrong at the table, and what each text makes of it."""

from typing import Any

from . import bets, cards, cover, dealing, paying
from .reglamentos import banca_draws, punto_draws
from .table import CLOSED_BETS, IN_PASS, Refused, Table


def incident(t: Table, c: dict[str, Any]) -> None:
    kind = c["kind"]
    phases = PHASES.get(kind)
    if phases is not None and t.phase not in phases:
        raise Refused("wrong_phase")
    HANDLERS[kind](t, c)


def _conduct(t: Table, c: dict[str, Any]) -> None:
    """A note; who was sent away does not join again."""
    if c.get("done") in ("sent_away", "handed_over"):
        t.sent_away[c["player"]] = c.get("article")


def _exposed(t: Table, c: dict[str, Any]) -> None:
    """49: a card met face up in the shoe is burned."""
    dealing.take_card(t, c["card"], burned=True)


def _early(t: Table, c: dict[str, Any]) -> None:
    """15: cards drawn before the croupier asks are burned."""
    seen = c.get("cards") or []
    number = c.get("count") or len(seen)
    if number > t.left():
        raise Refused("above_maximum", t.article("early"))
    for card in seen:
        dealing.take_card(t, card, burned=True)
    if not seen:
        t.draw(number, True, [])
    if t.covering():
        t.hand["early"] = True


def _confused(t: Table, c: dict[str, Any], role: str = "") -> None:
    """50: the cards of the pass are burned, it is dealt anew, bets stand; once all is known, for the jefe alone."""
    if t.phase == "resolved" and c["by"] != "jefe":
        raise Refused("not_allowed")
    h = t.hand
    dealt = h["punto"] + h["banca"] + ([h["held"]] if h["held"] else [])
    if not dealt:
        raise Refused("not_entitled", t.article("confused"))
    assert t.shoe
    t.shoe["burned"] += len(dealt)
    keep = {k: h[k] for k in ("card_holder", "declined", "early")}
    banco = t.banco
    t.new_hand()
    t.hand |= {**keep, "redeal": True}
    t.banco = banco
    t.phase = "dealing"


def _exhausted(t: Table, c: dict[str, Any]) -> None:
    paying.exhausted(t)


def _wrong_holder(t: Table, c: dict[str, Any]) -> None:
    """19: cards given to the wrong player."""
    h, who = t.hand, c["given_to"]
    if h["card_holder"] == who or (t.phase == "resolved" and c["stage"] != "decided" and not h["will"]):
        raise Refused("not_entitled", "19")
    if c["stage"] == "decided":
        h["card_holder"] = who
        dealing.go_on(t)
    elif c["stage"] == "bank_unseen" and h["will"] and h["card_holder"]:
        if len(h["banca"]) > h["banca_at_will"]:
            raise Refused("not_entitled", "19")
        if len(h["punto"]) == 3:
            h["held"] = h["punto"].pop()
        h["will"] = None  # the right player speaks it
        t.phase = "will"


def _misread(t: Table, c: dict[str, Any]) -> None:
    """20: what the holder said holds while no bank card has been turned."""
    h = t.hand
    if h["will"] is None or h["card_holder"] is None:
        raise Refused("not_entitled", "20")
    if h["will"] == c["choice"]:
        raise Refused("not_entitled", "20")
    if c["stage"] == "bank_seen":
        return
    if len(h["banca"]) > h["banca_at_will"]:
        raise Refused("not_entitled", "20")
    h["will"] = c["choice"]
    if c["choice"] == "stand" and len(h["punto"]) == 3:
        h["held"] = h["punto"].pop()
    dealing.go_on(t)


def _undue(t: Table, c: dict[str, Any]) -> None:
    """51: a card turned by mistake."""
    h, request = t.hand, c.get("request")
    if t.phase == "dealing" and _is_due(t, request):
        raise Refused("not_entitled", t.article("undue"))
    burned = t.phase in ("betting", "resolved") or request == "banca"
    waits = not burned and (request == "punto" or t.phase in ("will", "bank_choice"))
    if waits and h["held"]:
        raise Refused("not_entitled", t.article("undue"))
    dealing.take_card(t, c["card"])
    if burned:
        _burn(t)
    elif waits:
        h["held"] = c["card"]
    else:
        h[str(dealing.due(t))].append(c["card"])
    dealing.go_on(t)


def _is_due(t: Table, request: str | None) -> bool:
    """Whether the card that was asked for is on its turn, before punto has its two, or a second one to be held."""
    two = bool(request) and len(t.hand[str(request)]) >= 2
    return (request == dealing.due(t) and two) or (request == "punto" and (not two or bool(t.hand["held"])))


def _burn(t: Table) -> None:
    assert t.shoe
    t.shoe["burned"] += 1


def _draw_error(t: Table, c: dict[str, Any]) -> None:
    """A card drawn wrongly goes where the table of play gives it, or is burned."""
    step = dealing.due(t)
    if step == c["hand"]:
        raise Refused("not_entitled")
    dealing.take_card(t, c["card"])
    if step in ("punto", "banca"):
        t.hand[step].append(c["card"])
    else:
        _burn(t)
    dealing.go_on(t)


HANDLERS = {
    "conduct": _conduct, "exposed_card": _exposed, "early_cards": _early, "confused_deal": _confused,
    "cards_exhausted": _exhausted, "wrong_card_holder": _wrong_holder, "will_misread": _misread,
    "undue_card": _undue, "draw_error": _draw_error, "too_many_bank_cards": cover.too_many,
    "two_third_cards": cover.two_thirds, "basketed_unseen": cover.basketed, "stuck_cards": cover.stuck,
    "miscall": cover.miscall,
}  # fmt: skip
SEEN = ("dealing", "will", "bank_choice")
PHASES: dict[str, tuple[str, ...]] = {
    "exposed_card": ("betting", *SEEN), "early_cards": IN_PASS, "confused_deal": CLOSED_BETS,
    "cards_exhausted": ("betting", *SEEN), "wrong_card_holder": CLOSED_BETS,
    "will_misread": ("dealing", "bank_choice", "resolved"),
    "undue_card": IN_PASS,
    "draw_error": CLOSED_BETS, "too_many_bank_cards": CLOSED_BETS, "two_third_cards": ("dealing",),
    "basketed_unseen": CLOSED_BETS, "stuck_cards": CLOSED_BETS, "miscall": CLOSED_BETS,
}  # fmt: skip
__all__ = ["banca_draws", "bets", "cards", "incident", "punto_draws"]
