"""The snapshot of a table, as a role may see it. Screens, API and sockets show nothing else.

Bounds of amounts and who may answer come from the engine's handlers.
"""

from collections.abc import Iterable
from typing import Any

from casino.accounts.permissions import visible
from tables.engine import Bounds, Game, State, actions, bounds_of
from tables.engine.auction.handlers import bidders
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.stakes import chances_offered, covered, tie_maximum
from tables.engine.cover.banco import kinds_possible
from tables.engine.cover.handlers import associates
from tables.engine.dealing.card_holder import leader
from tables.engine.dealing.drawing import banca_total, next_hand
from tables.engine.offer import handlers as offer_handlers
from tables.engine.shoe.cutting import cutters
from tables.engine.state import Bet, LastPass, Settlement
from tables.engine.suite import handlers as suite_handlers
from tables.engine.suite.walk import policy_of
from tables.rules.cards import total_of

Json = dict[str, Any]
PRIMARY_ACTS = ("settle", "close_betting", "shuffle", "close_auction", "open_table")
# Commands whose bounds the snapshot shows: command to field.
BOUNDED = {
    "accept_bank": "amount",
    "raise_bank": "amount",
    "take_suite": "amount",
    "set_aside": "amount",
    "cut": "depth",
    "shuffle": "riffles",
}


def take(slug: str, game: Game, name: str = "") -> Json:
    """The snapshot of a table for a viewer of the game's role, reduced to what that role may see."""
    return visible(game.role, _whole(slug, game, name))


def _whole(slug: str, game: Game, name: str) -> Json:
    state, possible = game.state, actions(game)
    return {
        **_table(slug, state, name),
        **_game(game),
        "cagnotte": state.cagnotte,
        "results": state.results,
        "actions": possible,
        "bounds": _bounds(game, possible),
        "hint": {"act": next((act for act in PRIMARY_ACTS if act in possible), None)},
    }


def _table(slug: str, state: State, name: str) -> Json:
    return {
        "version": state.version,
        "table": slug,
        "name": name or slug,
        "reglamento": state.reglamento or None,
        "open": state.open,
        "suspended": state.suspended,
        "phase": state.phase,
        "settings": dict(state.settings),
        "seats": {str(seat): player for seat, player in state.seats.items()},
        "lent": {str(seat): owner for seat, owner in state.lent.items()},
        "standing": list(state.standing),
        "waiting": list(state.waiting),
        "names": dict(state.names),
    }


def _game(game: Game) -> Json:
    state = game.state
    return {
        "limits": _limits(game) if state.open else None,
        "chances": list(chances_offered(game)) if state.open else [],
        "bank_kind": game.rules.bank if state.open else None,
        "shoe": _shoe(state),
        "lap": state.lap.number,
        "bank": _bank(game),
        "offer": _offer(game),
        "auction": _auction(game),
        "suite": _suite(game),
        "cutting": _cutting(game),
        "pass": _pass(game) if state.open else None,
        "last_pass": _last_pass(state.last_pass),
    }


def _limits(game: Game) -> Json:
    limits = game.state.limits
    waiting = {"minimum": limits.next[0], "maximum": limits.next[1]} if limits.next else None
    shown = {"minimum": limits.minimum, "maximum": limits.maximum, "chip": limits.chip}
    return {**shown, "tie": tie_maximum(game), "next": waiting}


def _bounds(game: Game, possible: list[str]) -> Json:
    """Command to field to bounds, for the commands that are possible now."""
    found = {
        name: {field: _written(bounds_of(game, name))} for name, field in BOUNDED.items() if name in possible
    }
    shown = {name: fields for name, fields in found.items() if all(fields.values())}
    return {**shown, **_choices(game, possible)}


def _choices(game: Game, possible: list[str]) -> Json:
    """Bounds over all players who could give the command, and choices that are not amounts."""
    choices: Json = {}
    if "place_bet" in possible:
        choices["place_bet"] = {"amount": _any_bet(game)}
    if "bid" in possible:
        choices["bid"] = {"amount": _written(_over(bidders(game).values()))}
    if "banco" in possible:
        choices["banco"] = {"kind": kinds_possible(game)}
    if "associate" in possible:
        choices["associate"] = {"player": associates(game)}
    return choices


def _any_bet(game: Game) -> Json | None:
    each = (
        bounds_of(game, "place_bet", player=player, chance=chance)
        for player in game.state.names
        for chance in chances_offered(game)
    )
    return _written(_over(found for found in each if found))


def _over(several: Iterable[Bounds]) -> Bounds | None:
    """The least and the most of several bounds; None where there are none."""
    found = list(several)
    if not found:
        return None
    least, most = min(one.minimum for one in found), max(one.maximum for one in found)
    return Bounds(least, most, found[0].step)


def _written(bounds: Bounds | None) -> Json | None:
    if bounds is None:
        return None
    return {"minimum": bounds.minimum, "maximum": bounds.maximum, "step": bounds.step}


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


def _bank(game: Game) -> Json | None:
    bank = game.state.bank
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
        **({"associate": bank.associate, "garaje": bank.garaje} if kind_of(game).covers else {}),
    }


def _offer(game: Game) -> Json | None:
    offer = game.state.offer
    if offer is None:
        return None
    return {
        "asked": offer.asked,
        "declined": list(offer.declined),
        "seat": offer.seat,
        "takers": offer_handlers.takers(game),
        **_range(bounds_of(game, "accept_bank")),
    }


def _auction(game: Game) -> Json | None:
    auction = game.state.auction
    if auction is None:
        return None
    heard = bidders(game)
    return {
        "bids": [{"player": bid.player, "amount": bid.amount} for bid in auction.bids],
        "lead": auction.lead,
        "leaders": list(auction.leaders),
        "round": auction.round,
        "bidders": [{"player": player, **(_written(allowed) or {})} for player, allowed in heard.items()],
        **_range(_over(heard.values())),
    }


def _suite(game: Game) -> Json | None:
    suite = game.state.suite
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
        "takers": suite_handlers.takers(game),
        "in_association": policy_of(game).in_association,
        **_range(bounds_of(game, "take_suite")),
    }


def _range(bounds: Bounds | None) -> Json:
    """Minimum and maximum as fields of an offer; null if there are none."""
    written = _written(bounds) or {}
    return {"minimum": written.get("minimum"), "maximum": written.get("maximum")}


def _cutting(game: Game) -> Json | None:
    cutting = game.state.cutting
    if cutting is None:
        return None
    return {"asked": cutting.asked or None, "declined": list(cutting.declined), "cutters": cutters(game)}


def _pass(game: Game) -> Json:
    current, phase = game.state.current, game.state.phase
    return {
        "number": current.number,
        "bets": [_bet(bet) for bet in current.bets],
        "card_holder": leader(game) if phase == "betting" else current.card_holder,
        "will": current.will,
        "held": current.held,
        "punto": _hand(current.punto),
        "banca": _hand(current.banca) | ({"total": banca_total(current)} if current.banca else {}),
        "next": next_hand(game) if phase == "dealing" else None,
        **(_cover(game) if kind_of(game).covers else {}),
    }


def _cover(game: Game) -> Json:
    banco = game.state.current.banco
    call = {"player": banco.player, "kind": banco.kind, "players": list(banco.players)} if banco else None
    return {"covered": covered(game), "banco": call}


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
