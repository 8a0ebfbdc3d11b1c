"""Events of the suite: a bank that is withdrawn and offered on."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import Association, Phase, State, Suite, without_bank
from tables.engine.transfers import BANK, CAGNOTTE, Purpose, Transfer, chips, in_halves


@event("suite_given")
class SuiteGiven(Event):
    """The holder withdraws the bank: `amount` less `deduction` (art. 38)."""

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
            without_bank(state),
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
    """`asked` is asked to take the suite."""

    asked: str

    def evolve(self, state: State) -> State:
        return replace(state, suite=replace(state.suite, asked=self.asked) if state.suite else None)


@event("suite_declined")
class SuiteDeclined(Event):
    """The player, or the standing, declined the suite."""

    player: str

    def evolve(self, state: State) -> State:
        if state.suite is None:
            return state
        declined = (*state.suite.declined, self.player)
        return replace(state, suite=replace(state.suite, declined=declined))


@event("suite_reserved")
class SuiteReserved(Event):
    """Two players would take the hand together. A single taker still has priority (chemin-de-fer art. 4)."""

    player: str
    associate: str
    amount: int

    def evolve(self, state: State) -> State:
        if state.suite is None:
            return state
        reserved = Association(self.player, self.associate, self.amount)
        return replace(state, suite=replace(state.suite, reserved=reserved))


@event("suite_association_dissolved")
class SuiteAssociationDissolved(Event):
    """`player`, one of two who would take the hand together, has left the table."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(state, suite=replace(state.suite, reserved=None) if state.suite else None)


@event("suite_closed")
class SuiteClosed(Event):
    """The offer of the suite is over. The table returns to `phase`."""

    phase: Phase

    def evolve(self, state: State) -> State:
        return replace(state, phase=self.phase, suite=None)


@event("suite_deduction_given_back")
class SuiteDeductionGivenBack(Event):
    """The shoe or the table ended before anyone took the suite."""

    player: str
    amount: int

    def evolve(self, state: State) -> State:
        return replace(state, cagnotte=state.cagnotte - self.amount)

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGNOTTE, chips(self.player), self.amount, Purpose.SUITE_DEDUCTION_RETURNED),)
