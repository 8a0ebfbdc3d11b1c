"""Events of a pass: bets, no va más, cards, will, payment."""

from dataclasses import replace

from tables.engine.events.base import BANK, CAGNOTTE, STAKES, TRAY, Event, Transfer, chips, event
from tables.engine.purposes import LOST, WON, Purpose
from tables.engine.state import Banco, Bank, Bet, LastPass, Pass, Settlement, State


@event("bet_placed")
class BetPlaced(Event):
    """`amount` is added to what lies there."""

    player: str
    chance: str
    amount: int

    def evolve(self, state: State) -> State:
        added = _added(state.current.bets, Bet(self.player, self.chance, self.amount))
        return replace(state, current=replace(state.current, bets=added))

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(chips(self.player), STAKES, self.amount, Purpose.BET_PLACED),)


@event("bet_removed")
class BetRemoved(Event):
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
        bets = state.current.bets
        for bet in self.bets:
            bets = _added(bets, bet)
        return replace(state, current=replace(state.current, bets=bets))

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(chips(bet.player), STAKES, bet.amount, Purpose.BET_REPEATED) for bet in self.bets
        )


@event("banco_called")
class BancoCalled(Event):
    """`bets` are laid by the caller, or by all who share an association."""

    player: str
    kind: str
    bets: tuple[Bet, ...]

    def evolve(self, state: State) -> State:
        bets = state.current.bets
        for bet in self.bets:
            bets = _added(bets, bet)
        players = tuple(bet.player for bet in self.bets if bet.player != self.player)
        banco = Banco(self.player, self.kind, players)
        return replace(state, current=replace(state.current, bets=bets, banco=banco))

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(chips(bet.player), STAKES, bet.amount, Purpose.BANCO_PLACED) for bet in self.bets
        )


@event("cards_right_given")
class CardsRightGiven(Event):
    """The new bank exceeds the old: who had made banco takes punto's cards for one pass (chemin-de-fer art. 8)."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, card_right=self.player))


@event("bank_chose")
class BankChose(Event):
    """Draw, stand, or what the table says, which then binds."""

    choice: str

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, bank_choice=self.choice))


@event("betting_closed")
class BettingClosed(Event):
    """No va más. `card_holder` None: the croupier shows punto's cards (art. 27)."""

    card_holder: str | None

    def evolve(self, state: State) -> State:
        return replace(state, phase="dealing", current=replace(state.current, card_holder=self.card_holder))


@event("cards_declined")
class CardsDeclined(Event):
    player: str

    def evolve(self, state: State) -> State:
        declined = (*state.current.cards_declined, self.player)
        return replace(state, current=replace(state.current, cards_declined=declined))


@event("cards_given")
class CardsGiven(Event):
    """The right to punto's cards is now `card_holder`'s."""

    card_holder: str | None

    def evolve(self, state: State) -> State:
        return replace(state, current=replace(state.current, card_holder=self.card_holder))


@event("card_dealt")
class CardDealt(Event):
    hand: str
    card: str

    def evolve(self, state: State) -> State:
        hand = (*getattr(state.current, self.hand), self.card)
        changed: Pass = replace(state.current, **{self.hand: hand})  # type: ignore[arg-type]
        return _out_of_the_shoe(replace(state, current=changed), self.card)


@event("third_card_undue")
class ThirdCardUndue(Event):
    """Banca shows a natural after punto has drawn: the third card leaves the hand and is burned (art. 51 c)."""

    card: str
    article: str | None

    def evolve(self, state: State) -> State:
        if state.shoe is None:
            return state
        current = replace(state.current, punto=state.current.punto[:-1])
        return replace(state, current=current, shoe=replace(state.shoe, burned=state.shoe.burned + 1))


@event("will_spoken")
class WillSpoken(Event):
    """Draw or stand on five; `article` names the rule where no player chose (art. 28)."""

    choice: str
    article: str | None = None

    def evolve(self, state: State) -> State:
        current = state.current
        return replace(state, current=replace(current, will=self.choice, banca_at_will=len(current.banca)))


@event("pass_settled")
class PassSettled(Event):
    """`settlements`: the bank first, then the bets in their order. `staying`: stakes that are the next pass's bets.
    `excess`: what the bank's owner gets back above the maximum. `bank_stake`: the bank after the pass."""

    number: int
    result: str
    settlements: tuple[Settlement, ...]
    staying: tuple[Bet, ...]
    bank_stake: int
    excess: int
    bank_taxed: bool

    def evolve(self, state: State) -> State:
        current = state.current
        return replace(
            state,
            cagnotte=state.cagnotte + sum(line.deduction for line in self.settlements),
            results=state.results + {"punto": "P", "banca": "B", "tie": "T"}[self.result],
            last_pass=LastPass(
                self.number,
                self.result,
                current.punto,
                current.banca,
                self.settlements,
                corrected=self.number <= state.paid,
            ),
            paid=max(self.number, state.paid),
            last_stakes=current.bets,
            current=Pass(number=self.number + 1, bets=self.staying, banco=self._banco_stays(state)),
            last_banco=current.banco.player if current.banco and self.result == "banca" else None,
            bank=self._bank_after(state),
        )

    def _banco_stays(self, state: State) -> Banco | None:
        return state.current.banco if self.result == "tie" else None

    def _bank_after(self, state: State) -> Bank | None:
        bank = state.bank
        if bank is None:
            return None
        won = max(self.bank_stake + self.excess - bank.stake, 0)
        played = replace(
            bank,
            passes=bank.passes + 1,
            stake=self.bank_stake,
            winnings=bank.winnings + won,
            bound=False,
        )
        if self.result != "banca":
            return played
        return replace(played, wins=bank.wins + 1, last_win=bank.stake, last_win_taxed=self.bank_taxed)

    def transfers(self) -> tuple[Transfer, ...]:
        moves: list[Transfer] = []
        kept = {(bet.player, bet.chance) for bet in self.staying}
        for line in self.settlements:
            stays = (line.player, line.chance) in kept
            moves += _bank_moves(line, self.excess) if line.chance == "bank" else _bet_moves(line, stays)
        return tuple(moves)


def _bank_moves(line: Settlement, excess: int) -> list[Transfer]:
    if line.win < 0:
        lost = Purpose.BANK_LOST if line.player else Purpose.HOUSE_BANK_LOST
        return [Transfer(BANK, TRAY, -line.win, lost)]
    owner, won = (chips(line.player), Purpose.BANK_WON) if line.player else (TRAY, Purpose.HOUSE_BANK_WON)
    return [
        Transfer(TRAY, BANK, line.win - line.deduction, won),
        Transfer(TRAY, CAGNOTTE, line.deduction, Purpose.BANK_DEDUCTION),
        Transfer(BANK, owner, excess, Purpose.BANK_EXCESS),
    ]


def _bet_moves(line: Settlement, stays: bool) -> list[Transfer]:
    player = chips(line.player or "")
    if line.win < 0:
        return [Transfer(STAKES, TRAY, line.stake, LOST[line.chance])]
    return [
        Transfer(TRAY, player, line.win - line.deduction, WON[line.chance]),
        Transfer(TRAY, CAGNOTTE, line.deduction, Purpose.BANCA_DEDUCTION),
        Transfer(STAKES, player, 0 if stays else line.stake, Purpose.STAKE_RETURNED),
    ]


def _added(bets: tuple[Bet, ...], more: Bet) -> tuple[Bet, ...]:
    for place, bet in enumerate(bets):
        if (bet.player, bet.chance) == (more.player, more.chance):
            return (*bets[:place], replace(bet, amount=bet.amount + more.amount), *bets[place + 1 :])
    return (*bets, more)


def _out_of_the_shoe(state: State, card: str) -> State:
    if state.shoe is None:
        return state
    shoe = state.shoe
    seen = {**shoe.seen, card: shoe.seen.get(card, 0) + 1}
    last = shoe.last_pass or shoe.left - 1 <= int(state.settings["stop_card"])
    return replace(state, shoe=replace(shoe, dealt=shoe.dealt + 1, seen=seen, last_pass=last))
