"""The snapshot of a table, as a role may see it. Screens, API and sockets show nothing else.

Bounds of amounts and who may answer come from the engine's handlers.
"""

from dataclasses import asdict

from casino.common.json_input import Json
from casino.people.permissions import NOT_IN_PUBLIC, Right, may
from tables.engine import Game, State
from tables.engine.auction.handlers import bidders
from tables.engine.available import actions, bounds_of, on_request
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.stakes import (
    chances_offered,
    covered,
    is_open,
    largest_bet,
    least_bet,
    maximum_by_setting,
    offered,
)
from tables.engine.dealing.card_holder import leader
from tables.engine.dealing.drawing import (
    banca_lies_face_down,
    banca_total,
    next_hand,
    punto_lies_face_down,
)
from tables.engine.offer import handlers as offer_handlers
from tables.engine.payment.commission import owed_by
from tables.engine.payment.due import DueLine, due
from tables.engine.shoe.cutting import ANYONE, cutters
from tables.engine.state import Bet, LastPass, Settlement
from tables.engine.suite import handlers as suite_handlers
from tables.engine.suite.walk import policy_of
from tables.engine.table.limits import under, warnings
from tables.rules.cards import total_of
from tables.rules.chances import Chance, paytable
from tables.rules.departures import departures
from tables.view.labels.game import chance_names, chance_sign_at_home
from tables.view.possible import bounds_now, over, range_of, written
from tables.view.snapshot_schema import visible

PRIMARY_ACTS = ("settle", "close_betting", "shuffle", "close_auction", "open_table")


def take(slug: str, game: Game, name: str = "", common: Json | None = None) -> Json:
    """The snapshot of a table for a viewer of the game's role, reduced to what that role may see. `common`: what
    `common_fields` found for this state."""
    return visible(game.role, _whole(game, common or common_fields(slug, game, name)))


def common_fields(slug: str, game: Game, name: str) -> Json:
    """The fields that do not depend on the game's role. Not yet reduced to what a role may see."""
    state = game.state
    fields = {
        **_table(slug, state, name),
        **_game(game),
        "cagnotte": state.cagnotte,
        "results": state.results,
        "marks": list(state.marks),
    }
    return fields | {"pass": _pass(game) if state.open else None}


def _whole(game: Game, common: Json) -> Json:
    possible = actions(game)
    return {
        **common,
        **_not_told(game),
        "pass": common["pass"] and common["pass"] | _as_seen(game),
        "actions": possible,
        "on_request": on_request(game),
        "bounds": bounds_now(game, possible),
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
        "conduct": {player: asdict(notes) for player, notes in state.conduct.items()},
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
        "settings": _settings(game) if state.open else {},
        "departures": _departures(game) if state.open else [],
        "warnings": [asdict(found) for found in warnings(game)] if state.open else [],
        "chances": [_chance(game, chance) for chance in offered(game)] if state.open else [],
        "commission": _commission(game),
        "bank_kind": game.rules.bank if state.open else None,
        "shoe": _shoe(state),
        "lap": state.lap.number,
        "bank": _bank(game),
        "offer": _offer(game),
        "auction": _auction(game),
        "suite": _suite(game),
        "cutting": _cutting(game),
        "last_pass": _last_pass(state.last_pass),
    }


def _departures(game: Game) -> list[Json]:
    return [asdict(found) for found in departures(game.rules, game.state.settings)]


def _settings(game: Game) -> Json:
    return {name: [*value] if isinstance(value, tuple) else value for name, value in game.settings.items()}


def _limits(game: Game) -> Json:
    limits = game.state.limits
    return {
        "minimum": limits.minimum,
        "maximum": limits.maximum,
        "chip": limits.chip,
        "tie": maximum_by_setting(game),
        **_limits_beside(game),
        "next": _next(under(game, limits.next)) if limits.next else None,
    }


def _next(then: Game) -> Json:
    limits = then.state.limits
    return {"minimum": limits.minimum, "maximum": limits.maximum, **_limits_beside(then)}


def _limits_beside(game: Game) -> Json:
    """The differential, and the limits of each chance that has its own."""
    given = game.state.limits.chances
    own = [one for one in offered(game) if one.slug in given or (one.own_lines and not one.main)]
    return {
        "differential": game.state.limits.differential,
        "chances": {
            one.slug: {"minimum": least_bet(game, one.slug), "maximum": largest_bet(game, one.slug)}
            for one in own
        },
    }


def _chance(game: Game, chance: Chance) -> Json:
    return {
        "slug": chance.slug,
        "names": dict(chance_names(game.rules, chance)),
        "sign": chance_sign_at_home(game.rules, chance),
        "pays": paytable(chance),
        "minimum": least_bet(game, chance.slug),
        "maximum": largest_bet(game, chance.slug),
        "open": is_open(game, chance.slug),
        "needs_suits": chance.needs_suits,
    }


def _commission(game: Game) -> list[Json]:
    return [{"player": player, "won": won, "due": due} for player, (won, due) in owed_by(game).items()]


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
        **range_of(bounds_of(game, "accept_bank")),
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
        "bidders": [{"player": player, **(written(allowed) or {})} for player, allowed in heard.items()],
        **range_of(over(heard.values())),
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
        **range_of(bounds_of(game, "take_suite")),
    }


def _cutting(game: Game) -> Json | None:
    cutting = game.state.cutting
    if cutting is None or (cutting.asked == ANYONE and not game.state.names):
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
        "next": next_hand(game) if phase == "dealing" else None,
        **_outcome(game),
        **(_cover(game) if kind_of(game).covers else {}),
    }


def _not_told(game: Game) -> Json:
    """The phase for the public while punto lies face down: that he is asked would say that he has five."""
    is_told = game.role in NOT_IN_PUBLIC or game.state.phase != "will" or not punto_lies_face_down(game)
    return {} if is_told else {"phase": "dealing"}


def _as_seen(game: Game) -> Json:
    """What of a pass depends on who sees it: the hands; and for the public, while punto lies face down, not that a card
    is due to him, for with five he would be asked instead."""
    hands = {"punto": _punto(game), "banca": _banca(game)}
    may_draw = len(game.state.current.punto) == 2 and next_hand(game) == "punto"
    if may_draw and game.role not in NOT_IN_PUBLIC and punto_lies_face_down(game):
        return hands | {"next": None}
    return hands


def _punto(game: Game) -> Json:
    """Punto's hand. Face down, its first two cards are counted, and shown to whom the permission table lets see
    them."""
    cards = game.state.current.punto
    if punto_lies_face_down(game) and not may(game.role, Right.SEE_FACE_DOWN):
        return {"cards": list(cards[2:]), "hidden": len(cards[:2]), "total": None}
    return _hand(cards)


def _banca(game: Game) -> Json:
    """Banca's hand. Face down, its cards are counted, and shown to whom the permission table lets see them."""
    current = game.state.current
    if banca_lies_face_down(game) and not may(game.role, Right.SEE_FACE_DOWN):
        return {"cards": [], "hidden": len(current.banca), "total": None}
    return _hand(current.banca) | ({"total": banca_total(current)} if current.banca else {})


def _cover(game: Game) -> Json:
    banco = game.state.current.banco
    call = {"player": banco.player, "kind": banco.kind, "players": list(banco.players)} if banco else None
    return {"covered": covered(game), "banco": call}


def _outcome(game: Game) -> Json:
    """The result and what is due, once all cards are known. `stays`: the chances on which stakes stay."""
    found = due(game)
    if found is None:
        return {"result": None, "natural": False, "stays": [], "due": None}
    staying = {line.settled.chance for line in found.lines if line.stays}
    return {
        "result": found.result,
        "natural": found.natural,
        "stays": [chance for chance in chances_offered(game) if chance in staying],
        "due": {
            "settlements": [_due(line) for line in found.lines],
            "collected": found.collected,
            "paid": found.paid,
            "deducted": found.deducted,
            "bank": found.bank,
            "excess": found.excess,
        },
    }


def _due(line: DueLine) -> Json:
    return {**_settlement(line.settled), "net": line.net, "stays": line.stays, "left": line.left}


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
        "banca": _hand(last.banca) | ({"total": banca_total(last)} if last.banca else {}),
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
        "line": line.line,
    }
