"""The beginning and the end of a bank, and what follows for the seat and the sabot (argentina arts. 8, 32, 37)."""

from dataclasses import dataclass

from tables.engine.bank.events import BankOpened, BankReturned
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.events import BetsReturned
from tables.engine.cover.events import CardsRightGiven
from tables.engine.game import Game
from tables.engine.handlers import CommandContext
from tables.engine.seating.events import SeatLent, SeatReturned
from tables.engine.shoe.events import SabotTaken
from tables.engine.state import HOUSE, is_here, seat_of
from tables.rules.money import share_in_chips


@dataclass(frozen=True, slots=True)
class Opening:
    """A bank about to begin.

    `root`: for a suite, the seat from whose right the sabot goes on when the bank falls. `passer`: the player who
    passed the hand. `beats`: the amount of the bank before. If the new bank is larger, the player who had called banco
    takes punto's cards once (chemin-de-fer art. 8).
    """

    holder: str
    seat: int
    stake: int
    origin: str
    root: int | None = None
    passer: str | None = None
    beats: int | None = None
    associate: str | None = None


def open_bank(context: CommandContext, opening: Opening) -> None:
    """Open the bank and give its holder the sabot. A standing holder borrows the seat."""
    if seat_of(context.state, opening.holder) is None and context.rules.standing_banker_sits:
        _lend_seat(context, opening.seat, opening.holder)
    chip = context.state.limits.chip
    context.emit(
        BankOpened(
            holder=opening.holder,
            seat=opening.seat,
            stake=opening.stake,
            origin=opening.origin,
            maximum=context.state.limits.maximum,
            opens=opening.origin in ("auction", "offer"),
            first_giver=opening.root,
            passer=opening.passer,
            associate=opening.associate,
            share=share_in_chips(opening.stake, chip) if opening.associate else 0,
        )
    )
    context.emit(SabotTaken(holder=opening.holder, seat=opening.seat))
    _give_the_cards_owed(context, opening)


def _lend_seat(context: CommandContext, seat: int, borrower: str) -> None:
    context.emit(SeatLent(seat=seat, owner=context.state.seats[seat], borrower=borrower))


def _give_the_cards_owed(context: CommandContext, opening: Opening) -> None:
    owed = context.state.made_banco
    larger = opening.beats is not None and opening.stake > opening.beats
    plays = owed not in (opening.holder, opening.associate)
    if larger and owed and plays and is_here(context.state, owed):
        context.emit(CardsRightGiven(player=owed))


def associates_part(game: Game, before: int, after: int = 0) -> int:
    """The associate's part of what enters or leaves a bank that goes from `before` to `after`: the change of his half,
    which is in whole chips. 0 without associate."""
    chip = game.state.limits.chip
    change = share_in_chips(before, chip) - share_in_chips(after, chip)
    return abs(change) if game.bank.associate else 0


def open_house_bank(context: CommandContext, seat: int, stake: int, first_giver: int) -> None:
    """The house takes the suite at the giver's seat (argentina art. 37 d)."""
    context.emit(
        BankOpened(
            holder=None,
            seat=seat,
            stake=stake,
            origin=HOUSE,
            maximum=context.state.limits.maximum,
            opens=False,
            first_giver=first_giver,
        )
    )
    context.emit(SabotTaken(holder=None, seat=seat))


def return_stake(context: CommandContext, why: str) -> None:
    """End the bank: return the bets that it covered, the stake to its owner and a lent seat to its owner."""
    held = context.bank
    if kind_of(context).covers and context.state.current.bets:
        context.emit(BetsReturned(bets=context.state.current.bets))
    context.emit(
        BankReturned(
            player=held.holder,
            amount=held.stake,
            why=why,
            associate=held.associate,
            share=associates_part(context, held.stake),
        )
    )
    return_seat(context, held.seat)


def return_seat(context: CommandContext, seat: int) -> None:
    """Return a borrowed seat when the bank ends (argentina art. 32). It becomes free if its owner has left."""
    if seat not in context.state.lent:
        return
    borrower, owner = context.state.seats[seat], context.state.lent[seat]
    context.emit(SeatReturned(seat=seat, owner=owner, borrower=borrower))


def next_origin(game: Game) -> int:
    """The seat from whose right the sabot goes on. After a suite it is the original giver's seat (art. 41)."""
    held = game.bank
    return held.seat if held.first_giver is None else held.first_giver
