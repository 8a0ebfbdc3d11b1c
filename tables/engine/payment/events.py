"""The event of the payment."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.merging import with_owed
from tables.engine.state import Banco, Bank, Bet, LastPass, Owed, Settlement, State, next_pass
from tables.engine.transfers import (
    BANK,
    CAGNOTTE,
    STAKES,
    TRAY,
    Purpose,
    Transfer,
    chips,
    owner_of,
    paid_on,
)

MARKS = {"punto": "P", "banca": "B", "tie": "T"}  # of the results of a shoe


@event("pass_settled")
class PassSettled(Event):
    """A pass was paid.

    `settlements`: the bank first, then the bets in their order. `staying`: stakes that become bets of the next pass.
    `excess`: what the bank's owner gets back above the maximum. `bank_stake`: the bank after the pass. `suivi`: the
    player who called banco and lost, and may call it first in the next pass (chemin-de-fer art. 14). `mark`: what roads
    show beside the result: `p` and `b` for a pair of punto or banca, `n` for a natural. `owed`: commission on these
    wins that is collected at the end of the shoe.
    """

    number: int
    result: str
    settlements: tuple[Settlement, ...]
    staying: tuple[Bet, ...]
    bank_stake: int
    excess: int
    bank_taxed: bool
    suivi: str | None
    mark: str
    owed: tuple[Owed, ...]

    def evolve(self, state: State) -> State:
        current = state.current
        return replace(
            state,
            cagnotte=state.cagnotte + sum([line.deduction for line in self.settlements]),
            results=state.results + MARKS[self.result],
            marks=(*state.marks, self.mark),
            owed=with_owed(state.owed, self.owed),
            last_pass=LastPass(
                self.number,
                self.result,
                current.punto,
                current.banca,
                self.settlements,
                corrected=self.number in state.undone,
                banca_counts_nothing=current.banca_counts_nothing,
            ),
            undone=tuple([number for number in state.undone if number != self.number]),
            last_stakes=current.bets,
            last_banco=self.suivi,
            bank=self._bank_after(state),
            current=next_pass(self.number + 1, self.staying, self._banco_stays(state)),
        )

    def _banco_stays(self, state: State) -> Banco | None:
        return state.current.banco if self.result == "tie" else None

    def _bank_after(self, state: State) -> Bank | None:
        bank = state.bank
        if bank is None:
            return None
        won = self.result == "banca"
        return replace(
            bank,
            passes=bank.passes + 1,
            stake=self.bank_stake,
            winnings=bank.winnings + max(self.bank_stake + self.excess - bank.stake, 0),
            wins=bank.wins + won,
            last_win=bank.stake if won else bank.last_win,
            last_win_taxed=self.bank_taxed if won else bank.last_win_taxed,
            bound=False,
        )

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
    won = Purpose.BANK_WON if line.player else Purpose.HOUSE_BANK_WON
    moves = [Transfer(TRAY, BANK, line.win - line.deduction, won)]
    if line.deduction:
        moves.append(Transfer(TRAY, CAGNOTTE, line.deduction, Purpose.BANK_DEDUCTION))
    if excess:
        moves.append(Transfer(BANK, owner_of(line.player), excess, Purpose.BANK_EXCESS))
    return moves


def _bet_moves(line: Settlement, stays: bool) -> list[Transfer]:
    if line.win < 0:
        return [Transfer(STAKES, TRAY, line.stake, *paid_on(line.chance, "lost"))]
    player = chips(line.player or "")
    moves = [Transfer(TRAY, player, line.win - line.deduction, *paid_on(line.chance, "won"))]
    if line.deduction:
        moves.append(Transfer(TRAY, CAGNOTTE, line.deduction, *paid_on(line.chance, "deduction")))
    if not stays:
        moves.append(Transfer(STAKES, player, line.stake, Purpose.STAKE_RETURNED))
    return moves


@event("commission_collected")
class CommissionCollected(Event):
    """What a player owed on `won` goes to the cagnotte. `amount`: rounded once, on the sum; 0 if nothing is left of
    it."""

    player: str
    won: int
    amount: int
    article: str | None

    def evolve(self, state: State) -> State:
        left = tuple(owed for owed in state.owed if owed.player != self.player)
        return replace(state, owed=left, cagnotte=state.cagnotte + self.amount)

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(chips(self.player), CAGNOTTE, self.amount, Purpose.COMMISSION_COLLECTED),)
