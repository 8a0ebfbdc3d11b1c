"""People at the table: joining, sitting, waiting, leaving (argentina arts. 4, 32)."""

import re
import unicodedata
from collections.abc import Callable, Container
from itertools import count

from casino.common.refusals import Refusal
from tables.engine.auction.handlers import bid_lapses
from tables.engine.bank.handlers import give_back
from tables.engine.betting.events import BetsReturned
from tables.engine.betting.stakes import bets_of
from tables.engine.dealing.card_holder import leader
from tables.engine.dealing.events import CardsGiven
from tables.engine.dealing.flow import go_on
from tables.engine.game import Game
from tables.engine.handlers import CommandContext, handles
from tables.engine.incidents.conduct import sent_away
from tables.engine.offer import walk as offer_walk
from tables.engine.payment.commission import collect_commission
from tables.engine.seating.commands import Join, Leave, Queue, Sit, StandUp, Unqueue
from tables.engine.seating.events import (
    PlayerJoined,
    PlayerLeft,
    PlayerQueued,
    PlayerSat,
    PlayerStood,
    PlayerUnqueued,
)
from tables.engine.shoe import cutting
from tables.engine.shoe.sabot import holder_leaves
from tables.engine.state import CARDS_OUT, OPEN, RESERVED, is_here, seat_of, seated
from tables.engine.suite import walk as suite_walk


@handles("join", *OPEN, while_suspended=True)
def join(context: CommandContext, command: Join) -> None:
    """A player comes and stands. Without an id he gets one that nobody at the table has."""
    player = command.player or new_id(command.display_name or "", context.state.names)
    if is_here(context.state, player):
        context.refuse("already_here", player=player)
    if player in sent_away(context):
        raise Refusal("sent_away", context.state.conduct[player].article, player=player)
    context.emit(PlayerJoined(player=player, name=command.display_name or player))


def _somebody_may_sit(game: Game) -> bool:
    free = [seat for seat, sitter in game.state.seats.items() if not sitter and seat not in game.state.lent]
    return bool(free) and any(
        not _is_in_play(game, player) and not _holds_the_bank(game, player) for player in game.state.names
    )


@handles("sit", *OPEN, may=_somebody_may_sit, while_suspended=True)
def sit(context: CommandContext, command: Sit) -> None:
    """A player takes a free seat or changes seats."""
    player, seat = command.player, command.seat
    _refuse_in_play(context, player)
    if _holds_the_bank(context, player):
        context.refuse("in_play")
    if seat_of(context.state, player) == seat:
        context.refuse("already_seated", player=player)
    if context.state.seats[seat] or seat in context.state.lent:
        context.refuse("seat_taken", seat=seat)
    was_seated = seat_of(context.state, player) is not None
    context.emit(PlayerSat(player=player, seat=seat))
    _no_longer_asked(context, player, was_seated)


def _somebody_may_stand_up(game: Game) -> bool:
    return any(not _is_in_play(game, player) for player in seated(game.state))


@handles("stand_up", *OPEN, may=_somebody_may_stand_up, while_suspended=True)
def stand_up(context: CommandContext, command: StandUp) -> None:
    """A player leaves his seat and stays. A holder's bank is treated as if he left the table."""
    player = command.player
    if seat_of(context.state, player) is None:
        context.refuse("not_seated", player=player)
    _refuse_in_play(context, player)
    goes_on = _give_up_the_bank(context, player)
    if seat_of(context.state, player) is not None:  # a borrowed seat went back with the bank
        context.emit(PlayerStood(player=player))
    goes_on()
    bid_lapses(context, player)
    _no_longer_asked(context, player)
    _cards_left_behind(context, player)


def _somebody_may_leave(game: Game) -> bool:
    return any(not _is_in_play(game, player) for player in game.state.names)


@handles("leave", *OPEN, may=_somebody_may_leave, while_suspended=True)
def leave(context: CommandContext, command: Leave) -> None:
    """A player leaves. His bets go back, his bid lapses, an open question to him counts as declined, and his bank
    passes on."""
    player = command.player
    _refuse_in_play(context, player)
    bets = bets_of(context.state, player)
    if bets:
        context.emit(BetsReturned(bets=bets))
    collect_commission(context, player)
    bid_lapses(context, player)
    goes_on = _give_up_the_bank(context, player)
    context.emit(PlayerLeft(player=player))
    goes_on()
    _no_longer_asked(context, player)
    _cards_left_behind(context, player)


def _somebody_may_queue(game: Game) -> bool:
    state = game.state
    return any(seat_of(state, player) is None and player not in state.waiting for player in state.names)


@handles("queue", *OPEN, may=_somebody_may_queue, while_suspended=True)
def queue(context: CommandContext, command: Queue) -> None:
    """A standing player asks for the next free seat (spain: the inspector keeps the list)."""
    if seat_of(context.state, command.player) is not None:
        context.refuse("already_seated", player=command.player)
    if command.player in context.state.waiting:
        context.refuse("already_waiting", player=command.player)
    context.emit(PlayerQueued(player=command.player))


def _somebody_waits(game: Game) -> bool:
    return bool(game.state.waiting)


@handles("unqueue", *OPEN, may=_somebody_waits, while_suspended=True)
def unqueue(context: CommandContext, command: Unqueue) -> None:
    """A player leaves the waiting list."""
    if command.player not in context.state.waiting:
        context.refuse("not_waiting", player=command.player)
    context.emit(PlayerUnqueued(player=command.player))


def _refuse_in_play(context: CommandContext, player: str) -> None:
    if _is_in_play(context, player):
        context.refuse("in_play")


def _is_in_play(game: Game, player: str) -> bool:
    """Whether the player has to stay: from no va más to the payment, nobody with a stake moves, nor does the bank's
    holder. A banker whom an early card binds stays from then on (chemin-de-fer)."""
    state = game.state
    if state.bank and state.bank.bound and state.bank.holder == player:
        return True
    closed = state.phase in CARDS_OUT or (state.suite is not None and state.suite.came_from == "dealing")
    return closed and (bool(bets_of(state, player)) or _holds_the_bank(game, player))


def _holds_the_bank(game: Game, player: str) -> bool:
    bank, shoe = game.state.bank, game.state.shoe
    return player in (bank.holder if bank else None, shoe.holder if shoe else None)


def _give_up_the_bank(context: CommandContext, player: str) -> Callable[[], None]:
    """Withdraw the player's bank: in suite where that is allowed, otherwise his stake is returned. Returns what offers
    it on, once he is off his seat."""
    if not _holds_the_bank(context, player):
        return _nothing
    if context.state.bank is None:
        return holder_leaves(context)
    if context.state.phase == "betting" and suite_walk.may_be_given(context):
        return suite_walk.withdraw(context)
    return give_back(context, player)


def _nothing() -> None:
    """Nothing goes on when somebody goes who held no bank."""


def _cards_left_behind(context: CommandContext, player: str) -> None:
    """Find punto's card holder anew if he has gone: somebody without a stake, to whom they were given (art. 19)."""
    if context.state.current.card_holder != player:
        return
    context.emit(CardsGiven(card_holder=leader(context)))
    if context.state.phase == "will" and context.state.current.card_holder is None:
        context.enter("dealing")
        go_on(context)


def _no_longer_asked(context: CommandContext, player: str, was_seated: bool = True) -> None:
    """Treat an open question to a player who has left, stood up or changed seats as declined."""
    offer_walk.passes_over(context, player, was_seated)
    suite_walk.passes_over(context, player)
    cutting.passes_over(context, player)


LONGEST = 24  # characters, so that a number still fits
NAMELESS = "p"


def new_id(name: str, taken: Container[str]) -> str:
    """`Doña Inés` becomes `donaines`, or `donaines2` if that id is in `taken`."""
    base = re.sub(r"[\W_]+", "", unicodedata.normalize("NFD", name)).lower()[:LONGEST] or NAMELESS
    candidates = (base if number == 1 else f"{base}{number}" for number in count(1))
    return next(found for found in candidates if found not in taken and found not in RESERVED)
