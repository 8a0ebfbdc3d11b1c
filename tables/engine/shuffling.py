"""A new shoe (argentina arts. 1, 8 bis, 44)."""

from tables.engine import cutting, offer
from tables.engine.commands import Shuffle
from tables.engine.events.bank import AuctionOpened
from tables.engine.events.shoe import SabotTaken, ShoeShuffled
from tables.engine.people import seated
from tables.engine.rooms import decides
from tables.engine.turn import Turn


@decides("shuffle", "seating", "shuffling")
def shuffle(turn: Turn, command: Shuffle) -> None:
    """Art. 8 bis: at least so many riffles; art. 1: the first shoe needs so many seated players."""
    settings = turn.state.settings
    if turn.state.phase == "seating" and len(seated(turn.state)) < int(settings["min_seated"]):
        turn.refuse(
            "not_enough_seated", "min_seated", minimum=settings["min_seated"], seated=len(seated(turn.state))
        )
    if command.riffles < int(settings["riffles_minimum"]):
        turn.refuse("below_minimum", "riffles", minimum=settings["riffles_minimum"], counted=True)
    turn.emit(ShoeShuffled(turn.state.shoes + 1, int(settings["decks"]), command.riffles))
    _go_on(turn)


def _go_on(turn: Turn) -> None:
    """Art. 44: the bank goes on, or it is offered from the right of its last place; else it is auctioned.

    An auction or offer that a burned shoe broke off goes on where it was (art. 49).
    """
    resume, held = turn.state.resume, turn.state.bank
    if not turn.rules.bank_before_cut:
        cutting.offer_cut(turn)
    elif turn.state.auction is not None:
        turn.enter("auction")
    elif turn.state.offer is not None:
        turn.enter("offer")
    elif held is not None:
        turn.emit(SabotTaken(held.holder, held.seat))
        cutting.offer_cut(turn)
    elif resume.how == "offer":
        offer.open_offer(turn, resume.seat, before_cut=True)
    else:
        turn.emit(AuctionOpened())
