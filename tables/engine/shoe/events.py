"""Events of the shoe: shuffling, cutting, giving it up."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import Cutting, Resume, Shoe, State, cards_burned, cards_out_of_the_shoe, pass_over


@event("shoe_shuffled")
class ShoeShuffled(Event):
    """A new shoe, face down and uncut (art. 8 bis). Whoever changed his seat during the last one waits no longer.
    `first_pass`: the number of the pass that it begins with."""

    number: int
    decks: int
    riffles: int
    first_pass: int

    def evolve(self, state: State) -> State:
        holder, seat = (state.shoe.holder, state.shoe.seat) if state.shoe else (None, None)
        shoe = Shoe(
            number=self.number, decks=self.decks, holder=holder, seat=seat, first_pass=self.first_pass
        )
        return replace(state, shoe=shoe, shoes=self.number, results="", marks=(), sat_in={})


@event("cut_offered")
class CutOffered(Event):
    """`asked` is asked to cut."""

    asked: str

    def evolve(self, state: State) -> State:
        declined = state.cutting.declined if state.cutting else ()
        return replace(state, cutting=Cutting(self.asked, declined), phase="cutting")


@event("cutter_changed")
class CutterChanged(Event):
    """While a burned shoe waits to be shuffled, another person is to be asked for the cut; None: nobody yet."""

    asked: str | None

    def evolve(self, state: State) -> State:
        declined = state.cutting.declined if state.cutting else ()
        return replace(state, cutting=None if self.asked is None else Cutting(self.asked, declined))


@event("cut_declined")
class CutDeclined(Event):
    """The player declined to cut."""

    player: str

    def evolve(self, state: State) -> State:
        cutting = state.cutting or Cutting(self.player)
        return replace(state, cutting=replace(cutting, declined=(*cutting.declined, self.player)))


@event("shoe_cut")
class ShoeCut(Event):
    """The shoe was cut with `depth` cards above the cut. If `player` is None, the croupier cut."""

    player: str | None
    depth: int

    def evolve(self, state: State) -> State:
        return _with_shoe(replace(state, cutting=None), is_cut=True)


@event("sabot_taken")
class SabotTaken(Event):
    """The sabot is with `holder` at `seat`. If `holder` is None, the croupier has it or nobody does."""

    holder: str | None
    seat: int | None

    def evolve(self, state: State) -> State:
        if state.shoe is None:
            return state
        return replace(state, shoe=replace(state.shoe, holder=self.holder, seat=self.seat))


@event("stop_card_seen")
class StopCardSeen(Event):
    """The stop card appeared: this pass, or the one being bet on, is the shoe's last (art. 11)."""

    def evolve(self, state: State) -> State:
        return _with_shoe(state, last_pass=True)


@event("shoe_burned")
class ShoeBurned(Event):
    """The rest of the shoe is out of play, and with it the pass that was being bet or dealt."""

    reason: str
    cards: int

    def evolve(self, state: State) -> State:
        if state.shoe is None:
            return state
        shoe = state.shoe
        burned = _with_shoe(state, dealt=shoe.dealt + self.cards, burned=shoe.burned + self.cards)
        return pass_over(burned, state.current.number, state.current.bets)


@event("resume_set")
class ResumeSet(Event):
    """Sets what follows the next shuffle."""

    resume: Resume

    def evolve(self, state: State) -> State:
        return replace(state, resume=self.resume)


@event("cards_burned")
class CardsBurned(Event):
    """`count` cards left the shoe without counting; `cards` are those of them that were seen.

    `last_pass`: this pass is the shoe's last, as with every card that leaves the shoe (art. 11).
    """

    cards: tuple[str, ...]
    count: int
    last_pass: bool

    def evolve(self, state: State) -> State:
        drawn = cards_out_of_the_shoe(state, self.cards, self.count, self.last_pass)
        return cards_burned(drawn, self.count)


def _with_shoe(state: State, **changes: object) -> State:
    if state.shoe is None:
        return state
    return replace(state, shoe=replace(state.shoe, **changes))  # type: ignore[arg-type]
