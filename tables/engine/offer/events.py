"""Events of the offer of the bank round the table."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import Offer, State


@event("offer_opened")
class OfferOpened(Event):
    """The bank is offered, beginning to the right of seat `origin`."""

    origin: int
    before_cut: bool
    desister: str | None
    forced: bool = False

    def evolve(self, state: State) -> State:
        offer = Offer(
            self.origin,
            self.origin,
            before_cut=self.before_cut,
            desister=self.desister,
            forced=self.forced,
        )
        return replace(state, phase="offer", offer=offer, cutting=None)


@event("bank_offered")
class BankOffered(Event):
    """`asked` is asked to take the bank at `seat`, `walked` seats to the right of where the offer began."""

    seat: int
    asked: str
    walked: int
    again: bool = False

    def evolve(self, state: State) -> State:
        offer = state.offer or Offer(self.seat, self.seat)
        changed = replace(offer, seat=self.seat, asked=self.asked, walked=self.walked, again=self.again)
        return replace(state, offer=changed)


@event("bank_declined")
class BankDeclined(Event):
    """The player, or the standing, declined the bank."""

    player: str

    def evolve(self, state: State) -> State:
        offer = state.offer or Offer(1, 1)
        refusals = {**state.refusals, self.player: state.refusals.get(self.player, 0) + 1}
        declined = (*offer.declined, self.player)
        return replace(state, offer=replace(offer, declined=declined), refusals=refusals)


@event("offer_closed")
class OfferClosed(Event):
    """The offer of the bank is over."""

    def evolve(self, state: State) -> State:
        return replace(state, offer=None)


@event("lap_begun")
class LapBegun(Event):
    """A lap begins: the offer reached the lap's first seat again, or a first opener starts one at `start` (art. 31)."""

    number: int
    start: int | None

    def evolve(self, state: State) -> State:
        return replace(state, lap=replace(state.lap, number=self.number, start=self.start, openers=()))
