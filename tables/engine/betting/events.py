"""Events of bets, up to no va más."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.merging import with_bet, with_bets, without_bets
from tables.engine.state import Bet, State
from tables.engine.transfers import STAKES, Purpose, Transfer, chips, returned


@event("betting_opened")
class BettingOpened(Event):
    """Hagan juego. `number` is the pass that is bet on; stakes that stayed are already on the table."""

    number: int

    def evolve(self, state: State) -> State:
        return replace(state, phase="betting", current=replace(state.current, number=self.number))


@event("bet_placed")
class BetPlaced(Event):
    """`amount` is added to the player's bet on the chance."""

    player: str
    chance: str
    amount: int

    def evolve(self, state: State) -> State:
        added = with_bet(state.current.bets, Bet(self.player, self.chance, self.amount))
        return replace(state, current=replace(state.current, bets=added))

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(chips(self.player), STAKES, self.amount, Purpose.BET_PLACED),)


@event("bet_removed")
class BetRemoved(Event):
    """A player's whole bet on a chance goes back to him."""

    player: str
    chance: str
    amount: int

    def evolve(self, state: State) -> State:
        gone = Bet(self.player, self.chance, self.amount)
        left = tuple(bet for bet in state.current.bets if bet != gone)
        banco = state.current.banco
        if banco is not None and self.player in (banco.player, *banco.players):
            banco = None
        return replace(state, current=replace(state.current, bets=left, banco=banco))

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(STAKES, chips(self.player), self.amount, Purpose.BET_REMOVED),)


@event("bets_repeated")
class BetsRepeated(Event):
    """`bets` are the amounts added, as far as the limits allow."""

    bets: tuple[Bet, ...]

    def evolve(self, state: State) -> State:
        bets = with_bets(state.current.bets, self.bets)
        return replace(state, current=replace(state.current, bets=bets))

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(chips(bet.player), STAKES, bet.amount, Purpose.BET_REPEATED) for bet in self.bets
        )


@event("bets_returned")
class BetsReturned(Event):
    """`bets` go back to their players: all bets on the table, or those of one player or call."""

    bets: tuple[Bet, ...]

    def evolve(self, state: State) -> State:
        left = tuple(bet for bet in state.current.bets if bet not in self.bets)
        banco, bettors = state.current.banco, {bet.player for bet in left}
        gone = banco is not None and not bettors.issuperset((banco.player, *banco.players))
        return replace(state, current=replace(state.current, bets=left, banco=None if gone else banco))

    def transfers(self) -> tuple[Transfer, ...]:
        return returned(self.bets)


@event("bets_trimmed")
class BetsTrimmed(Event):
    """A lower maximum has taken effect: `bets` are the parts of stakes above it, which go back (argentina art. 2)."""

    bets: tuple[Bet, ...]

    def evolve(self, state: State) -> State:
        return replace(
            state, current=replace(state.current, bets=without_bets(state.current.bets, self.bets))
        )

    def transfers(self) -> tuple[Transfer, ...]:
        return returned(self.bets)


@event("betting_closed")
class BettingClosed(Event):
    """No va más. If `card_holder` is None, the croupier shows punto's cards (art. 27). `free`: there is no bet, and the
    house counts the passes of a shoe without one."""

    card_holder: str | None
    free: bool

    def evolve(self, state: State) -> State:
        shoe = state.shoe
        if shoe and self.free:
            shoe = replace(shoe, free_passes=shoe.free_passes + 1)
        current = replace(state.current, card_holder=self.card_holder)
        return replace(state, phase="dealing", current=current, shoe=shoe)
