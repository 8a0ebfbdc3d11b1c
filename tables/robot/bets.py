"""The players' bets, until no va más."""

from functools import partial

from tables.robot.context import Context, Json, Move

SIDES = {"punto": 5, "banca": 4, "tie": 1}  # how often each is chosen


def plan(context: Context) -> list[Move]:
    """The bets of this pass, in order."""
    taken_back = [_take_back(bet) for bet in context.bets if context.happens(0.15)]
    if context.snapshot["last_pass"] and not context.bets and context.happens(context.behaviour.repeats):
        return [_repeat, *_new_bets(context, 0.3)]
    return [*taken_back, *_new_bets(context, context.behaviour.bets)]


def another(context: Context) -> Json | None:
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
    least = context.chip if _on(context, player, chance) else context.minimum
    amount = context.random.amount(least, _room(context, player, chance), context.chip)
    if amount is None:
        return None
    return {"command": "place_bet", "player": player, "chance": chance, "amount": amount}


def _chance(context: Context, player: str) -> str:
    """A player with a bet adds to it: on both sides he would only lose the commission."""
    chances: list[str] = [bet["chance"] for bet in context.bets if bet["player"] == player]
    if not chances:
        chances = [side for side in context.snapshot["chances"] for _ in range(SIDES[side])]
        return context.random.choice(chances)
    return chances[0]


def _room(context: Context, player: str, chance: str) -> int:
    """How much more the robot bets: never more than the maximum in all."""
    lies = sum(bet["amount"] for bet in context.bets if bet["player"] == player)
    room = context.maximum - lies
    if chance == "tie":
        room = min(room, context.snapshot["limits"]["tie"] - _on(context, player, "tie"))
    if context.covers:
        room = min(
            room,
            min(context.snapshot["bank"]["stake"], context.maximum) - context.snapshot["pass"]["covered"],
        )
    return int(room)


def _on(context: Context, player: str, chance: str) -> int:
    return sum(bet["amount"] for bet in context.bets if (bet["player"], bet["chance"]) == (player, chance))
