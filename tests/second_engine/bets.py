"""Bets, who receives punto's cards, and no va más."""

from fractions import Fraction
from typing import Any

from . import cover, dealing
from .table import CLOSED_BETS, Refused, Table

PUNTO_BANCA = ("punto", "banca")


def begin(t: Table) -> None:
    """Bets are taken for the next pass."""
    t.phase = "betting"
    find_card_holder(t)


def place(t: Table, c: dict[str, Any]) -> None:
    player, chance, amount = c["player"], c["chance"], c["amount"]
    if t.covering():
        cover.check_bet(t, player, amount)
    else:
        _check(t, player, chance, amount)
    t.bets[player, chance] = t.bets.get((player, chance), 0) + amount
    find_card_holder(t)


def most(t: Table, player: str, chance: str) -> int:
    """How much he may still add on this chance."""
    if chance == "tie":
        return tie_limit(t) - t.bets.get((player, "tie"), 0)
    return t.maximum - sum(t.bets.get((player, side), 0) for side in PUNTO_BANCA)


def tie_limit(t: Table) -> int:
    """The largest bet on a tie: the table's share of the maximum, in whole chips."""
    share = Fraction(t.settings["tie_bet"])
    return int(t.maximum * share) // t.chip * t.chip


def _check(t: Table, player: str, chance: str, amount: int) -> None:
    total = t.bets.get((player, chance), 0) + amount
    if total < t.minimum:
        raise Refused("below_minimum", t.article("least"))
    if total % t.chip:
        raise Refused("not_multiple", t.article("unit"))
    if amount > most(t, player, chance):
        raise Refused("above_maximum", t.article("person"))


def remove(t: Table, c: dict[str, Any]) -> None:
    if (c["player"], c["chance"]) not in t.bets:
        raise Refused("no_bet")
    del t.bets[c["player"], c["chance"]]
    cover.bet_removed(t, c["player"])
    find_card_holder(t)


def repeat(t: Table, c: dict[str, Any]) -> None:
    """Top up to the stakes of the last pass, as far as limits allow."""
    who = c.get("players")
    for (player, chance), stake in list(t.last_bets.items()):
        if (who is not None and player not in who) or not t.here(player):
            continue
        have = t.bets.get((player, chance), 0)
        room = cover.room(t, player) if t.covering() else most(t, player, chance)
        add = min(stake - have, room)
        add -= (have + add) % t.chip
        if add > 0 and have + add >= t.minimum:
            t.bets[player, chance] = have + add
    find_card_holder(t)


def find_card_holder(t: Table, again: bool = False) -> None:
    """The leader during `betting`; after no va más only when a suite asks for him anew."""
    if t.phase != "betting" and not again:
        return
    candidates = card_candidates(t)
    t.hand["card_holder"] = candidates[0] if candidates else None


def card_holder_goes(t: Table, player: str) -> None:
    """A bystander who was given punto's cards by mistake goes: they go to the leader, or the croupier shows them."""
    if t.hand["card_holder"] == player and t.bets_are_closed() and not t.here(player):
        find_card_holder(t, again=True)
        if t.phase in CLOSED_BETS:
            dealing.go_on(t)


def card_candidates(t: Table) -> list[str]:
    """Who may receive punto's cards, the first of them does."""
    if t.reglamento == "monte-carlo":
        return []
    if t.covering() and (first := cover.card_holder(t)):
        return [first]
    players = []
    for (player, chance), amount in t.bets.items():
        seat = t.seat_of(player)
        if chance != "punto" or seat is None or player in t.hand["declined"]:
            continue
        if t.rotating() and ((player, "banca") in t.bets or player == t.holder):
            continue
        players.append((-amount, player in t.fresh, _distance(t, seat), player))
    return [player for *_, player in sorted(players)]


def _distance(t: Table, seat: int) -> int:
    """How far to the right of the sabot, who sits at it farthest; in `slovenia` from the croupier's left."""
    if t.reglamento == "slovenia":
        return 14 - seat
    origin: int = t.bank["seat"] if t.bank else t.seat_of(t.holder) or t.start_seat
    return (seat - origin - 1) % 14


def close(t: Table, c: dict[str, Any]) -> None:
    if t.covering():
        cover.may_close(t)
    t.phase = "dealing"


def decline_cards(t: Table, c: dict[str, Any]) -> None:
    if t.hand["punto"] or t.hand["banca"] or t.phase != "dealing":
        raise Refused("cards_drawn", t.article("cards"))
    if c["player"] != t.hand["card_holder"]:
        raise Refused("not_asked", t.article("cards"))
    t.hand["declined"].append(c["player"])
    if t.memory.get("right_of_8") == c["player"]:
        t.memory["right_of_8"] = None
    find_card_holder(t, again=True)
    dealing.go_on(t)
