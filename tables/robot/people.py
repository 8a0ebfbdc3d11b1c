"""Players come, sit down, change seats and go."""

from collections.abc import Iterable

from tables.robot.behaviour import PLAYERS
from tables.robot.context import Context, Json, Move


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
    """Those with no bet, no bank, no sabot and no lent seat."""
    now = context.snapshot
    busy = {bet["player"] for bet in context.bets} | set(now["lent"].values())
    busy |= {now["seats"][seat] for seat in now["lent"]} | {context.holder}
    busy |= {now["shoe"]["holder"]} if now["shoe"] else set()
    return [player for player in players if player not in busy]
