"""Events of the bank that covers the punto bets (chemin-de-fer)."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.merging import with_bets
from tables.engine.state import Banco, Bet, State
from tables.engine.transfers import BANK, STAKES, Purpose, Transfer, chips, in_halves


@event("associate_joined")
class AssociateJoined(Event):
    """An associate puts up the same amount as the banker and shares the result (chemin-de-fer art. 2)."""

    player: str
    amount: int

    def evolve(self, state: State) -> State:
        if state.bank is None:
            return state
        grown = replace(state.bank, stake=state.bank.stake + self.amount, associate=self.player)
        return replace(state, bank=grown)

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(chips(self.player), BANK, self.amount, Purpose.ASSOCIATE_JOINED),)


@event("set_aside")
class SetAside(Event):
    """Garaje: `amount` leaves the bank for the banker, `share` of it for the associate (chemin-de-fer art. 17)."""

    player: str
    amount: int
    half_of_the_bank: bool
    associate: str | None
    share: int

    def evolve(self, state: State) -> State:
        bank = state.bank
        if bank is None:
            return state
        left = replace(
            bank,
            stake=bank.stake - self.amount,
            garaje=bank.garaje + self.amount,
            winnings=max(bank.winnings - self.amount, 0),
            halved_in=state.current.number if self.half_of_the_bank else bank.halved_in,
        )
        return replace(state, bank=left)

    def transfers(self) -> tuple[Transfer, ...]:
        return in_halves(chips(self.player), self.associate, self.amount, self.share, Purpose.BANK_SET_ASIDE)


@event("banker_bound")
class BankerBound(Event):
    """The banker drew a card too early and must play this pass (chemin-de-fer)."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(state, bank=replace(state.bank, bound=True)) if state.bank else state


@event("banco_called")
class BancoCalled(Event):
    """Banco was called. `bets` are those of the caller and of the partners in an association."""

    player: str
    kind: str
    bets: tuple[Bet, ...]

    def evolve(self, state: State) -> State:
        bets = with_bets(state.current.bets, self.bets)
        players = tuple(bet.player for bet in self.bets if bet.player != self.player)
        banco = Banco(self.player, self.kind, players)
        return replace(state, current=replace(state.current, bets=bets, banco=banco))

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(chips(bet.player), STAKES, bet.amount, Purpose.BANCO_PLACED) for bet in self.bets
        )


@event("banco_trimmed")
class BancoTrimmed(Event):
    """Limits have taken the whole stake of somebody in a call of banco. `players`: those of the call who still have
    one; without its caller the call is gone (chemin-de-fer art. 14)."""

    players: tuple[str, ...]

    def evolve(self, state: State) -> State:
        called = state.current.banco
        if called is None:
            return state
        partners = tuple(player for player in called.players if player in self.players)
        left = replace(called, players=partners) if called.player in self.players else None
        return replace(state, current=replace(state.current, banco=left))


@event("cards_right_given")
class CardsRightGiven(Event):
    """The new bank is larger than the one before: the player who had called banco takes punto's cards for one pass
    (chemin-de-fer art. 8)."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, card_right=self.player))
