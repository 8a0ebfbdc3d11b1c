"""A bank begins and ends: what follows for the seat and the sabot (argentina arts. 8, 32, 37)."""

from tables.engine.events.bank import BankOpened, BankReturned
from tables.engine.events.passes import CardsRightGiven
from tables.engine.events.people import SeatLent, SeatReturned
from tables.engine.events.shoe import SabotTaken
from tables.engine.people import is_here, seat_of
from tables.engine.state import HOUSE
from tables.engine.turn import Turn
from tables.rules.money import rounded_down


def open_bank(
    turn: Turn,
    holder: str,
    seat: int,
    stake: int,
    origin: str,
    *,
    root: int | None = None,
    passer: str | None = None,
    beats: int | None = None,
    associate: str | None = None,
) -> None:
    """A bank begins: its holder sits at `seat`, borrowing it when he stands, and takes the sabot.

    `root`: for a suite, the seat from whose right the sabot goes on when it falls; `passer`: who passed the hand.
    `beats`: the bank before it; a larger one gives who had made banco punto's cards once (chemin-de-fer art. 8).
    """
    if seat_of(turn.state, holder) is None and turn.rules.standing_banker_sits:
        turn.emit(SeatLent(seat, turn.state.seats[seat], holder))
    turn.emit(
        BankOpened(
            holder,
            seat,
            stake,
            origin,
            turn.state.limits.maximum,
            opens=origin in ("auction", "offer"),
            first_giver=root,
            passer=passer,
            associate=associate,
            share=rounded_down(stake // 2, turn.state.limits.chip) if associate else 0,
        )
    )
    turn.emit(SabotTaken(holder, seat))
    owed = turn.state.made_banco
    if beats is not None and stake > beats and owed and is_here(turn.state, owed) and owed != holder:
        turn.emit(CardsRightGiven(owed))


def owners_part(turn: Turn, amount: int) -> int:
    """The associate's half of what leaves the bank, in chips; the odd chip is the banker's."""
    return rounded_down(amount // 2, turn.state.limits.chip) if turn.bank.associate else 0


def open_house_bank(turn: Turn, seat: int, stake: int, first_giver: int) -> None:
    """Art. 37 d: the house takes the suite at the giver's seat."""
    turn.emit(BankOpened(None, seat, stake, HOUSE, turn.state.limits.maximum, False, first_giver))
    turn.emit(SabotTaken(None, seat))


def return_stake(turn: Turn, why: str) -> None:
    """The bank is over and its stake goes back to its owner; a lent seat too."""
    held = turn.bank
    turn.emit(BankReturned(held.holder, held.stake, why, held.associate, owners_part(turn, held.stake)))
    return_seat(turn, held.seat)


def return_seat(turn: Turn, seat: int) -> None:
    """Art. 32: a borrowed seat goes back when the bank ends; it is free when its owner has left."""
    if seat not in turn.state.lent:
        return
    borrower, owner = turn.state.seats[seat], turn.state.lent[seat]
    turn.emit(SeatReturned(seat, owner, borrower if borrower and is_here(turn.state, borrower) else None))


def next_origin(turn: Turn) -> int:
    """The seat from whose right the sabot goes on: the original giver's when the bank was a suite (art. 41)."""
    held = turn.bank
    return held.seat if held.first_giver is None else held.first_giver
