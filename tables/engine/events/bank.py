"""Events of the bank: auction, offer, opening, raising, halving, suite."""

from dataclasses import replace

from tables.engine.events.base import BANK, CAGNOTTE, TRAY, Event, Transfer, chips, event, in_halves
from tables.engine.purposes import Purpose
from tables.engine.state import Association, Auction, Bank, Bet, Lap, Offer, Phase, State, Suite


@event("auction_opened")
class AuctionOpened(Event):
    """`barred` may not bid; `least`: the lowest bid; `origin`: the seat from whose right equal bids are counted;
    `passer`: whose passed hand it is."""

    barred: tuple[str, ...] = ()
    least: int = 0
    origin: int = 14
    passer: str | None = None

    def evolve(self, state: State) -> State:
        auction = Auction(barred=self.barred, least=self.least, origin=self.origin, passer=self.passer)
        return replace(state, phase="auction", auction=auction)


@event("bid_placed")
class BidPlaced(Event):
    player: str
    amount: int

    def evolve(self, state: State) -> State:
        auction = state.auction or Auction()
        others = tuple(bid for bid in auction.bids if bid.player != self.player)
        bids = (*others, Bet(self.player, "bank", self.amount))
        return replace(state, auction=replace(auction, bids=bids))


@event("bid_lapsed")
class BidLapsed(Event):
    player: str

    def evolve(self, state: State) -> State:
        auction = state.auction or Auction()
        return replace(
            state,
            auction=replace(
                auction,
                bids=tuple(bid for bid in auction.bids if bid.player != self.player),
                tied=tuple(player for player in auction.tied if player != self.player),
            ),
        )


@event("second_round_opened")
class SecondRoundOpened(Event):
    """Only the tied may bid now, each above the lead (art. 5)."""

    tied: tuple[str, ...]
    floor: int

    def evolve(self, state: State) -> State:
        auction = state.auction or Auction()
        return replace(state, auction=replace(auction, round=2, tied=self.tied, floor=self.floor))


@event("auction_closed")
class AuctionClosed(Event):
    """`winner` None: nobody bid."""

    winner: str | None
    amount: int

    def evolve(self, state: State) -> State:
        return replace(state, auction=None)


@event("offer_opened")
class OfferOpened(Event):
    """The walk begins at the right of `origin`."""

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
    """`asked` at `seat`, `walked` steps from where the walk began."""

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
    player: str

    def evolve(self, state: State) -> State:
        offer = state.offer or Offer(1, 1)
        refusals = {**state.refusals, self.player: state.refusals.get(self.player, 0) + 1}
        declined = (*offer.declined, self.player)
        return replace(state, offer=replace(offer, declined=declined), refusals=refusals)


@event("offer_closed")
class OfferClosed(Event):
    def evolve(self, state: State) -> State:
        return replace(state, offer=None)


@event("lap_begun")
class LapBegun(Event):
    """The offer has reached the lap's first seat again, or a first opener begins one at `start` (art. 31)."""

    number: int
    start: int | None

    def evolve(self, state: State) -> State:
        return replace(state, lap=replace(state.lap, number=self.number, start=self.start, openers=()))


@event("bank_opened")
class BankOpened(Event):
    """`opens`: it counts as an opening of the lap; a suite does not (art. 31)."""

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
        mine = Transfer(_owner(self.holder), BANK, self.stake - self.share, Purpose.BANK_OPENED)
        if self.associate is None:
            return (mine,)
        return (mine, Transfer(chips(self.associate), BANK, self.share, Purpose.BANK_OPENED))

    def _lap_after(self, lap: Lap) -> Lap:
        """An auction starts the count of openings in a row afresh (art. 33)."""
        again = lap.last_opener == self.holder and self.origin != "auction"
        return replace(
            lap,
            openers=(*lap.openers, self.holder or ""),
            last_opener=self.holder,
            running=lap.running + 1 if again else 1,
        )


@event("bank_raised")
class BankRaised(Event):
    """`stake`: the new total; `added`: what the holder put beside it."""

    player: str
    stake: int
    added: int
    associate: str | None = None
    share: int = 0

    def evolve(self, state: State) -> State:
        return _with_stake(state, self.stake)

    def transfers(self) -> tuple[Transfer, ...]:
        mine = Transfer(chips(self.player), BANK, self.added - self.share, Purpose.BANK_RAISED)
        if self.associate is None:
            return (mine,)
        return (mine, Transfer(chips(self.associate), BANK, self.share, Purpose.BANK_RAISED))


@event("associate_joined")
class AssociateJoined(Event):
    """Somebody puts up the same amount as the banker and shares the result (chemin-de-fer art. 2)."""

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
    """Garaje: `amount` leaves the bank and is the banker's, half of it the associate's (chemin-de-fer art. 17)."""

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
    """He drew a card too early and must play this pass (chemin-de-fer)."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(state, bank=replace(state.bank, bound=True)) if state.bank else state


@event("half_taken")
class HalfTaken(Event):
    """`amount`: what the holder takes; `stake`: what stays."""

    player: str
    amount: int
    stake: int

    def evolve(self, state: State) -> State:
        after = _with_stake(state, self.stake)
        return replace(after, bank=replace(after.bank, half_taken=True)) if after.bank else after

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, chips(self.player), self.amount, Purpose.BANK_HALVED),)


@event("bank_trimmed")
class BankTrimmed(Event):
    """What exceeds a new maximum goes back to its owner (art. 2)."""

    player: str | None
    amount: int
    stake: int

    def evolve(self, state: State) -> State:
        return _with_stake(state, self.stake)

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, _owner(self.player), self.amount, Purpose.BANK_TRIMMED),)


@event("bank_returned")
class BankReturned(Event):
    """The stake goes back and the bank is over; `why` is one of left, desisted, closed, suite_over, burned."""

    player: str | None
    amount: int
    why: str
    associate: str | None = None
    share: int = 0

    def evolve(self, state: State) -> State:
        return _without_bank(state)

    def transfers(self) -> tuple[Transfer, ...]:
        return in_halves(_owner(self.player), self.associate, self.amount, self.share, Purpose.BANK_RETURNED)


@event("bank_fell")
class BankFell(Event):
    """The bank was lost; its money went with the pass's payment, what nobody had covered goes back to its owners."""

    player: str | None
    seat: int
    uncovered: int = 0
    associate: str | None = None
    share: int = 0

    def evolve(self, state: State) -> State:
        return replace(_without_bank(state), passed={})

    def transfers(self) -> tuple[Transfer, ...]:
        return in_halves(
            _owner(self.player), self.associate, self.uncovered, self.share, Purpose.BANK_UNCOVERED
        )


@event("suite_given")
class SuiteGiven(Event):
    """The holder withdraws `amount` less `deduction` (art. 38)."""

    giver: str
    seat: int
    amount: int
    deduction: int
    returned: int
    came_from: Phase
    first_giver: int
    article: str | None
    barred: tuple[str, ...] = ()
    associate: str | None = None
    share: int = 0
    made_banco: str | None = None

    def evolve(self, state: State) -> State:
        suite = Suite(
            self.giver,
            self.seat,
            self.amount,
            self.deduction,
            self.returned,
            self.came_from,
            self.first_giver,
            barred=self.barred,
        )
        cagnotte = state.cagnotte + self.deduction
        passed = {**state.passed, **dict.fromkeys(self._passers(), self.amount)}
        return replace(
            _without_bank(state),
            phase="suite",
            suite=suite,
            cagnotte=cagnotte,
            passed=passed,
            made_banco=self.made_banco,
        )

    def _passers(self) -> tuple[str, ...]:
        return (self.giver, self.associate) if self.associate else (self.giver,)

    def transfers(self) -> tuple[Transfer, ...]:
        return (
            Transfer(BANK, CAGNOTTE, self.deduction, Purpose.SUITE_DEDUCTION),
            *in_halves(
                chips(self.giver),
                self.associate,
                self.returned + self.share,
                self.share,
                Purpose.BANK_RETURNED,
            ),
        )


@event("suite_offered")
class SuiteOffered(Event):
    asked: str

    def evolve(self, state: State) -> State:
        return replace(state, suite=replace(state.suite, asked=self.asked) if state.suite else None)


@event("suite_declined")
class SuiteDeclined(Event):
    player: str

    def evolve(self, state: State) -> State:
        if state.suite is None:
            return state
        declined = (*state.suite.declined, self.player)
        return replace(state, suite=replace(state.suite, declined=declined))


@event("suite_reserved")
class SuiteReserved(Event):
    """Two would take it together: a single taker still comes before them (chemin-de-fer art. 4)."""

    player: str
    associate: str
    amount: int

    def evolve(self, state: State) -> State:
        if state.suite is None:
            return state
        reserved = Association(self.player, self.associate, self.amount)
        return replace(state, suite=replace(state.suite, reserved=reserved))


@event("suite_closed")
class SuiteClosed(Event):
    """The offer of the suite is over; back to the phase that it came from."""

    phase: Phase

    def evolve(self, state: State) -> State:
        return replace(state, phase=self.phase, suite=None)


@event("suite_deduction_given_back")
class SuiteDeductionGivenBack(Event):
    """The shoe ended before anyone took the suite."""

    player: str
    amount: int

    def evolve(self, state: State) -> State:
        return replace(state, cagnotte=state.cagnotte - self.amount)

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGNOTTE, chips(self.player), self.amount, Purpose.SUITE_DEDUCTION_RETURNED),)


def _owner(player: str | None) -> str:
    return chips(player) if player else TRAY


def _without_bank(state: State) -> State:
    """Nobody holds the sabot until the next bank; the seat where it was stays known."""
    shoe = replace(state.shoe, holder=None) if state.shoe else None
    return replace(state, bank=None, shoe=shoe)


def _with_stake(state: State, stake: int) -> State:
    return replace(state, bank=replace(state.bank, stake=stake)) if state.bank else state
