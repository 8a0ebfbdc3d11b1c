"""Events of incidents, void passes and burned shoes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tables.engine.event import Event, event
from tables.engine.state import (
    ConductNotes,
    LastPass,
    Pass,
    State,
    cards_burned,
    cards_out_of_the_shoe,
    pass_over,
)


@event("incident_noted")
class IncidentNoted(Event):
    """The croupier reported an incident. `article` states the consequence; the events that follow carry it out."""

    kind: str
    article: str | None
    details: Mapping[str, Any]

    def evolve(self, state: State) -> State:
        return state


@event("conduct_noted")
class ConductNoted(Event):
    """A note about a player's conduct. `sent_away`: he does not join again until a jefe lifts it."""

    player: str
    name: str
    article: str | None
    sent_away: bool

    def evolve(self, state: State) -> State:
        before = state.conduct.get(self.player, ConductNotes(self.name))
        notes = ConductNotes(
            self.name,
            before.count + 1,
            before.sent_away or self.sent_away,
            self.article if self.sent_away else before.article,
        )
        return replace(state, conduct={**state.conduct, self.player: notes})


@event("player_readmitted")
class PlayerReadmitted(Event):
    """A jefe lifted what sent the player away."""

    player: str
    reason: str | None

    def evolve(self, state: State) -> State:
        lifted = replace(state.conduct[self.player], sent_away=False, article=None)
        return replace(state, conduct={**state.conduct, self.player: lifted})


@event("consent_given")
class ConsentGiven(Event):
    """A second person signed the command of this record. `asked`: the version at which it was asked for."""

    request: int
    signer: str
    role: str
    asked: int
    asked_at: str

    def evolve(self, state: State) -> State:
        return state


@event("punto_told")
class PuntoTold(Event):
    """Punto miscalled: the banker gives or refuses the card, whatever the drawing table says (chemin-de-fer)."""

    choice: str

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, punto_told=self.choice))


@event("banca_counts_nothing")
class BancaCountsNothing(Event):
    """The banker dealt himself more than two cards: his first two count 0 (chemin-de-fer)."""

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, banca_counts_nothing=True))


@event("third_card_replaced")
class ThirdCardReplaced(Event):
    """Of two third cards `card` is the one that counts; that which lay there is burned (chemin-de-fer). What the banker
    chose against another card of punto is forgotten."""

    hand: str
    card: str
    last_pass: bool

    def evolve(self, state: State) -> State:
        drawn = cards_burned(cards_out_of_the_shoe(state, (self.card,), 1, self.last_pass), 1)
        current = drawn.current
        if self.hand == "punto":
            changed = replace(current, punto=(*current.punto[:2], self.card), bank_choice=None)
            return replace(drawn, current=changed)
        return replace(drawn, current=replace(current, banca=(*current.banca[:2], self.card)))


@event("hand_forfeited")
class HandForfeited(Event):
    """A hand thrown into the basket unseen loses (chemin-de-fer)."""

    hand: str

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, forfeit=self.hand))


@event("will_reopened")
class WillReopened(Event):
    """The player who should have spoken the will speaks it now (art. 19)."""

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, will=None))


@event("deal_burned")
class DealBurned(Event):
    """A confused deal: `cards` is how many cards are burned. The pass is dealt again and the bets stand (art. 50)."""

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
        return cards_burned(replace(state, current=current), self.cards)


@event("pass_voided")
class PassVoided(Event):
    """Nothing is won or lost. The cards are burned, and the stakes become the bets of the next pass."""

    number: int
    reason: str
    cards: int

    def evolve(self, state: State) -> State:
        current = state.current
        voided = replace(
            state,
            last_pass=LastPass(
                self.number,
                "void",
                current.punto,
                current.banca,
                (),
                banca_counts_nothing=current.banca_counts_nothing,
            ),
            last_stakes=current.bets,
            voided=(*state.voided, self.number),
        )
        return cards_burned(pass_over(voided, self.number + 1, current.bets, current.banco), self.cards)


def cards_on_the_table(current: Pass) -> int:
    """The number of cards of the pass on the table, including the held one."""
    return len(current.punto) + len(current.banca) + (current.held is not None)
