"""Events of the cards, the will and the banker's choice."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import Pass, State, cards_burned, cards_out_of_the_shoe, less_cards


@event("cards_declined")
class CardsDeclined(Event):
    """A player gives up the right to punto's cards in this pass (art. 46)."""

    player: str

    def evolve(self, state: State) -> State:
        declined = (*state.current.cards_declined, self.player)
        return replace(state, current=replace(state.current, cards_declined=declined))


@event("cards_given")
class CardsGiven(Event):
    """`card_holder` now has the right to punto's cards; None is the croupier."""

    card_holder: str | None

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, card_holder=self.card_holder))


@event("card_dealt")
class CardDealt(Event):
    """A card goes to a hand. `last_pass`: this pass is the shoe's last (art. 11)."""

    hand: str
    card: str
    last_pass: bool

    def evolve(self, state: State) -> State:
        shoe = state.shoe and less_cards(state.shoe, (self.card,), 1, self.last_pass)
        return replace(state, current=_with_card(state.current, self.hand, self.card), shoe=shoe)


@event("third_card_undue")
class ThirdCardUndue(Event):
    """Banca shows a natural after punto has drawn: punto's third card is burned (art. 51 c)."""

    card: str
    article: str | None

    def evolve(self, state: State) -> State:
        if state.shoe is None:
            return state
        current = replace(state.current, punto=state.current.punto[:-1])
        return replace(state, current=current, shoe=replace(state.shoe, burned=state.shoe.burned + 1))


@event("will_spoken")
class WillSpoken(Event):
    """Draw or stand on five. `article` is set if a rule decided instead of a player (art. 28)."""

    choice: str
    article: str | None = None

    def evolve(self, state: State) -> State:
        current = state.current
        return replace(state, current=replace(current, will=self.choice, banca_at_will=len(current.banca)))


@event("bank_chose")
class BankChose(Event):
    """The banker draws, stands or follows the table. The choice is binding."""

    choice: str

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, bank_choice=self.choice))


@event("card_held")
class CardHeld(Event):
    """A card waits until banca's two cards are known (art. 51 c) or the will is spoken (art. 51 b)."""

    card: str
    last_pass: bool

    def evolve(self, state: State) -> State:
        drawn = cards_out_of_the_shoe(state, (self.card,), 1, self.last_pass)
        return replace(drawn, current=replace(drawn.current, held=self.card))


@event("third_card_held")
class ThirdCardHeld(Event):
    """Punto's third card was not due and waits for banca (arts. 20, 51 c)."""

    card: str

    def evolve(self, state: State) -> State:
        current = replace(state.current, punto=state.current.punto[:-1], held=self.card)
        return replace(state, current=current)


@event("held_card_dealt")
class HeldCardDealt(Event):
    """The held card goes to a hand."""

    hand: str
    card: str

    def evolve(self, state: State) -> State:
        current = replace(state.current, held=None)
        return replace(state, current=_with_card(current, self.hand, self.card))


@event("held_card_burned")
class HeldCardBurned(Event):
    """The held card is burned."""

    card: str

    def evolve(self, state: State) -> State:
        return cards_burned(replace(state, current=replace(state.current, held=None)), 1)


def _with_card(current: Pass, hand: str, card: str) -> Pass:
    if hand == "punto":
        return replace(current, punto=(*current.punto, card))
    return replace(current, banca=(*current.banca, card))
