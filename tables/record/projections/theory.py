"""Sums by the hour of what was staked, what came of it and what the odds expect: by who paid the passes, with the
spread of their results, and by player. They are added and taken back as the turnover is (`sums`).

The odds are those of the reglamento, the decks and the way of collecting commission under which a pass was paid. All is
in integers, rounded once for each pass or each player on it, so that what is taken back is what was added: money in the
smallest unit, what is expected in hundredths of it, and the variance in hundredths of its square. That may be larger
than the database's integers: it is kept as `variance_high` times BASE and `variance_low`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from operator import add, neg
from typing import NamedTuple

from casino.common.sql.daily_sums import DailySums
from tables.engine import State
from tables.engine.payment.commission import END_OF_SHOE
from tables.record.odds import Odds, odds_of
from tables.record.projections.rows import PassWithBets
from tables.rules.reglamento import whole
from tables.rules.spread import BANK

HUNDREDTHS = 100
BASE = 10**15

# Written out, because migrations read it.
DAILY_DEALING = DailySums(
    "tables_dealing",
    "tables_dailydealing",
    ("table_id", "payer"),
    ("passes", "staked", "result", "expected", "variance_high", "variance_low"),
)
DAILY_PLAY = DailySums(
    "tables_play",
    "tables_dailyplay",
    ("table_id", "player"),
    ("bets", "staked", "won", "banked", "expected"),
)


class DealtFigures(NamedTuple):
    """By hour and payer. `result`: what the house won of the bets on these passes, and kept of the players' banks."""

    passes: int = 0
    staked: int = 0
    result: int = 0
    expected: int = 0
    variance_high: int = 0
    variance_low: int = 0

    def __add__(self, other: "DealtFigures") -> "DealtFigures":  # type: ignore[override]  # they are summed, not joined
        return DealtFigures._make(map(add, self, other))

    def __neg__(self) -> "DealtFigures":
        return DealtFigures._make(map(neg, self))


class PlayFigures(NamedTuple):
    """By hour and player. `bets`: bets, and passes that he banked; `won`, `banked`: his result on bets, and as the
    holder of a bank, after the deduction; `expected`: what the house wins of all. `first`, `last`: when a pass of his
    was paid, or a payment taken back; these are not taken back: he was there."""

    bets: int
    staked: int
    won: int
    banked: int
    expected: int
    first: datetime
    last: datetime

    def __add__(self, other: "PlayFigures") -> "PlayFigures":  # type: ignore[override]  # they are summed, not joined
        bets, staked, won, banked, expected = map(add, self[:5], other[:5])
        first, last = min(self.first, other.first), max(self.last, other.last)
        return PlayFigures(bets, staked, won, banked, expected, first, last)

    def __neg__(self) -> "PlayFigures":
        bets, staked, won, banked, expected = map(neg, self[:5])
        return PlayFigures(bets, staked, won, banked, expected, self.first, self.last)


def odds_at(state: State) -> Odds:
    """The odds under which an open table is played."""
    later = state.settings.get("commission") == END_OF_SHOE
    return odds_of(state.reglamento, whole(state.settings["decks"]), later=later)


def dealt(passes: Iterable[PassWithBets], odds: Odds) -> dict[str, DealtFigures]:
    """Payer → the sum of the passes that he paid; a void one adds nothing."""
    found: defaultdict[str, DealtFigures] = defaultdict(DealtFigures)
    for played in _paid(passes):
        stakes, result = defaultdict[str, int](int), 0
        for _player, chance, staked, won in _stakes(played):
            stakes[chance] += staked
            result -= won
        variance, expected = (
            round(of_pass * HUNDREDTHS) for of_pass in (odds.variance(stakes), odds.expected(stakes))
        )
        found[played.row.payer] += DealtFigures(
            1, sum(stakes.values()), result, expected, *divmod(variance, BASE)
        )
    return dict(found)


def played_by(passes: Iterable[PassWithBets], odds: Odds, at: datetime) -> dict[str, PlayFigures]:
    """Player → the sum of what he staked on these passes, which were paid or taken back at that time."""
    found: dict[str, PlayFigures] = {}
    for played in _paid(passes):
        for player, chance, staked, won in _stakes(played):
            expected = round(odds.expected({chance: staked}) * HUNDREDTHS)
            one = PlayFigures(1, staked, *((0, won) if chance == BANK else (won, 0)), expected, at, at)
            found[player] = found[player] + one if player in found else one
    return found


def _paid(passes: Iterable[PassWithBets]) -> Iterator[PassWithBets]:
    return (played for played in passes if played.row.result not in ("", "void"))


def _stakes(played: PassWithBets) -> Iterator[tuple[str, str, int, int]]:
    """Player, chance, stake and result after the deduction: of the bets, and of a player's bank, whose stake is what
    was at risk."""
    for (player, chance), bet in played.bets.items():
        if bet.win is not None:
            yield player, chance, bet.amount, bet.win - (bet.deduction or 0)
    row = played.row
    if row.bank_win is not None and row.bank_holder:
        size = abs(row.bank_win) or row.bank_stake or 0
        yield row.bank_holder, BANK, size, row.bank_win - (row.bank_deduction or 0)
