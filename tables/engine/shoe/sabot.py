"""A sabot that goes round the table without a bank (spain)."""

from collections.abc import Callable
from functools import partial

from tables.engine.game import Game
from tables.engine.handlers import CommandContext, handles
from tables.engine.offer.walk import open_offer
from tables.engine.shoe.commands import PassShoe
from tables.engine.shoe.events import ResumeSet, SabotTaken
from tables.engine.state import Resume, last_seat


def _is_held(game: Game) -> bool:
    return game.state.shoe is not None and game.state.shoe.holder is not None


@handles("pass_shoe", "betting", may=_is_held)
def pass_shoe(context: CommandContext, command: PassShoe) -> None:
    """The holder gives the sabot up between passes. It is offered to his right, and he is asked last."""
    context.check_listed("pass_shoe")
    if not _is_held(context):
        context.refuse("not_entitled", "offer", detail="nobody holds a sabot without a bank")
    open_offer(context, give_up(context))


def give_up(context: CommandContext) -> int:
    """Release the sabot. Returns the seat from whose right it is offered."""
    shoe = context.state.shoe
    seat = shoe.seat if shoe and shoe.seat else last_seat(context.state)
    context.emit(SabotTaken(holder=None, seat=seat))
    return seat


def holder_leaves(context: CommandContext) -> Callable[[], None]:
    """A holder who leaves gives up the sabot. Returns what offers it to his right."""
    seat = give_up(context)
    if context.state.phase == "betting":
        return partial(open_offer, context, seat)
    return partial(context.emit, ResumeSet(resume=Resume("offer", seat)))
