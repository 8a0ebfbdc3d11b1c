"""Sensible commands: what people at a table would do now."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import bets, cards, cover, dealing, troubles
from .reglamentos import SETTINGS
from .table import Table

if TYPE_CHECKING:
    from .games import Game

Command = dict[str, Any]
BRIEF = (
    "will",
    "bank_choice",
    "resolved",
    "cutting",
    "suite",
)  # phases of few commands, in which much can happen


def sensible(g: "Game") -> Command:
    t = g.table
    if t.suspended and g.dice.random() < 0.5:
        return {"command": "resume", "by": "jefe"}
    if found := troubles.rare(g):
        return found
    trouble = min(0.4, 3 * g.trouble) if t.phase in BRIEF else g.trouble
    if t.phase not in ("closed", "seating") and g.dice.random() < trouble:
        return troubles.trouble(g)
    return PHASES[t.phase](g)


def someone(g: "Game") -> str:
    here = g.table.seated() + g.table.standing
    return g.dice.choice(here) if here else g.dice.choice(g.people)


def _open(g: "Game") -> Command:
    chip = g.dice.choice((1, 1, 5, 10, 25))
    low = chip * g.dice.choice((1, 2, 10))
    high = low * 100 if g.reglamento == "chemin-de-fer" else low * g.dice.choice((1, 5, 10, 20, 50, 100))
    command = {
        "command": "open_table",
        "by": "jefe",
        "reglamento": g.reglamento,
        "minimum": low,
        "maximum": high,
    }
    command |= {"chip": chip}
    dice = g.dice.random()
    if dice < 0.6:
        command["settings"] = settings(g, chip)
    elif dice < 0.65:
        command["settings"] = {"decks": 7}
    return command


def settings(g: "Game", chip: int) -> Command:
    """Some settings that differ from the default."""
    name, dice = g.reglamento, g.dice
    choices: dict[str, tuple[Any, ...]] = {
        "decks": (6, 8), "min_seated": (0, 1, 2, 3), "riffles_minimum": (0, 2, 4), "cut_minimum": (0, 10, 50, 60),
        "stop_card": (7, 0, 20, 150, 250, 290, 300), "rounding": ("player", "house", "nearest"), "pico": (chip,
        5 * chip, 20 * chip),
        "suite_order": ("43", "37"), "garaje_from": (25, 30, 50), "unlimited_bank": (True, False),
        "tie_bet": (0, 1, "1/8", "1/10") if name not in ("chemin-de-fer",) else (0,),
    }  # fmt: skip
    known = sorted(set(choices) & set(SETTINGS[name]))
    return {key: dice.choice(choices[key]) for key in dice.sample(known, dice.randint(1, min(4, len(known))))}


def _seating(g: "Game") -> Command:
    t = g.table
    away = [p for p in g.people if not t.here(p)]
    free = [seat for seat, player in t.seats.items() if player is None]
    if away and g.dice.random() < 0.7:
        return {"command": "join", "player": g.dice.choice(away)}
    wanted = max(t.settings["min_seated"], 3)
    if t.standing and free and (len(t.seated()) < wanted or g.dice.random() < 0.3):
        return {"command": "sit", "player": g.dice.choice(t.standing), "seat": g.dice.choice(free)}
    if g.dice.random() < 0.1:
        return troubles.come_and_go(g)
    return _shuffle(g)


def _shuffle(g: "Game") -> Command:
    return {
        "command": "shuffle",
        "riffles": g.table.settings["riffles_minimum"] + g.dice.choice((0, 0, 1, 3)),
    }


def _cut(g: "Game") -> Command:
    t = g.table
    assert t.cutting or t.reglamento == "monte-carlo" or t.phase == "cutting"
    asked = t.cutting["asked"] if t.cutting else None
    least, total = t.settings["cut_minimum"], 52 * t.settings["decks"]
    command = {
        "command": "cut",
        "depth": g.dice.choice((least, total - least, g.dice.randint(least, total - least))),
    }
    if t.reglamento == "monte-carlo":
        return command | {"player": someone(g)}
    if asked not in (None, "croupier"):
        if g.dice.random() < 0.4:
            return {"command": "decline_cut", "player": asked}
        command["player"] = asked
    return command


def random_card(g: "Game") -> str:
    if g.worn and g.dice.random() < 0.3:
        return g.worn
    card: str = g.dice.choice(cards.RANKS)
    suit: str = g.dice.choice(("", "", "", *cards.SUITS))
    return card + suit


def _burn_first(g: "Game") -> Command:
    return {"command": "burn_first", "card": random_card(g)}


def amount_for_bank(g: "Game", least: int = 0) -> int:
    t = g.table
    low, high = max(t.minimum, least), max(t.maximum, least, t.minimum)
    high = min(high, low * 20) if g.dice.random() < 0.5 else high
    return g.dice.choice((low, low, high, g.dice.randint(low, high) // t.chip * t.chip))


def _auction(g: "Game") -> Command:
    t = g.table
    assert t.auction
    bids = t.auction["bids"]
    if g.dice.random() < (0.1 if not bids else 0.35):
        return {"command": "close_auction"}
    pool = t.auction["tied"] or (t.seated() if t.rotating() else t.seated() + t.standing)
    lead = max(bids.values(), default=0)
    if bids and g.dice.random() < 0.4:
        amount = lead
    else:
        amount = amount_for_bank(g, min(lead + t.chip if lead else 0, t.maximum))
    return {"command": "bid", "player": g.dice.choice(pool) if pool else someone(g), "amount": amount}


def _offer(g: "Game") -> Command:
    t = g.table
    assert t.offer
    asked = t.offer["asked"]
    who = g.dice.choice(t.standing) if asked == "standing" and t.standing else asked
    if t.running and t.here(t.running[0]) and g.dice.random() < 0.1:
        who = t.running[0]
    elif g.dice.random() < g.declines:
        command = {"command": "decline_bank"} | ({} if asked == "standing" else {"player": asked})
        command |= {"away": True} if t.covering() and g.dice.random() < 0.1 else {}
        return command | ({"rest": True} if g.dice.random() < 0.1 else {})
    command = {"command": "accept_bank", "player": who}
    if t.rotating() or t.covering():
        command["amount"] = amount_for_bank(g, t.offer.get("least", 0))
    return command


def _suite(g: "Game") -> Command:
    t = g.table
    assert t.suite
    asked = t.suite["asked"]
    if asked == "house":
        return {"command": "house_takes_suite", "by": "jefe"}
    if g.dice.random() < 0.6:
        command = {"command": "decline_suite"} | ({} if asked == "standing" else {"player": asked})
        return command | ({"rest": True} if g.dice.random() < 0.1 else {})
    who = g.dice.choice(t.standing) if asked == "standing" and t.standing else asked
    command = {"command": "take_suite", "player": who}
    if g.dice.random() < 0.4:
        command["amount"] = amount_for_bank(g, t.suite["amount"])
    if g.dice.random() < (0.4 if t.covering() else 0.05):
        command["associate"] = someone(g)
    return command


def _betting(g: "Game") -> Command:
    t, dice = g.table, g.dice.random()
    if dice < 0.30:
        return {"command": "close_betting"}
    if dice < 0.62:
        return bet(g)
    if dice < 0.68 and t.bets:
        player, chance = g.dice.choice(list(t.bets))
        return {"command": "remove_bet", "player": player, "chance": chance}
    if dice < 0.74:
        command: Command = {"command": "repeat_bets"}
        return command | ({"players": [someone(g)]} if g.dice.random() < 0.4 else {})
    if dice < 0.78 and t.hand["card_holder"]:
        return {"command": "decline_cards", "player": t.hand["card_holder"]}
    return _about_the_bank(g)


def bet(g: "Game") -> Command:
    t, player = g.table, someone(g)
    if (caller := t.memory.get("right_of_8")) and g.dice.random() < 0.5:
        player = caller
    sides = ("punto",) if t.covering() else ("punto", "punto", "banca", "tie")
    chance = g.dice.choice(sides if t.settings["tie_bet"] else sides[:3])
    room = max(cover.room(t, player) if t.covering() else bets.most(t, player, chance), t.minimum)
    amount = g.dice.choice((t.minimum, 2 * t.minimum, room, g.dice.randint(t.minimum, room)))
    if g.dice.random() < 0.9:
        amount = max(t.minimum, amount - amount % t.chip)
    return {"command": "place_bet", "player": player, "chance": chance, "amount": amount}


def _about_the_bank(g: "Game") -> Command:
    t, dice = g.table, g.dice
    if t.bank is None:
        return {"command": dice.choice(("pass_shoe", "close_betting", "close_betting"))}
    if t.covering():
        return _cover(g)
    if t.bank["holder"] is None:
        return {"command": "take_suite", "player": someone(g)}
    name = dice.choice(("raise_bank", "take_half", "suite", "suite", "desist_bank"))
    if name == "raise_bank":
        return {"command": name, "amount": amount_for_bank(g, t.bank["stake"])}
    return {"command": name}


def _cover(g: "Game") -> Command:
    t, dice = g.table, g.dice
    assert t.bank
    if t.banco and dice.random() < 0.3:
        return {"command": "suite"}
    name = dice.choice(
        (
            "suite",
            "suite",
            "raise_bank",
            "associate",
            "set_aside",
            "set_aside",
            "banco",
            "banco",
            "banco",
            "banco",
        )
    )
    if name == "banco":
        kind = dice.choice(("solo", "solo", "suivi", "suivi", "association", "table"))
        command = {"command": name, "player": someone(g), "kind": kind}
        return command | ({"players": [someone(g)]} if kind == "association" else {})
    if name == "raise_bank":
        return {"command": name, "amount": amount_for_bank(g, t.bank["stake"])}
    if name == "associate":
        return {"command": name, "player": someone(g)}
    if name == "set_aside":
        half = t.bank["stake"] // 2 // t.chip * t.chip
        return {
            "command": name,
            "amount": max(1, dice.choice((half, half, t.minimum, t.bank["stake"] - t.minimum))),
        }
    return {"command": name}


def _dealing(g: "Game") -> Command:
    t, dice = g.table, g.dice
    h = t.hand
    if not h["punto"] and not h["banca"] and dice.random() < 0.15:
        if h["card_holder"] and dice.random() < 0.5:
            return {"command": "decline_cards", "player": h["card_holder"]}
        return {"command": "suite"}
    hand = dealing.due(t)
    if len(h["punto"]) == 1 and not h["banca"] and t.face_down() and dice.random() < 0.4:
        hand = "punto"
    return {"command": "card", "hand": hand, "card": _card_for(g, str(hand))}


def _card_for(g: "Game", hand: str) -> str:
    """A card at random, one with which banca is likely to win, or one that leaves the third card to the banker."""
    if g.table.covering() and hand == "punto" and len(g.table.hand["punto"]) == 2 and g.dice.random() < 0.5:
        return {3: "9", 5: "4"}.get(dealing.banca_total(g.table)) or random_card(g)
    if g.banca is None or g.dice.random() > g.banca:
        return random_card(g)
    have = len(g.table.hand[hand])
    return g.dice.choice(
        (("9", "8", "7") if hand == "banca" else ("2", "A", "6")) if have == 0 else ("K", "10", "J")
    )


PHASES: dict[str, Callable[["Game"], Command]] = {
    "closed": _open, "seating": _seating, "shuffling": _shuffle, "cutting": _cut, "burning": _burn_first,
    "auction": _auction, "offer": _offer, "suite": _suite, "betting": _betting, "dealing": _dealing,
    "will": lambda g: {"command": "will", "choice": g.dice.choice(("draw", "stand"))},
    "bank_choice": lambda g: {"command": "bank_choice", "choice": g.dice.choice(("draw", "stand", "table"))},
    "resolved": lambda g: {"command": "settle"},
}  # fmt: skip
__all__ = ["Table", "sensible"]
