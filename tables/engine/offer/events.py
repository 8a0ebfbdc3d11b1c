"""Events of the offer of the bank round the table."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import Offer, State


@event("offer_opened")
class OfferOpened(Event):
    """The bank is offered, beginning to the right of seat `origin`. `leaver`: whose bank it was, if he went."""

    origin: int
    desister: str | None
    forced: bool = False
    leaver: str | None = None

    def evolve(self, state: State) -> State:
        offer = Offer(
            self.origin,
            self.origin,
            desister=self.desister,
            forced=self.forced,
            leaver=self.leaver,
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
    """The player, or the standing, declined the bank.

    `seat`: the seat in which he refused it, against which the refusal is counted; None for the standing and for who
    declined by leaving his seat.
    """

    player: str
    seat: int | None

    def evolve(self, state: State) -> State:
        offer = state.offer or Offer(1, 1)
        declined = replace(state, offer=replace(offer, declined=(*offer.declined, self.player)))
        if self.seat is None:
            return declined
        times = state.refusals.get(self.player, 0) + 1
        return replace(declined, refusals={**state.refusals, self.player: times})


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
