"""Players come, sit down, change seats and go, and bet until no va más on all that the table offers."""

from collections.abc import Iterable
from functools import partial

from casino.common.json_input import Json
from tables.robot.context import PLAYERS, Context, Move


def needs_players(context: Context) -> bool:
    """Whether too few sit to play."""
    return len(context.seated) < max(
        context.behaviour.min_seated, int(context.snapshot["settings"]["min_seated"])
    )


def someone_moves(context: Context) -> Json | None:
    """Somebody comes, sits down, changes seat or goes, if anybody can."""
    moves: list[Move] = context.random.shuffled([join_or_sit, _change_seat, _stand_up, _leave])
    return next((made for each in moves if (made := each(context))), None)


def join_or_sit(context: Context) -> Json | None:
    """Somebody who stands takes a free seat, or somebody new comes."""
    crowded = len(context.standing) > context.behaviour.max_standing
    if context.standing and (needs_players(context) or crowded or context.happens(0.5)):
        return _sit(context) or _join(context)
    return _join(context) or _sit(context)


def _join(context: Context) -> Json | None:
    newcomers = [player for player in PLAYERS if player not in context.snapshot["names"]]
    full = (
        len(context.seated) >= context.behaviour.max_seated
        and len(context.standing) >= context.behaviour.max_standing
    )
    if not context.can("join") or not newcomers or full:
        return None
    player = context.random.choice(newcomers)
    return {"command": "join", "player": player, "name": PLAYERS[player]}


def _sit(context: Context) -> Json | None:
    lenders = context.snapshot["lent"].values()
    return _to_a_free_seat(context, [who for who in context.standing if who not in lenders])


def _change_seat(context: Context) -> Json | None:
    return _to_a_free_seat(context, _free_to_move(context, context.seated), changing=True)


def _to_a_free_seat(context: Context, players: list[str], changing: bool = False) -> Json | None:
    seats = context.snapshot["seats"]
    free = [
        int(seat) for seat, player in seats.items() if not player and seat not in context.snapshot["lent"]
    ]
    full = not changing and len(context.seated) >= context.behaviour.max_seated
    if not context.can("sit") or not players or not free or full:
        return None
    return {"command": "sit", "player": context.random.choice(players), "seat": context.random.choice(free)}


def _stand_up(context: Context) -> Json | None:
    return _withdraw(context, "stand_up", _more_than_needed(context))


def _leave(context: Context) -> Json | None:
    return _withdraw(context, "leave", context.standing or _more_than_needed(context))


def _more_than_needed(context: Context) -> list[str]:
    return context.seated if len(context.seated) > context.behaviour.min_seated else []


def _withdraw(context: Context, command: str, players: list[str]) -> Json | None:
    idle = _free_to_move(context, players)
    if not context.can(command) or not idle:
        return None
    return {"command": command, "player": context.random.choice(idle)}


def _free_to_move(context: Context, players: Iterable[str]) -> list[str]:
    """The players with no bet, no bank, no sabot and no lent seat."""
    now = context.snapshot
    busy = {bet["player"] for bet in context.bets} | set(now["lent"].values())
    busy |= {now["seats"][seat] for seat in now["lent"]} | {context.holder}
    busy |= {now["shoe"]["holder"]} if now["shoe"] else set()
    return [player for player in players if player not in busy]


SIDES = {"punto": 5, "banca": 4}  # share one maximum; how often each is chosen, every other chance once
MORE = 0.4  # probability that a player with a bet tries one of several side bets


def plan_bets(context: Context) -> list[Move]:
    """The bets of this pass, in order."""
    taken_back = [_take_back(bet) for bet in context.bets if context.happens(0.15)]
    if context.snapshot["last_pass"] and not context.bets and context.happens(context.behaviour.repeats):
        return [_repeat, *_new_bets(context, 0.3)]
    return [*taken_back, *_new_bets(context, context.behaviour.bets)]


def another_bet(context: Context) -> Json | None:
    """A bet by anybody who can place one."""
    return next((made for player in context.snapshot["names"] if (made := _bet(player, context))), None)


def _new_bets(context: Context, chance: float) -> list[Move]:
    """The holder of the bank bets beside it less often."""
    people = context.random.shuffled([*context.snapshot["names"]])
    bettors = [who for who in people if context.happens(chance * (0.3 if who == context.holder else 1))]
    return [partial(_bet, player) for player in bettors]


def _repeat(context: Context) -> Json | None:
    return {"command": "repeat_bets"} if context.can("repeat_bets") else None


def _take_back(bet: Json) -> Move:
    def take_back(context: Context) -> Json | None:
        if not context.can("remove_bet") or bet not in context.bets:
            return None
        return {"command": "remove_bet", "player": bet["player"], "chance": bet["chance"]}

    return take_back


def _bet(player: str, context: Context) -> Json | None:
    own_bank = context.covers and player in context.bankers
    if not context.can("place_bet") or player not in context.snapshot["names"] or own_bank:
        return None
    chance = _chance(context, player)
    if chance is None:
        return None
    least = context.chip if _on(context, player, chance["slug"]) else chance["minimum"]
    amount = context.random.amount(least, _room(context, player, chance), context.chip)
    if amount is None:
        return None
    return {"command": "place_bet", "player": player, "chance": chance["slug"], "amount": amount}


def _chance(context: Context, player: str) -> Json | None:
    """A chance that is still open. A player with a bet adds to it, or tries a side bet: on both sides he would only
    lose the commission."""
    offered: dict[str, Json] = {
        chance["slug"]: chance for chance in context.snapshot["chances"] if chance["open"]
    }
    own = [bet["chance"] for bet in context.bets if bet["player"] == player]
    beside = [chance for chance in offered if chance not in SIDES]
    if own and not (len(beside) > 1 and context.happens(MORE)):
        return offered.get(own[0])
    choices = beside if own else [chance for chance in offered for _ in range(SIDES.get(chance, 1))]
    return offered[context.random.choice(choices)]


def _room(context: Context, player: str, chance: Json) -> int:
    """The amount that the robot adds to a bet: never more than the maximum in all, or than the differential allows."""
    slug, differential = chance["slug"], context.snapshot["limits"]["differential"]
    together = SIDES if slug in SIDES else (slug,)
    room = chance["maximum"] - sum(_on(context, player, each) for each in together)
    if slug in SIDES and differential is not None:
        room = min(room, differential - _excess(context)[slug])
    if context.covers:
        room = min(
            room,
            min(context.snapshot["bank"]["stake"], context.maximum) - context.snapshot["pass"]["covered"],
        )
    return int(room)


def _on(context: Context, player: str, chance: str) -> int:
    return sum(bet["amount"] for bet in context.bets if (bet["player"], bet["chance"]) == (player, chance))


def _excess(context: Context) -> dict[str, int]:
    """Side → by how much all that lies on it exceeds the other, negative where the other is heavier."""
    on = {side: sum(bet["amount"] for bet in context.bets if bet["chance"] == side) for side in SIDES}
    return {side: 2 * amount - sum(on.values()) for side, amount in on.items()}


def keep_differential(context: Context) -> Json | None:
    """Whoever bet last on the side that exceeds the other by too much takes his bet back."""
    differential = context.snapshot["limits"]["differential"]
    if differential is None:
        return None
    heavy = [side for side, excess in _excess(context).items() if excess > differential]
    bets = [bet for bet in context.bets if bet["chance"] in heavy]
    return _take_back(bets[-1])(context) if bets else None
