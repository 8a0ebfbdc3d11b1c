"""People come, sit, change seats and go."""

from collections.abc import Iterable

from tables.robot.habits import CAST
from tables.robot.moment import Json, Moment, Move


def is_small(moment: Moment) -> bool:
    """Whether the table waits for more people."""
    return len(moment.seated) < max(moment.habits.fewest, int(moment.now["settings"]["min_seated"]))


def move(moment: Moment) -> Json | None:
    """Somebody moves, if anybody can."""
    moves: list[Move] = moment.dice.mixed([come_or_sit, _change_seat, _stand_up, _leave])
    return next((made for each in moves if (made := each(moment))), None)


def come_or_sit(moment: Moment) -> Json | None:
    """Who stands takes a free seat, or somebody new comes."""
    crowded = len(moment.standing) > moment.habits.watchers
    if moment.standing and (is_small(moment) or crowded or moment.is_lucky(0.5)):
        return _sit(moment) or _come(moment)
    return _come(moment) or _sit(moment)


def _come(moment: Moment) -> Json | None:
    strangers = [player for player in CAST if player not in moment.now["names"]]
    full = len(moment.seated) >= moment.habits.most and len(moment.standing) >= moment.habits.watchers
    if not moment.can("join") or not strangers or full:
        return None
    player = moment.dice.one_of(strangers)
    return {"command": "join", "player": player, "name": CAST[player]}


def _sit(moment: Moment) -> Json | None:
    lenders = moment.now["lent"].values()
    return _to_a_free_seat(moment, [who for who in moment.standing if who not in lenders])


def _change_seat(moment: Moment) -> Json | None:
    return _to_a_free_seat(moment, _at_ease(moment, moment.seated), changing=True)


def _to_a_free_seat(moment: Moment, players: list[str], changing: bool = False) -> Json | None:
    seats = moment.now["seats"]
    free = [int(seat) for seat, player in seats.items() if not player and seat not in moment.now["lent"]]
    full = not changing and len(moment.seated) >= moment.habits.most
    if not moment.can("sit") or not players or not free or full:
        return None
    return {"command": "sit", "player": moment.dice.one_of(players), "seat": moment.dice.one_of(free)}


def _stand_up(moment: Moment) -> Json | None:
    return _retire(moment, "stand_up", _dispensable(moment))


def _leave(moment: Moment) -> Json | None:
    return _retire(moment, "leave", moment.standing or _dispensable(moment))


def _dispensable(moment: Moment) -> list[str]:
    return moment.seated if len(moment.seated) > moment.habits.fewest else []


def _retire(moment: Moment, command: str, players: list[str]) -> Json | None:
    idle = _at_ease(moment, players)
    if not moment.can(command) or not idle:
        return None
    return {"command": command, "player": moment.dice.one_of(idle)}


def _at_ease(moment: Moment, players: Iterable[str]) -> list[str]:
    """Those with no stake, no sabot and no lent seat."""
    now = moment.now
    busy = {bet["player"] for bet in moment.bets} | set(now["lent"].values())
    busy |= {now["seats"][seat] for seat in now["lent"]} | {moment.holder}
    busy |= {now["shoe"]["holder"]} if now["shoe"] else set()
    return [player for player in players if player not in busy]
