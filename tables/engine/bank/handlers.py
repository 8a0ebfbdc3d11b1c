"""The bank of a player: raising it, halving it, giving it back (argentina arts. 6, 34, 35, 40)."""

from collections.abc import Callable
from functools import partial

from tables.engine.bank.commands import DesistBank, RaiseBank, TakeHalf
from tables.engine.bank.events import BankRaised, HalfTaken
from tables.engine.bank.kinds import check_no_banco
from tables.engine.bank.lifecycle import associates_part, next_origin, return_stake
from tables.engine.game import Bounds, Game, bounds
from tables.engine.handlers import CommandContext, handles
from tables.engine.offer.walk import open_offer
from tables.engine.shoe.cutting import no_bank_to_cut_for
from tables.engine.shoe.events import ResumeSet
from tables.engine.state import Bank, Resume, is_here
from tables.rules.money import rounded_down


def _held(game: Game) -> Bank | None:
    """The bank if a player holds it, otherwise None."""
    bank = game.state.bank
    return bank if bank and bank.holder else None


def raise_bounds(game: Game) -> Bounds | None:
    """From just above the present stake up to the maximum; None if the bank cannot be raised."""
    held, limits = _held(game), game.state.limits
    if held is None or game.state.current.banco or _associate_is_away(game):
        return None
    return bounds(max(held.stake + 1, limits.minimum), game.bank_maximum, limits.chip)


def _associate_is_away(game: Game) -> bool:
    """Whether half of a raise is due from somebody who has left, and so cannot agree (chemin-de-fer art. 2)."""
    associate = game.bank.associate
    return associate is not None and not is_here(game.state, associate)


def _may_raise(game: Game) -> bool:
    return raise_bounds(game) is not None


@handles("raise_bank", "betting", may=_may_raise, bounds=raise_bounds)
def raise_bank(context: CommandContext, command: RaiseBank) -> None:
    """Raise the bank between passes, up to the maximum (art. 34). It stays the same bank and its passes are still
    counted."""
    held = _held(context)
    if held is None:
        context.refuse("not_entitled", "raise_bank", detail="this bank cannot be raised")
    check_no_banco(context)
    if held.associate and (_associate_is_away(context) or not command.associate_agrees):
        context.refuse(
            "not_entitled", "associate", detail="the associate puts up half of it, and has to agree"
        )
    if command.amount <= held.stake:
        context.refuse("below_minimum", "raise_bank", minimum=held.stake + context.state.limits.chip)
    context.check_bank(command.amount)
    added = command.amount - held.stake
    context.emit(
        BankRaised(
            player=held.holder or "",
            stake=command.amount,
            added=added,
            associate=held.associate,
            share=associates_part(context, held.stake, command.amount),
        )
    )


MESSAGES = {
    "no_half": "this bank cannot be halved",
    "in_suite": "a bank taken in suite cannot be halved",
    "taken": "half of this bank was taken already",
    "too_early": "the bank must have won twice",
}


def _half(game: Game, held: Bank) -> int:
    return rounded_down(held.stake // 2, game.setting("pico"))


def _reason_against_half(game: Game) -> tuple[str, str] | None:
    """The reason why the holder may not take half, as (rule, reason); None if only the amount is left to check."""
    held = _held(game)
    if held is None or not game.rules.half:
        return "take_half", MESSAGES["no_half"]
    if held.origin == "suite":
        return "no_half_in_suite", MESSAGES["in_suite"]
    if held.half_taken:
        return "take_half", MESSAGES["taken"]
    return ("take_half", MESSAGES["too_early"]) if held.wins < 2 else None


def _leaves_the_minimum(game: Game, half: int) -> bool:
    return half > 0 and game.bank.stake - half >= game.state.limits.minimum


def _may_take_half(game: Game) -> bool:
    return _reason_against_half(game) is None and _leaves_the_minimum(game, _half(game, game.bank))


@handles("take_half", "betting", may=_may_take_half)
def take_half(context: CommandContext, command: TakeHalf) -> None:
    """Take half of the bank, rounded down to the pico: once per bank, after two wins (art. 35), never in suite (art.
    40)."""
    if against := _reason_against_half(context):
        context.refuse("not_entitled", against[0], detail=against[1])
    held = context.bank
    half = _half(context, held)
    if not _leaves_the_minimum(context, half):
        context.refuse("below_minimum", "take_half", minimum=context.state.limits.minimum)
    context.emit(HalfTaken(player=held.holder or "", amount=half, stake=held.stake - half))


def _may_desist(game: Game) -> bool:
    held, last = game.state.bank, game.state.last_pass
    auctioned = game.rules.desist and held is not None and held.origin == "auction" and held.passes == 1
    return auctioned and last is not None and last.result == "tie"


@handles("desist_bank", "betting", may=_may_desist)
def desist_bank(context: CommandContext, command: DesistBank) -> None:
    """Give back an auctioned bank right after its first pass ended in a tie (arts. 6, 7)."""
    if not _may_desist(context):
        context.refuse(
            "not_entitled", "desist", detail="only after a tie in the first pass of an auctioned bank"
        )
    held = context.bank
    return_stake(context, "desisted")
    open_offer(context, held.seat, desister=held.holder)


def give_back(context: CommandContext, leaver: str) -> Callable[[], None]:
    """Return the stake of a holder who leaves and cannot give suite. Returns what offers the bank to his right."""
    origin, phase = next_origin(context), context.state.phase
    return_stake(context, "left")
    if phase != "shuffling":
        return partial(open_offer, context, origin, leaver=leaver)
    no_bank_to_cut_for(context)
    return partial(context.emit, ResumeSet(resume=Resume("offer", origin)))
