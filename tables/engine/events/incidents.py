"""Events of the bad minutes: incidents, void passes, burned cards, a suspended table, notes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tables.engine.events.base import Event, event
from tables.engine.state import LastPass, Pass, State


@event("incident_noted")
class IncidentNoted(Event):
    """What the croupier reported, and the article that says what follows; what it did are the events after it."""

    kind: str
    article: str | None
    details: Mapping[str, Any]

    def evolve(self, state: State) -> State:
        return state


@event("cards_burned")
class CardsBurned(Event):
    """`cards`: those that were seen, out of `count` that left the shoe and never counted."""

    cards: tuple[str, ...]
    count: int

    def evolve(self, state: State) -> State:
        drawn = _drawn(state, self.cards, self.count)
        return _burned(drawn, self.count)


@event("card_held")
class CardHeld(Event):
    """It waits until banca's two cards are known (art. 51 c), or until the will is spoken (51 b)."""

    card: str

    def evolve(self, state: State) -> State:
        drawn = _drawn(state, (self.card,), 1)
        return replace(drawn, current=replace(drawn.current, held=self.card))


@event("third_card_held")
class ThirdCardHeld(Event):
    """Punto's third card was not due: it waits for banca (arts. 20, 51 c)."""

    card: str

    def evolve(self, state: State) -> State:
        current = replace(state.current, punto=state.current.punto[:-1], held=self.card)
        return replace(state, current=current)


@event("held_card_dealt")
class HeldCardDealt(Event):
    hand: str
    card: str

    def evolve(self, state: State) -> State:
        hand = (*getattr(state.current, self.hand), self.card)
        current: Pass = replace(state.current, held=None, **{self.hand: hand})  # type: ignore[arg-type]
        return replace(state, current=current)


@event("held_card_burned")
class HeldCardBurned(Event):
    card: str

    def evolve(self, state: State) -> State:
        return _burned(replace(state, current=replace(state.current, held=None)), 1)


@event("punto_told")
class PuntoTold(Event):
    """Punto miscalled: the banker gives the card or refuses it, whatever the table says (chemin-de-fer)."""

    choice: str

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, punto_told=self.choice))


@event("banca_counts_nothing")
class BancaCountsNothing(Event):
    """The banker dealt himself more than two: his two cards count 0 (chemin-de-fer)."""

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, banca_counts_nothing=True))


@event("hand_forfeited")
class HandForfeited(Event):
    """Cards went unseen into the basket: that hand loses (chemin-de-fer)."""

    hand: str

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, forfeit=self.hand))


@event("will_reopened")
class WillReopened(Event):
    """Whoever should have spoken speaks now (art. 19)."""

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, will=None))


@event("deal_burned")
class DealBurned(Event):
    """A confused deal: its `cards` are burned, the pass is dealt anew, bets stand (art. 50)."""

    cards: int

    def evolve(self, state: State) -> State:
        before = state.current
        current = Pass(
            number=before.number,
            bets=before.bets,
            card_holder=before.card_holder,
            cards_declined=before.cards_declined,
            banco=before.banco,
            card_right=before.card_right,
            redealt=True,
        )
        return _burned(replace(state, current=current), self.cards)


@event("pass_voided")
class PassVoided(Event):
    """Nothing is won or lost; the cards are burned, the stakes are the next pass's bets."""

    number: int
    reason: str
    cards: int

    def evolve(self, state: State) -> State:
        current = state.current
        voided = replace(
            state,
            last_pass=LastPass(self.number, "void", current.punto, current.banca, ()),
            last_stakes=current.bets,
            current=Pass(
                number=self.number + 1,
                bets=current.bets,
                banco=current.banco,
                card_right=current.card_right,
            ),
            bank=replace(state.bank, bound=False) if state.bank else None,
        )
        return _burned(voided, self.cards)


@event("table_suspended")
class TableSuspended(Event):
    reason: str

    def evolve(self, state: State) -> State:
        return replace(state, suspended=True)


@event("table_resumed")
class TableResumed(Event):
    def evolve(self, state: State) -> State:
        return replace(state, suspended=False)


@event("noted")
class Noted(Event):
    text: str
    article: str | None

    def evolve(self, state: State) -> State:
        return state


def cards_on_the_table(current: Pass) -> int:
    """How many cards of the pass lie there, the held one too."""
    return len(current.punto) + len(current.banca) + (current.held is not None)


def _drawn(state: State, cards: tuple[str, ...], count: int) -> State:
    if state.shoe is None:
        return state
    shoe, seen = state.shoe, dict(state.shoe.seen)
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
    last = shoe.last_pass or shoe.left - count <= int(state.settings["stop_card"])
    return replace(state, shoe=replace(shoe, dealt=shoe.dealt + count, seen=seen, last_pass=last))


def _burned(state: State, count: int) -> State:
    if state.shoe is None:
        return state
    return replace(state, shoe=replace(state.shoe, burned=state.shoe.burned + count))
