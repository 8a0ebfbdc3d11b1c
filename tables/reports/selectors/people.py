"""Players over all tables and nights, from the sums by the hour and the day: visits, stakes, results, and what the odds
expect.

A player is known by the name that the tables give him: whoever has one name at two tables is one person. A bank of two
is its holder's here.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from operator import add

from django.db.models import Count, DurationField, F, Func, Max, Min, Sum, Window
from django.db.models.functions import FirstValue

from casino.common.clock.periods import CasinoDays, PeriodParts
from tables.models import DailyPlay, Play
from tables.record.projections.theory import HUNDREDTHS

SUMS = ("bets", "staked", "won", "banked", "expected")


@dataclass(frozen=True, slots=True)
class Guest:
    """A player at all tables. `bets`: bets, and passes that he banked; `staked`: on both; `won`: his result on bets,
    negative for a loss; `banked`: his result as a banker; `expected`: what the house wins of all in the long run."""

    player: str
    bets: int
    staked: int
    won: int
    banked: int
    expected: Fraction

    @property
    def average_bet(self) -> int:
        """In whole units."""
        return round(self.staked / self.bets) if self.bets else 0

    @property
    def result(self) -> int:
        """What he took home from the game, negative for what he left."""
        return self.won + self.banked


@dataclass(frozen=True, slots=True)
class Visits:
    """When a player came. `nights`: how many of the casino's days; `played`: seconds from his first to his last pass of
    each night at each table; `table`: the key of the one at which he staked last."""

    nights: int
    played: int
    table: int


class _Added(Func):
    """The sum of aggregates. Django's own Sum refuses them, also in a window, in which they can be added up."""

    function = "SUM"
    output_field = DurationField()
    window_compatible = True


def guests(since: datetime, until: datetime) -> list[Guest]:
    """All who staked or banked from `since` up to `until`, by what the house expects of them, the most first."""
    parts = PeriodParts.one(since, until)
    sums = {f"all_{name}": Sum(name) for name in SUMS}
    found: defaultdict[str, tuple[int, ...]] = defaultdict(lambda: (0,) * len(SUMS))
    for rows in (Play.objects.filter(parts.hours), DailyPlay.objects.filter(parts.days)):
        for player, *values in rows.values_list("player").annotate(**sums).order_by():
            found[player] = tuple(map(add, found[player], values))
    people = [
        Guest(player, bets, staked, won, banked, Fraction(expected, HUNDREDTHS))
        for player, (bets, staked, won, banked, expected) in found.items()
        if bets or staked
    ]
    return sorted(people, key=lambda guest: (-guest.expected, guest.player))


def visits(players: Collection[str], since: datetime, until: datetime) -> dict[str, Visits]:
    """Player → when these came; an hour whose passes were all taken back is left out."""
    days = CasinoDays.within(since, until)
    hours = Play.objects.filter(days.hours, player__in=players, bets__gt=0).order_by()
    nights = dict(hours.values_list("player").annotate(nights=Count(days.begin("hour"), distinct=True)))
    spans = hours.values("player", "table", night=days.begin("hour")).annotate(
        came=Min("first"), left=Max("last")
    )
    seen = spans.annotate(
        played=Window(_Added(F("left") - F("came")), F("player")),
        newest=Window(FirstValue("table"), F("player"), F("left").desc()),
    )
    return {
        player: Visits(nights[player], int(played.total_seconds()), table)
        for player, played, table in seen.values_list("player", "played", "newest").distinct()
    }
