"""A bank that covers the punto bets: its associate, and winnings set aside (chemin-de-fer arts. 2, 4, 17)."""

from typing import NoReturn

from tables.engine.bank.kinds import check_no_banco
from tables.engine.bank.lifecycle import associates_part
from tables.engine.betting.stakes import bets_of, covered
from tables.engine.context import CommandContext
from tables.engine.cover.commands import AssociateCommand, SetAsideCommand
from tables.engine.cover.events import AssociateJoined, SetAside
from tables.engine.game import Bounds, Game, bounds
from tables.engine.handlers import handles
from tables.engine.state import Bank
from tables.rules.money import rounded_down


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
