"""A sabot that goes round without a bank (spain)."""

from tables.engine import offer
from tables.engine.commands import PassShoe
from tables.engine.events.shoe import SabotTaken
from tables.engine.events.table import ResumeSet
from tables.engine.rooms import decides
from tables.engine.state import Resume
from tables.engine.turn import Turn


@decides("pass_shoe", "betting")
def pass_shoe(turn: Turn, command: PassShoe) -> None:
    """Its holder gives it up between passes: it is offered to his right, he is asked last."""
    shoe = turn.state.shoe
    if turn.rules.sabot != "rotating":
        turn.refuse("wrong_phase", phase=turn.state.phase)
    if shoe is None or shoe.holder is None:
        turn.refuse("not_entitled", "offer", detail="nobody holds a sabot without a bank")
    offer.open_offer(turn, give_up(turn))


def give_up(turn: Turn) -> int:
    """The sabot lies free; returns the seat from whose right it is offered."""
    shoe = turn.state.shoe
    seat = shoe.seat if shoe and shoe.seat else 14
    turn.emit(SabotTaken(None, seat))
    return seat


def leaves(turn: Turn) -> None:
    """A holder who leaves has given the sabot up."""
    seat = give_up(turn)
    if turn.state.phase == "betting":
        offer.open_offer(turn, seat)
    else:
        turn.emit(ResumeSet(Resume("offer", seat)))
