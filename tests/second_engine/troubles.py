"""What disturbs a game: people who come and go, incidents, the jefe."""

from typing import TYPE_CHECKING, Any

from . import dealing
from .forms import INCIDENTS, ONLY_IN
from .incidents import PHASES

if TYPE_CHECKING:
    from .games import Game

Command = dict[str, Any]
PLAYED = ("dealing", "will", "bank_choice", "resolved")


def trouble(g: "Game") -> Command:
    come, wrong = (0.15, 0.80) if g.table.phase in PLAYED else (0.40, 0.70)
    dice = g.dice.random()
    if dice < come:
        return come_and_go(g)
    if dice < wrong:
        return incident(g)
    return jefe(g)


def rare(g: "Game") -> Command | None:
    """What chance alone would hardly ever bring about, where it can come about now."""
    t, hand = g.table, g.table.hand
    unseen = hand["will"] and hand["card_holder"] and len(hand["banca"]) == hand["banca_at_will"]
    if g.reglamento == "argentina" and t.phase in PLAYED and unseen and g.dice.random() < 0.3:
        return _will_at_fault(g)
    asked = t.cutting and t.cutting["asked"]
    if t.phase == "cutting" and g.trouble > 0.02 and g.dice.random() < 0.1:
        return {"command": "burn_shoe", "reason": "…", "by": "jefe"}
    if t.phase == "shuffling" and asked and t.here(asked) and g.dice.random() < 0.6:
        return {"command": g.dice.choice(("leave", "stand_up")), "player": asked}
    return None


def _will_at_fault(g: "Game") -> Command:
    """The will was misread, or spoken by the wrong player, and no card of banca has been turned since."""
    from .moves import someone

    found: Command = {"command": "incident", "stage": "bank_unseen"}
    if g.dice.random() < 0.5:
        return found | {"kind": "wrong_card_holder", "given_to": someone(g)}
    return found | {"kind": "will_misread", "choice": "stand" if g.table.hand["will"] == "draw" else "draw"}


def come_and_go(g: "Game") -> Command:
    t, dice = g.table, g.dice
    away = [p for p in g.people if not t.here(p)]
    if t.sent_away and dice.random() < 0.4:
        who = dice.choice(sorted(t.sent_away))
        return dice.choice(
            ({"command": "readmit", "player": who, "by": "jefe"}, {"command": "join", "player": who})
        )
    if away and dice.random() < 0.4:
        return {"command": "join", "player": dice.choice(away)}
    asked = _asked(g)
    if asked and dice.random() < (0.6 if t.cutting or (t.suite and t.suite.get("pair")) else 0.25):
        return {"command": dice.choice(("leave", "stand_up")), "player": asked}
    free = [seat for seat, player in t.seats.items() if player is None]
    here = t.seated() + t.standing
    if not here:
        return {"command": "join", "player": dice.choice(g.people)}
    if t.standing and dice.random() < 0.45 and free:
        return {"command": "sit", "player": dice.choice(t.standing), "seat": dice.choice(free)}
    names = ("leave", "stand_up", "stand_up", "sit", "queue", "queue", "unqueue", "readmit")
    name = dice.choice(names + ("unqueue",) * 2 * bool(t.waiting))
    command = {"command": name, "player": dice.choice(t.waiting if name == "unqueue" and t.waiting else here)}
    if name == "readmit":
        return command | {"by": "jefe"}
    seats = sorted(t.seats) if dice.random() < 0.2 else free or [1]
    return command | ({"seat": dice.choice(seats)} if name == "sit" else {})


def _asked(g: "Game") -> str | None:
    t = g.table
    people = [x["asked"] for x in (t.offer, t.suite, t.cutting) if x]
    people += [t.bank["holder"] if t.bank else t.holder, t.hand["card_holder"]]
    people += [t.suite["pair"][0], t.suite["pair"][2]] * 2 if t.suite and t.suite.get("pair") else []
    people = [p for p in people if p and t.here(p)]
    return g.dice.choice(people) if people else None


def incident(g: "Game") -> Command:
    from .moves import random_card, someone

    t, dice = g.table, g.dice
    kinds = [kind for kind in INCIDENTS if ONLY_IN.get(kind, t.reglamento) == t.reglamento]
    kind = dice.choice([k for k in kinds if k != "cards_exhausted"] * 2 + ["cards_exhausted"])
    fitting = [k for k in kinds if t.phase in (PHASES.get(k) or ()) and k != "cards_exhausted"]
    if fitting and dice.random() < 0.7:
        kind = dice.choice(fitting)
    command: Command = {"command": "incident", "kind": kind}
    fields: dict[str, Any] = {
        "card": random_card(g), "hand": dice.choice(("punto", "banca")), "given_to": someone(g),
        "choice": dice.choice(("draw", "stand")), "given": dice.random() < 0.6, "text": "…",
        "cards": [random_card(g), random_card(g)],
    }  # fmt: skip
    for part in INCIDENTS[kind].split():
        field, form = part.split(":")
        if field == "stage":
            stages = (
                ("bank_unseen", "bank_seen") if form == "stage20" else ("immediate", "bank_unseen", "decided")
            )
            command["stage"] = dice.choice(stages)
        elif field in fields and not form.endswith("?"):
            command[field] = fields[field]
    if kind == "conduct":
        command |= _conduct(g)
    if kind == "undue_card" and dice.random() < 0.6:
        command["request"] = dice.choice(("punto", "banca"))
    if kind == "early_cards":
        command |= _early(g)
    if kind in ("draw_error", "two_third_cards") and dealing.due(t) in ("punto", "banca"):
        command["hand"] = dealing.due(t)
    if kind == "confused_deal":
        command["by"] = dice.choice(("croupier", "jefe"))
    return command


def _conduct(g: "Game") -> Command:
    """A note; sometimes of a person, who may be sent away."""
    from .moves import someone

    dice = g.dice
    found: Command = {} if g.reglamento in ("monte-carlo", "spain") else {"article": dice.choice("67")}
    if dice.random() < 0.05:
        found["article"] = dice.choice(("77", "16"))
    if dice.random() < 0.5:
        found |= {"player": someone(g), "done": dice.choice(("warned", "warned", "sent_away", "handed_over"))}
        found |= {"device_kept": True} if dice.random() < 0.3 else {}
    return found


def _early(g: "Game") -> Command:
    from .moves import random_card

    if g.dice.random() < 0.5:
        return {"cards": [random_card(g) for _ in range(g.dice.randint(1, 3))]}
    left = g.table.left() if g.table.shoe else 10
    return {"count": g.dice.choice((1, 1, 2, 3, max(1, left // 2), max(1, left - 9)))}


def jefe(g: "Game") -> Command:
    t, dice = g.table, g.dice
    reason = {"reason": "…", "by": "jefe"}
    if t.suite and dice.random() < 0.5:
        return dice.choice(({"command": "close_table", "by": "jefe"}, {"command": "burn_shoe", **reason}))
    name = dice.choice(
        ("set_limits",) * 4
        + (
            "void_pass",
            "void_pass",
            "stop_card",
            "stop_card",
            "suspend",
            "resume",
            "burn_shoe",
            "note",
            "close_table",
        )
    )
    if name == "set_limits":
        low = t.minimum * dice.choice((1, 1, 2)) if dice.random() < 0.7 else t.chip * dice.choice((1, 2, 4))
        high = (
            100 * low
            if t.covering()
            else max(low, t.maximum * dice.choice((1, 2, 2)) // dice.choice((1, 2, 4)) // t.chip * t.chip)
        )
        return {"command": name, "minimum": low, "maximum": high, "by": "jefe"}
    if name == "close_table":
        return {"command": name, "by": "jefe"}
    if name == "stop_card":
        return {"command": name, "by": dice.choice(("device", "croupier"))}
    if name == "note":
        return {"command": name, "text": "…", "by": dice.choice(("croupier", "jefe"))}
    if name == "burn_shoe":
        return {"command": name, "reason": "…", "consent": dice.choice(("inspector", "jefe"))}
    return {"command": name, **reason}
