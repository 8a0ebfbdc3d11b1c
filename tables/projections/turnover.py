"""What a paid pass adds to the turnover of its hour, by line and article. Reports over months add up these hours.

A pass counts in the hour in which it was paid. A pass that is undone is subtracted in the hour of the undo, as its
money is, so that past hours never change.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, date
from operator import add, neg
from typing import Any, NamedTuple

from tables.projections.rows import BetRow, PassWithBets

PASSES = {"punto": "pass_punto", "banca": "pass_banca", "tie": "pass_tie", "void": "pass_void"}


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
        """What the house, or in `chemin-de-fer` the other side, gained: what was lost less what was won, and the
        deductions."""
        return self.lost - self.won + self.deducted


Key = tuple[str, str]  # line, article
DayKey = tuple[date, str, str]  # day in UTC, line, article


def turnover_of(*passes: PassWithBets) -> dict[Key, Figures]:
    """What these passes add together; one that is not paid adds nothing."""
    found: dict[Key, Figures] = {}
    for played in passes:
        for key, figures in _lines(played) if played.row.result else ():
            found[key] = found.get(key, Figures()) + figures
    return found


def by_day(hours: Mapping[Any, Any]) -> dict[DayKey, Figures]:
    """The figures by day, of those by (hour, line, article). Days that came to nothing are left out."""
    days: dict[DayKey, Figures] = {}
    for (hour, line, article), figures in hours.items():
        key = hour.astimezone(UTC).date(), line, article
        days[key] = days.get(key, Figures()) + figures
    return {key: figures for key, figures in days.items() if any(figures)}


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
