"""Rows for reading: what a state says about seats, shoe, passes and bets, as plain values.

`tables.projections.memory` folds them over a record, `tables.projections.database` keeps the database equal to that
fold.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from tables.engine import State
from tables.engine.state import Pass as PassState

BETTING_TO_PAYMENT = ("betting", "dealing", "will", "bank_choice", "resolved", "suite")


@dataclass(frozen=True, slots=True)
class Link:
    """The record that rows follow from: its number, and when it was made."""

    number: int
    at: datetime


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
    bank_associate: str = ""
    bank_stake: int | None = None
    result: str = ""
    bank_win: int | None = None
    bank_deduction: int | None = None
    bank_article: str = ""
    corrected: bool = False
    paid: int | None = None
    paid_at: datetime | None = None
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
        bank_associate=(state.bank.associate or "") if state.bank else "",
        bank_stake=state.bank.stake if state.bank else None,
        bets=_bets_of(hand),
    )


def paid_row(state: State, played: PassRow, link: Link) -> PassRow:
    """The row of the last pass: what was `played`, with what its payment adds. One that was paid before stays as it
    was: an undo of what came after has made it the last again."""
    last = state.last_pass
    if last is None or played.result:
        return played
    bank = next((line for line in last.settlements if line.chance == "bank"), None)
    return replace(
        played,
        punto=" ".join(last.punto),
        banca=" ".join(last.banca),
        result=last.result,
        bank_holder=(bank.player or "") if bank else played.bank_holder,
        bank_stake=bank.stake if bank else played.bank_stake,
        bank_win=bank.win if bank else None,
        bank_deduction=bank.deduction if bank else None,
        bank_article=(bank.article or "") if bank else "",
        corrected=last.corrected,
        paid=link.number,
        paid_at=link.at,
        bets={
            (line.player or "", line.chance): BetRow(line.stake, line.win, line.deduction, line.article or "")
            for line in last.settlements
            if line.chance != "bank"
        },
    )


def _bets_of(hand: PassState) -> Bets:
    return {(bet.player, bet.chance): BetRow(bet.amount) for bet in hand.bets}
