"""Banco: a player bets against the whole bank, or against half of it with the table (chemin-de-fer art. 14)."""

from tables.engine.bank.kinds import capacity, check_may_bet, kind_of
from tables.engine.betting.events import BetsReturned
from tables.engine.betting.stakes import bets_of, covered
from tables.engine.context import CommandContext
from tables.engine.cover.commands import BancoCommand
from tables.engine.cover.events import BancoCalled
from tables.engine.game import Game
from tables.engine.handlers import handles
from tables.engine.people import seat_of
from tables.engine.phase import CARDS_OUT
from tables.engine.state import Banco, Bet
from tables.rules.money import rounded_down
from tables.rules.seats import distance_right

RANKING = {"suivi": 0, "solo": 1, "association": 2, "table": 3}
AFTER_THE_SEATED = 15  # the distance of who stands or has just sat down: among these the first call holds


def kinds_possible(game: Game) -> list[str]:
    """The kinds of banco that somebody could call now."""
    return [kind for kind in RANKING if any(_may_call(game, kind, player) for player in game.state.names)]


def _somebody_may_call(game: Game) -> bool:
    return bool(kinds_possible(game))


def _may_call(game: Game, kind: str, player: str) -> bool:
    """Whether the player could call this kind of banco; an association needs one other player."""
    if not kind_of(game).may_bet(game, player) or (kind == "suivi" and not _has_suivi(game, player)):
        return False
    standing = game.state.current.banco
    if standing and _priority(game, standing) <= _priority(game, Banco(player, kind)):
        return False
    return _can_be_laid(game, kind)


def _can_be_laid(game: Game, kind: str) -> bool:
    """Whether the bank is large enough for this call. With the table, the other bets must leave half of it."""
    if kind == "table":
        half = _half(game)
        called = game.state.current.banco
        returned = sum(bet.amount for bet in bets_of(game.state, *_callers(called))) if called else 0
        return half >= game.state.limits.minimum and covered(game) - returned <= capacity(game) - half
    others = [who for who in game.state.names if kind_of(game).may_bet(game, who)]
    callers = 2 if kind == "association" else 1
    return len(others) >= callers and _share_of_each(game, callers) >= game.state.limits.minimum


def _no_va_mas(context: CommandContext, command: BancoCommand) -> None:
    if "banco" in context.rules.commands and context.state.phase in CARDS_OUT:
        context.refuse("bets_closed", "bets_closed")


@handles("banco", "betting", may=_somebody_may_call, otherwise=_no_va_mas)
def banco(context: CommandContext, command: BancoCommand) -> None:
    """A player bets against the whole bank, or half of it with the table. A higher call replaces a lower one."""
    context.check_listed("banco")
    callers = (command.player, *(command.players or ()))
    check_may_bet(context, *callers)
    if command.kind == "suivi" and not _has_suivi(context, command.player):
        context.refuse("not_entitled", "cover", detail="suivi is for who called banco and lost the last pass")
    _check_priority(context, Banco(command.player, command.kind))
    if command.kind == "table":
        _with_the_table(context, command.player)
    else:
        _against_all(context, command, callers)


def _has_suivi(game: Game, player: str) -> bool:
    return game.state.last_banco == player


def _check_priority(context: CommandContext, call: Banco) -> None:
    """Refuse a call that does not outrank the present one. Suivi comes first, then solo, association and table; among
    equals, the order of seats from the banker's right decides."""
    standing = context.state.current.banco
    if standing is not None and _priority(context, standing) <= _priority(context, call):
        context.refuse("not_entitled", "cover", detail="%(player)s comes first", player=standing.player)


def _priority(game: Game, call: Banco) -> tuple[int, int]:
    seat = None if _has_just_sat(game, call.player) else seat_of(game.state, call.player)
    distance = AFTER_THE_SEATED if seat is None else distance_right(game.bank.seat, seat)
    return RANKING[call.kind], distance


def _has_just_sat(game: Game, player: str) -> bool:
    """Whether the player changed seats or sat down in mid-shoe in this hand. Priority counts from the next hand."""
    return game.state.sat_in.get(player) == game.state.current.number


def _callers(called: Banco) -> tuple[str, ...]:
    return (called.player, *called.players)


def _half(game: Game) -> int:
    return rounded_down(capacity(game) // 2, game.state.limits.chip)


def _share_of_each(game: Game, callers: int) -> int:
    return rounded_down(capacity(game) // callers, game.state.limits.chip)


def _with_the_table(context: CommandContext, player: str) -> None:
    """Bet half of the bank; the rest stays open to the others."""
    called = context.state.current.banco
    if called is not None and (bets := bets_of(context.state, *_callers(called))):
        context.emit(BetsReturned(bets=bets))
    half = _half(context)
    if half < context.state.limits.minimum:
        context.refuse("below_minimum", "limits", minimum=context.state.limits.minimum)
    if covered(context) > capacity(context) - half:
        room = capacity(context) - covered(context)
        why = {} if room > 0 else {"detail": kind_of(context).no_room}
        context.refuse("above_maximum", "cover", maximum=max(room, 0), **why)
    context.emit(BancoCalled(player=player, kind="table", bets=(Bet(player, "punto", half),)))


def _against_all(context: CommandContext, command: BancoCommand, callers: tuple[str, ...]) -> None:
    """Bet the whole bank. Partners of an association share it equally; the odd chips are the caller's."""
    if context.state.current.bets:
        context.emit(BetsReturned(bets=context.state.current.bets))
    each = _share_of_each(context, len(callers))
    if each < context.state.limits.minimum:
        context.refuse("below_minimum", "limits", minimum=context.state.limits.minimum)
    first = capacity(context) - each * (len(callers) - 1)
    bets = (Bet(command.player, "punto", first), *(Bet(who, "punto", each) for who in callers[1:]))
    context.emit(BancoCalled(player=command.player, kind=command.kind, bets=bets))
