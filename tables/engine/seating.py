"""People come, sit, wait and go (game.md, "People come and go"; argentina arts. 4, 32)."""

from tables.engine import auction, bank, cutting, offer, sabot, suite
from tables.engine.commands import Join, Leave, Queue, Sit, StandUp, Unqueue
from tables.engine.events.people import (
    PlayerJoined,
    PlayerLeft,
    PlayerQueued,
    PlayerSat,
    PlayerStood,
    PlayerUnqueued,
)
from tables.engine.events.table import BetsReturned
from tables.engine.people import is_here, seat_of
from tables.engine.rooms import CARDS_OUT, OPEN, decides
from tables.engine.turn import Turn


@decides("join", *OPEN, while_suspended=True)
def join(turn: Turn, command: Join) -> None:
    """A person comes and stands."""
    if is_here(turn.state, command.player):
        turn.refuse("already_here", player=command.player)
    turn.emit(PlayerJoined(command.player, command.display_name or command.player))


@decides("sit", *OPEN, while_suspended=True)
def sit(turn: Turn, command: Sit) -> None:
    """A person takes a free seat, or changes seat."""
    player, seat = command.player, command.seat
    _refuse_in_play(turn, player)
    if _holds_the_bank(turn, player):
        turn.refuse("in_play")
    if seat_of(turn.state, player) == seat:
        turn.refuse("already_seated", player=player)
    if turn.state.seats[seat] or seat in turn.state.lent:
        turn.refuse("seat_taken", seat=seat)
    turn.emit(PlayerSat(player, seat))
    _no_longer_asked(turn, player)


@decides("stand_up", *OPEN, while_suspended=True)
def stand_up(turn: Turn, command: StandUp) -> None:
    """A person leaves the seat and stays; for a holder's bank this is like leaving."""
    player = command.player
    if seat_of(turn.state, player) is None:
        turn.refuse("not_seated", player=player)
    _refuse_in_play(turn, player)
    _give_up_the_bank(turn, player)
    if seat_of(turn.state, player) is not None:  # a borrower stands already: his seat went back with the bank
        turn.emit(PlayerStood(player))
    auction.bid_lapses(turn, player)
    _no_longer_asked(turn, player)


@decides("leave", *OPEN, while_suspended=True)
def leave(turn: Turn, command: Leave) -> None:
    """A person goes: bets are returned, a bid lapses, what he was asked he has declined, a bank passes on."""
    player = command.player
    _refuse_in_play(turn, player)
    bets = tuple(bet for bet in turn.state.current.bets if bet.player == player)
    if bets:
        turn.emit(BetsReturned(bets))
    auction.bid_lapses(turn, player)
    _give_up_the_bank(turn, player)
    turn.emit(PlayerLeft(player))
    _no_longer_asked(turn, player)


@decides("queue", *OPEN, while_suspended=True)
def queue(turn: Turn, command: Queue) -> None:
    """A standing person asks for the next free seat (spain: the inspector keeps the list)."""
    if seat_of(turn.state, command.player) is not None:
        turn.refuse("already_seated", player=command.player)
    if command.player in turn.state.waiting:
        turn.refuse("already_waiting", player=command.player)
    turn.emit(PlayerQueued(command.player))


@decides("unqueue", *OPEN, while_suspended=True)
def unqueue(turn: Turn, command: Unqueue) -> None:
    """A person gives up waiting."""
    if command.player not in turn.state.waiting:
        turn.refuse("not_waiting", player=command.player)
    turn.emit(PlayerUnqueued(command.player))


def _refuse_in_play(turn: Turn, player: str) -> None:
    """From no va más to the payment nobody moves who has a stake on, nor the bank's holder."""
    state = turn.state
    closed = state.phase in CARDS_OUT or (state.suite is not None and state.suite.came_from == "dealing")
    has_bet = any(bet.player == player for bet in state.current.bets)
    if closed and (has_bet or _holds_the_bank(turn, player)):
        turn.refuse("in_play")


def _holds_the_bank(turn: Turn, player: str) -> bool:
    bank, shoe = turn.state.bank, turn.state.shoe
    return player in (bank.holder if bank else None, shoe.holder if shoe else None)


def _give_up_the_bank(turn: Turn, player: str) -> None:
    """Where he may give suite it is one; otherwise the stake is returned and the bank offered to his right."""
    if not _holds_the_bank(turn, player):
        return
    if turn.state.bank is None:
        sabot.leaves(turn)
    elif turn.state.phase == "betting" and suite.may_be_given(turn):
        suite.give(turn)
    else:
        bank.give_back(turn, "left")


def _no_longer_asked(turn: Turn, player: str) -> None:
    """A question put to someone who has gone, stood up or changed seat is answered with no."""
    offer.passes_over(turn, player)
    suite.passes_over(turn, player)
    cutting.passes_over(turn, player)
