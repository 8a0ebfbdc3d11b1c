"""Answers to the offer of the bank: the player who is asked takes or declines it (argentina arts. 6, 31–33, 44)."""

from tables.engine.bank.kinds import kind_of
from tables.engine.bank.lifecycle import Opening, open_bank
from tables.engine.game import Bounds, Game
from tables.engine.handlers import CommandContext, handles
from tables.engine.offer.commands import AcceptBank, DeclineBank
from tables.engine.offer.events import OfferClosed
from tables.engine.offer.walk import (
    begin_first_lap,
    decline,
    offer_of,
    opened_already,
    policy_of,
    thrice_running,
)
from tables.engine.shoe.cutting import play_or_cut
from tables.engine.shoe.events import SabotTaken
from tables.engine.state import STANDING, State, is_here


def accept_bounds(game: Game) -> Bounds | None:
    """The bounds of an opening; None where the shoe carries no bank."""
    return game.bank_bounds if kind_of(game).staked else None


def takers(game: Game) -> list[str]:
    """The players who may accept now: the one who is asked, or those of the standing who may open."""
    offer = offer_of(game)
    asked = game.state.standing if offer.asked == STANDING else (offer.asked,)
    return [who for who in asked if is_here(game.state, who) and _may_open(game, who)]


def _may_open(game: Game, player: str) -> bool:
    again = offer_of(game).again
    return not thrice_running(game, player) and (again or not opened_already(game, player))


def _may_be_accepted(game: Game) -> bool:
    return bool(takers(game)) and (not kind_of(game).staked or accept_bounds(game) is not None)


@handles("accept_bank", "offer", may=_may_be_accepted, bounds=accept_bounds)
def accept_bank(context: CommandContext, command: AcceptBank) -> None:
    """The player who is asked opens with any amount within the limits."""
    if command.others_decline:
        _decline_up_to(context, command.player)
    _check_asked(context, command.player)
    offer = offer_of(context)
    _check_may_open(context, command.player)
    if command.amount is not None:
        context.check_bank(command.amount)
    context.emit(OfferClosed())
    _take(context, command, offer.seat)
    play_or_cut(context)


def _take(context: CommandContext, command: AcceptBank, seat: int) -> None:
    """Open the bank, or hand over the sabot alone where it carries no bank."""
    if command.amount is None:
        context.emit(SabotTaken(holder=command.player, seat=seat))
        return
    if policy_of(context).laps:
        begin_first_lap(context, seat)
    open_bank(context, Opening(command.player, seat, command.amount, "offer"))


def _check_asked(context: CommandContext, player: str) -> None:
    if not _is_asked(context, player):
        context.refuse("not_asked", "offer", player=player, asked=offer_of(context).asked)


def _is_asked(game: Game, player: str) -> bool:
    asked = offer_of(game).asked
    return asked == player or (asked == STANDING and player in game.state.standing)


def _decline_up_to(context: CommandContext, player: str) -> None:
    """Decline for whoever is asked before `player`. Who must take the bank or leave his seat answers for
    himself."""
    asked = offer_of(context).asked
    while not _is_asked(context, player) and not offer_of(context).forced:
        decline(context, offer_of(context).asked)
        if context.state.phase != "offer":
            context.refuse("not_asked", "offer", player=player, asked=asked)


def _check_may_open(context: CommandContext, player: str) -> None:
    if thrice_running(context, player):
        context.refuse("thrice_running", "twice_running", player=player)
    if opened_already(context, player) and not offer_of(context).again:
        context.refuse("opened_already", "one_opening_a_lap", player=player)


def answers(state: State, asked: str) -> bool:
    """Whether anybody is there to answer. The standing as a group always count as there."""
    return asked == STANDING or is_here(state, asked)


def _may_be_declined(game: Game) -> bool:
    return answers(game.state, offer_of(game).asked)


@handles("decline_bank", "offer", may=_may_be_declined)
def decline_bank(context: CommandContext, command: DeclineBank) -> None:
    """A refusal. The next player is asked."""
    who = command.player or STANDING
    if offer_of(context).asked != who:
        context.refuse("not_asked", "offer", player=who, asked=offer_of(context).asked)
    decline(context, who, command.away)
    if command.rest:
        _decline_for_the_rest(context)


def _decline_for_the_rest(context: CommandContext) -> None:
    """Nobody else wants it. Who must take the bank or leave his seat (chemin-de-fer art. 10) answers for himself."""
    while (offer := context.state.offer) and context.state.phase == "offer" and not offer.forced:
        decline(context, offer.asked)
