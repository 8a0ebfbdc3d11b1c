"""A bank that covers the punto bets: its associate, winnings set aside, and the banco called against it (chemin-de-fer
arts. 2, 4, 14, 17)."""

from typing import NoReturn

from tables.engine.bank.kinds import capacity, check_may_bet, check_no_banco, kind_of
from tables.engine.bank.lifecycle import associates_part
from tables.engine.betting.events import BetsReturned
from tables.engine.betting.stakes import bets_of, covered
from tables.engine.cover.commands import AssociateCommand, BancoCommand, SetAsideCommand
from tables.engine.cover.events import AssociateJoined, BancoCalled, SetAside
from tables.engine.game import Bounds, Game, bounds
from tables.engine.handlers import CommandContext, handles
from tables.engine.state import CARDS_OUT, Banco, Bank, Bet, seat_of
from tables.rules.money import rounded_down
from tables.rules.seats import MOST_SEATS, distance_right


def _one_owner(context: CommandContext) -> None:
    """Refuse an associate where a bank has one owner (argentina art. 8)."""
    if context.rules.article("one_owner"):
        context.refuse("not_entitled", "one_owner", detail="a bank has one owner")


def associates(game: Game) -> list[str]:
    """The players who may put up the same amount as the banker, if he accepts. Who has bet plays, and may not."""
    held = game.state.bank
    if held is None or held.associate or game.state.current.banco or 2 * held.stake > game.bank_maximum:
        return []
    others = [player for player in game.state.names if player not in (held.holder, held.passer)]
    return [player for player in others if not bets_of(game.state, player)]


def _somebody_may_associate(game: Game) -> bool:
    return bool(associates(game))


@handles("associate", "betting", may=_somebody_may_associate)
def associate(context: CommandContext, command: AssociateCommand) -> None:
    """Anyone the banker accepts may put up the same amount (art. 2), except the passer of the hand (art. 4)."""
    _one_owner(context)
    context.check_listed("associate")
    held = context.bank
    if held.associate is not None or command.player == held.holder:
        context.refuse("not_entitled", "associate", detail="the bank has its associate, or is his own")
    if command.player == held.passer:
        context.refuse("not_entitled", "passer_may_not_associate", detail="he passed this hand")
    check_no_banco(context)
    if bets_of(context.state, command.player):
        context.refuse("in_play", "associate")
    if 2 * held.stake > context.bank_maximum:
        context.refuse("above_maximum", "bank_limits", maximum=context.bank_maximum)
    context.emit(AssociateJoined(player=command.player, amount=held.stake))


def set_aside_bounds(game: Game) -> Bounds | None:
    """Any amount up to large winnings, otherwise exactly half of the bank. The minimum and the covered bets must
    remain."""
    held, chip = game.bank, game.state.limits.chip
    most = held.stake - max(game.state.limits.minimum, covered(game))
    out_of_winnings = bounds(chip, min(most, held.winnings), chip) if _large_winnings(game, held) else None
    half = _half(game, held)
    return out_of_winnings or (Bounds(half, half, chip) if 0 < half <= most else None)


def _may_set_aside(game: Game) -> bool:
    return set_aside_bounds(game) is not None


@handles("set_aside", "betting", may=_may_set_aside, bounds=set_aside_bounds)
def set_aside(context: CommandContext, command: SetAsideCommand) -> None:
    """Garaje: any amount out of large winnings, or exactly half from the second pass on. The minimum must remain."""
    context.check_listed("set_aside")
    held, amount = context.bank, command.amount
    context.check_multiple(amount, "garaje")
    out_of_winnings = _large_winnings(context, held) and amount <= held.winnings
    if not out_of_winnings and amount != _half(context, held):
        _refuse_the_amount(context, held)
    _check_enough_is_left(context, held.stake - amount)
    context.emit(
        SetAside(
            player=held.holder or "",
            amount=amount,
            half_of_the_bank=not out_of_winnings,
            associate=held.associate,
            share=associates_part(context, held.stake, held.stake - amount),
        )
    )


def _refuse_the_amount(context: CommandContext, held: Bank) -> NoReturn:
    """Refuse an amount that is neither half of the bank nor out of large winnings; say what could be set aside."""
    half = _half(context, held)
    if half:
        context.refuse("not_entitled", "garaje", detail="half of the bank is %(half)s", half=half)
    if held.passes < 1:
        context.refuse("not_entitled", "garaje", detail="half of the bank only from its second pass on")
    if held.halved_in == context.state.current.number:
        context.refuse("not_entitled", "garaje", detail="half of the bank was set aside in this pass already")
    context.refuse("not_entitled", "garaje", detail="half of the bank is less than a chip")


def _check_enough_is_left(context: CommandContext, left: int) -> None:
    if left < context.state.limits.minimum:
        context.refuse("below_minimum", "garaje", minimum=context.state.limits.minimum)
    if covered(context) > left:
        context.refuse("not_entitled", "garaje", detail="the bets on the table cover more than would be left")


def _large_winnings(game: Game, held: Bank) -> bool:
    return held.winnings > game.setting("garaje_from") * game.state.limits.minimum


def _half(game: Game, held: Bank) -> int:
    """Half of the bank, once per pass from the second pass on; 0 otherwise."""
    due = held.passes >= 1 and held.halved_in != game.state.current.number
    return rounded_down(held.stake // 2, game.state.limits.chip) if due else 0


RANKING = {"suivi": 0, "solo": 1, "association": 2, "table": 3}
AFTER_THE_SEATED = (
    MOST_SEATS + 1
)  # the distance of who stands or has just sat down: among these the first call holds


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
        half = _half_bank(game)
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
    seats = game.state.seats
    distance = AFTER_THE_SEATED if seat is None else distance_right(seats, game.bank.seat, seat)
    return RANKING[call.kind], distance


def _has_just_sat(game: Game, player: str) -> bool:
    """Whether the player changed seats or sat down in mid-shoe in this hand. Priority counts from the next hand."""
    return game.state.sat_in.get(player) == game.state.current.number


def _callers(called: Banco) -> tuple[str, ...]:
    return (called.player, *called.players)


def _half_bank(game: Game) -> int:
    return rounded_down(capacity(game) // 2, game.state.limits.chip)


def _share_of_each(game: Game, callers: int) -> int:
    return rounded_down(capacity(game) // callers, game.state.limits.chip)


def _with_the_table(context: CommandContext, player: str) -> None:
    """Bet half of the bank; the rest stays open to the others."""
    called = context.state.current.banco
    if called is not None and (bets := bets_of(context.state, *_callers(called))):
        context.emit(BetsReturned(bets=bets))
    half = _half_bank(context)
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
