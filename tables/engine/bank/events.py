"""Events of the bank."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import Bank, Lap, State, with_stake, without_bank
from tables.engine.transfers import BANK, Purpose, Transfer, chips, in_halves, owner_of


@event("bank_opened")
class BankOpened(Event):
    """A bank begins. `opens` is True if it counts as an opening of the lap; a suite does not (art. 31)."""

    holder: str | None
    seat: int
    stake: int
    origin: str
    maximum: int
    opens: bool
    first_giver: int | None = None
    passer: str | None = None
    associate: str | None = None
    share: int = 0

    def evolve(self, state: State) -> State:
        bank = Bank(
            self.holder,
            self.seat,
            self.stake,
            self.stake,
            self.maximum,
            self.origin,
            first_giver=self.first_giver,
            passer=self.passer,
            associate=self.associate,
        )
        lap = self._lap_after(state.lap) if self.opens and self.holder else state.lap
        refusals = {who: times for who, times in state.refusals.items() if who != self.holder}
        return replace(state, bank=bank, lap=lap, refusals=refusals)

    def transfers(self) -> tuple[Transfer, ...]:
        mine = Transfer(owner_of(self.holder), BANK, self.stake - self.share, Purpose.BANK_OPENED)
        if self.associate is None:
            return (mine,)
        return (mine, Transfer(chips(self.associate), BANK, self.share, Purpose.BANK_OPENED))

    def _lap_after(self, lap: Lap) -> Lap:
        """The lap after this opening. An auction restarts the count of consecutive openings (art. 33)."""
        again = lap.last_opener == self.holder and self.origin != "auction"
        return replace(
            lap,
            openers=(*lap.openers, self.holder or ""),
            last_opener=self.holder,
            running=lap.running + 1 if again else 1,
        )


@event("bank_raised")
class BankRaised(Event):
    """`stake` is the new total; `added` is what the holder added."""

    player: str
    stake: int
    added: int
    associate: str | None = None
    share: int = 0

    def evolve(self, state: State) -> State:
        return with_stake(state, self.stake)

    def transfers(self) -> tuple[Transfer, ...]:
        mine = Transfer(chips(self.player), BANK, self.added - self.share, Purpose.BANK_RAISED)
        if self.associate is None:
            return (mine,)
        return (mine, Transfer(chips(self.associate), BANK, self.share, Purpose.BANK_RAISED))


@event("half_taken")
class HalfTaken(Event):
    """`amount` is what the holder takes; `stake` is what stays."""

    player: str
    amount: int
    stake: int

    def evolve(self, state: State) -> State:
        after = with_stake(state, self.stake)
        return replace(after, bank=replace(after.bank, half_taken=True)) if after.bank else after

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, chips(self.player), self.amount, Purpose.BANK_HALVED),)


@event("bank_trimmed")
class BankTrimmed(Event):
    """The part of a bank above a new maximum goes back to its owner (art. 2)."""

    player: str | None
    amount: int
    stake: int

    def evolve(self, state: State) -> State:
        return with_stake(state, self.stake)

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, owner_of(self.player), self.amount, Purpose.BANK_TRIMMED),)


@event("bank_returned")
class BankReturned(Event):
    """The bank is over and its stake goes back. `why` is one of left, desisted, closed, suite_over, taken."""

    player: str | None
    amount: int
    why: str
    associate: str | None = None
    share: int = 0

    def evolve(self, state: State) -> State:
        return without_bank(state)

    def transfers(self) -> tuple[Transfer, ...]:
        return in_halves(
            owner_of(self.player), self.associate, self.amount, self.share, Purpose.BANK_RETURNED
        )


@event("bank_fell")
class BankFell(Event):
    """The bank was lost. The payment of the pass moved its money; the uncovered part goes back to its owners."""

    player: str | None
    seat: int
    uncovered: int = 0
    associate: str | None = None
    share: int = 0

    def evolve(self, state: State) -> State:
        return replace(without_bank(state), passed={})

    def transfers(self) -> tuple[Transfer, ...]:
        return in_halves(
            owner_of(self.player), self.associate, self.uncovered, self.share, Purpose.BANK_UNCOVERED
        )
