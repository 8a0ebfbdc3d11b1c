"""Rows for reading: what a state says about seats, shoe, passes and bets, as plain values.

`Rows` is the fold of those values over a record. The database is kept equal to it command by command
(`tables.rows_writer`), can be rebuilt from it, and is compared with it by the audit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tables.engine import State
from tables.engine.state import Pass as PassState

BETTING_TO_PAYMENT = ("betting", "dealing", "will", "bank_choice", "resolved", "suite")


@dataclass(frozen=True, slots=True)
class SeatRow:
    player: str | None = None
    lent: bool = False
    owner: str = ""


@dataclass(frozen=True, slots=True)
class ShoeRow:
    decks: int
    holder: str
    dealt: int
    burned: int
    last_pass: bool
    results: str


@dataclass(frozen=True, slots=True)
class BetRow:
    amount: int
    win: int | None = None
    deduction: int | None = None
    article: str = ""


Bets = Mapping[tuple[str, str], BetRow]  # by player and chance


@dataclass(frozen=True, slots=True)
class PassRow:
    shoe: int
    card_holder: str = ""
    will: str = ""
    punto: str = ""
    banca: str = ""
    bank_holder: str = ""
    bank_stake: int | None = None
    result: str = ""
    bank_win: int | None = None
    bank_deduction: int | None = None
    corrected: bool = False
    bets: Bets = field(default_factory=dict)


def seat_rows(state: State) -> dict[int, SeatRow]:
    """All fourteen seats."""
    return {
        number: SeatRow(player, number in state.lent, state.lent.get(number) or "")
        for number, player in state.seats.items()
    }


def shoe_row(state: State) -> ShoeRow | None:
    """The shoe on the table, if there is one."""
    shoe = state.shoe
    if shoe is None:
        return None
    return ShoeRow(shoe.decks, shoe.holder or "", shoe.dealt, shoe.burned, shoe.last_pass, state.results)


def current_row(state: State) -> PassRow | None:
    """The pass being bet or dealt; None between passes when nothing lies on the table."""
    hand = state.current
    if state.shoe is None or not (state.phase in BETTING_TO_PAYMENT or hand.bets or hand.punto or hand.banca):
        return None
    return PassRow(
        shoe=state.shoe.number,
        card_holder=hand.card_holder or "",
        will=hand.will or "",
        punto=" ".join(hand.punto),
        banca=" ".join(hand.banca),
        bank_holder=(state.bank.holder or "") if state.bank else "",
        bank_stake=state.bank.stake if state.bank else None,
        bets=_bets_of(hand),
    )


def paid_row(state: State, played: PassRow) -> PassRow:
    """The row of the last pass: what was `played`, with what its payment adds."""
    last = state.last_pass
    if last is None:
        return played
    bank = next((line for line in last.settlements if line.chance == "bank"), None)
    return replace(
        played,
        punto=" ".join(last.punto),
        banca=" ".join(last.banca),
        result=last.result,
        bank_win=bank.win if bank else None,
        bank_deduction=bank.deduction if bank else None,
        corrected=last.corrected,
        bets={
            (line.player or "", line.chance): BetRow(line.stake, line.win, line.deduction, line.article or "")
            for line in last.settlements
            if line.chance != "bank"
        },
    )


class Rows:
    """The rows of one table, folded in memory."""

    def __init__(self, state: State) -> None:
        self.seats = seat_rows(state)
        self.shoes: dict[int, ShoeRow] = {}
        self.passes: dict[int, PassRow] = {}

    def follow(self, before: State, after: State) -> None:
        """Go on from one state to the next; an undo may lie between them."""
        self.seats = seat_rows(after)
        self.shoes = {number: row for number, row in self.shoes.items() if number <= after.shoes}
        if after.shoe and (shoe := shoe_row(after)):
            self.shoes[after.shoe.number] = shoe
        last = after.last_pass
        if last and last != before.last_pass and last.number in self.passes:
            self.passes[last.number] = paid_row(after, self.passes[last.number])
        self._follow_current(after)

    def _follow_current(self, after: State) -> None:
        number, row = after.current.number, current_row(after)
        self.passes = {past: kept for past, kept in self.passes.items() if past < number}
        if row:
            self.passes[number] = row


def _bets_of(hand: PassState) -> Bets:
    return {(bet.player, bet.chance): BetRow(bet.amount) for bet in hand.bets}
