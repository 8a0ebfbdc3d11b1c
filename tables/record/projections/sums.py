"""Sums by the hour, which reports over months add up: the turnover that a paid pass adds, by line and article, and how
long the phases of a table lasted that ended in it.

A pass counts in the hour in which it was paid. A pass that is undone is subtracted in the hour of the undo, as its
money is, so that past hours never change. A phase counts when the table leaves it, by an undo, too; one that is entered
again counts again. The time in which the table was suspended is part of it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from operator import add, neg
from typing import NamedTuple

from casino.common.clock import hour_of
from casino.common.sql.daily_sums import DailySums
from tables.engine import State
from tables.engine.state import OPEN
from tables.record.projections.rows import BetRow, Link, PassWithBets

# Written out, because migrations read it: what `Figures` has in a later release is not in their tables yet.
DAILY_TURNOVER = DailySums(
    "tables_turnover",
    "tables_dailyturnover",
    ("table_id", "line", "article"),
    ("number", "staked", "stood", "won", "lost", "deducted"),
)

PASSES = {"punto": "pass_punto", "banca": "pass_banca", "tie": "pass_tie", "void": "pass_void"}
TIMED = frozenset(OPEN) - {"seating"}  # a closed table and seating may last as long as they like
MILLISECOND = timedelta(milliseconds=1)

PhaseKey = tuple[datetime, str]  # hour, phase


class Figures(NamedTuple):
    """By hour, line and article: what the passes paid in an hour came to. `number`: of bets, banks or passes.
    `staked`: what was won or lost with; `stood`: what a tie left lying; `won`, `lost`: by the players, before the
    deduction; `deducted`: the house's part of `won`."""

    number: int = 0
    staked: int = 0
    stood: int = 0
    won: int = 0
    lost: int = 0
    deducted: int = 0

    def __add__(self, other: "Figures") -> "Figures":  # type: ignore[override]  # they are summed, not joined
        return Figures._make(map(add, self, other))

    def __neg__(self) -> "Figures":
        return Figures._make(map(neg, self))

    @property
    def house(self) -> int:
        """The gain of the house, or in `chemin-de-fer` of the other side: what was lost less what was won, and the
        deductions."""
        return self.lost - self.won + self.deducted


Key = tuple[str, str]  # line, article


def turnover_of(*passes: PassWithBets) -> dict[Key, Figures]:
    """The sum of these passes; one that is not paid adds nothing."""
    found: dict[Key, Figures] = {}
    for played in passes:
        for key, figures in _lines(played) if played.row.result else ():
            found[key] = found.get(key, Figures()) + figures
    return found


def _lines(played: PassWithBets) -> Iterator[tuple[Key, Figures]]:
    row = played.row
    yield (PASSES[row.result], ""), Figures(1)
    if row.bank_win is not None:
        line = "bank" if row.bank_holder else "house_bank"
        staked = BetRow(abs(row.bank_win) or row.bank_stake or 0, row.bank_win, row.bank_deduction)
        yield (line, row.bank_article), _figures(staked)
    for (_, chance), bet in played.bets.items():
        yield (chance, bet.article), _figures(bet)


def _figures(bet: BetRow) -> Figures:
    win = bet.win or 0
    return Figures(
        number=1,
        staked=bet.amount if win else 0,
        stood=0 if win else bet.amount,
        won=max(win, 0),
        lost=max(-win, 0),
        deducted=bet.deduction or 0,
    )


class PhaseFigures(NamedTuple):
    """By hour and phase. `number`: how often it ended; `lasted`: milliseconds, together. `taken`, `seats`: the seats
    that were taken, and all that the table has, times the milliseconds."""

    number: int = 0
    lasted: int = 0
    taken: int = 0
    seats: int = 0

    def __add__(self, other: "PhaseFigures") -> "PhaseFigures":  # type: ignore[override]  # they are summed, not joined
        return PhaseFigures._make(map(add, self, other))


def phase_ended(before: State, after: State, link: Link) -> Iterator[tuple[PhaseKey, PhaseFigures]]:
    """The phase that ended with this record, if one did."""
    if after.phase != before.phase and before.phase in TIMED and link.began is not None:
        lasted = max(link.at - link.began, timedelta()) // MILLISECOND
        taken = sum(sitter is not None for sitter in before.seats.values())
        figures = PhaseFigures(1, lasted, lasted * taken, lasted * len(before.seats))
        yield (hour_of(link.at), before.phase), figures
