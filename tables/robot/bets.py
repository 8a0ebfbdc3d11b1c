"""What the players lay on the table before no va más."""

from fractions import Fraction
from functools import partial

from tables.house_reglamentos.shelf import resolve
from tables.robot.moment import Json, Moment, Move

SIDES = {"punto": 5, "banca": 4, "tie": 1}  # how often each is chosen


def plan(moment: Moment) -> list[Move]:
    """The bets of this pass, one after the other."""
    taken_back = [_take_back(bet) for bet in moment.bets if moment.is_lucky(0.15)]
    if moment.now["last_pass"] and not moment.bets and moment.is_lucky(moment.habits.repeats):
        return [_repeat, *_fresh(moment, 0.3)]
    return [*taken_back, *_fresh(moment, moment.habits.bets)]


def another(moment: Moment) -> Json | None:
    """A bet of anybody who can make one."""
    return next((made for player in moment.now["names"] if (made := _bet(player, moment))), None)


def _fresh(moment: Moment, chance: float) -> list[Move]:
    """The holder of the bank bets beside it more rarely."""
    people = moment.dice.mixed([*moment.now["names"]])
    lucky = [who for who in people if moment.is_lucky(chance * (0.3 if who == moment.holder else 1))]
    return [partial(_bet, player) for player in lucky]


def _repeat(moment: Moment) -> Json | None:
    return {"command": "repeat_bets"} if moment.can("repeat_bets") else None


def _take_back(bet: Json) -> Move:
    def take_back(moment: Moment) -> Json | None:
        if not moment.can("remove_bet") or bet not in moment.bets:
            return None
        return {"command": "remove_bet", "player": bet["player"], "chance": bet["chance"]}

    return take_back


def _bet(player: str, moment: Moment) -> Json | None:
    own_bank = moment.covers and player == moment.holder
    if not moment.can("place_bet") or player not in moment.now["names"] or own_bank:
        return None
    chance = _chance(moment, player)
    least = moment.chip if _on(moment, player, chance) else moment.minimum
    amount = moment.dice.amount(least, _room(moment, player, chance), moment.chip)
    if amount is None:
        return None
    return {"command": "place_bet", "player": player, "chance": chance, "amount": amount}


def _chance(moment: Moment, player: str) -> str:
    """Who has a bet lying adds to it: on both sides he would only lose the house's share."""
    lying = [bet["chance"] for bet in moment.bets if bet["player"] == player]
    return (
        lying[0]
        if lying
        else moment.dice.one_of([side for side in _sides(moment) for _ in range(SIDES[side])])
    )


def _sides(moment: Moment) -> list[str]:
    offered = resolve(moment.now["reglamento"]).chances
    return [side for side in offered if side != "tie" or _tie_share(moment)]


def _room(moment: Moment, player: str, chance: str) -> int:
    """How much more, with a good conscience: never more than a maximum in all."""
    lies = sum(bet["amount"] for bet in moment.bets if bet["player"] == player)
    room = moment.maximum - lies
    if chance == "tie":
        room = min(room, int(moment.maximum * _tie_share(moment)) - _on(moment, player, "tie"))
    if moment.covers:
        room = min(room, min(moment.now["bank"]["stake"], moment.maximum) - moment.now["pass"]["covered"])
    return int(room)


def _tie_share(moment: Moment) -> Fraction:
    return Fraction(moment.now["settings"]["tie_bet"])


def _on(moment: Moment, player: str, chance: str) -> int:
    return sum(bet["amount"] for bet in moment.bets if (bet["player"], bet["chance"]) == (player, chance))
