"""Players over all tables and nights, and who paid the passes: visits, stakes, results, and what the odds expect.

A player is known by the name that the tables give him: whoever has one name at two tables is one person. A bank of two
is its holder's here.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, Max, Min, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import TruncHour

from casino.common import clock
from tables.models import Pass, Record
from tables.reports.selectors.spread import SIZE, Theory, odds_by_opening, theory_by
from tables.rules.spread import BANK

Night = tuple[int, date]  # table (its key), the casino's day


@dataclass(frozen=True, slots=True)
class Guest:
    """A player at all tables. `bets`: bets, and passes that he banked; `staked`: on both; `won`: his result on bets,
    negative for a loss; `expected`: what the house wins of all in the long run; `banked`: his result as a banker;
    `played`: seconds from the first to the last pass of each night at each table; `nights`: the casino's days on which
    he came."""

    player: str
    bets: int = 0
    staked: int = 0
    won: int = 0
    expected: Fraction = Fraction(0)
    banked: int = 0
    played: int = 0
    nights: frozenset[date] = field(default_factory=frozenset)

    @property
    def average_bet(self) -> int:
        """In whole units."""
        return round(self.staked / self.bets) if self.bets else 0

    @property
    def result(self) -> int:
        """What he took home from the game, negative for what he left."""
        return self.won + self.banked


def guests(since: datetime, until: datetime) -> list[Guest]:
    """All who staked or banked from `since` up to `until`, by what the house expects of them, the most first."""
    paid = Pass.objects.filter(paid_at__gte=since, paid_at__lt=until).exclude(result="void")
    found: dict[str, Guest] = {}
    for odds, own in odds_by_opening(paid):
        for player, chance, bets, staked, won in _bets(own):
            one = found.get(player, Guest(player))
            found[player] = replace(
                one,
                bets=one.bets + bets,
                staked=one.staked + staked,
                won=one.won + won,
                expected=one.expected + staked * odds.edges.get(chance, Fraction(0)),
            )
        for player, banks, size, banked in _banks(own):
            one = found.get(player, Guest(player))
            found[player] = replace(
                one,
                bets=one.bets + banks,
                staked=one.staked + size,
                banked=one.banked + banked,
                expected=one.expected + size * odds.edges.get(BANK, Fraction(0)),
            )
    for player, nights, played in _nights(paid):
        found[player] = replace(found.get(player, Guest(player)), nights=nights, played=played)
    return sorted(found.values(), key=lambda guest: (-guest.expected, guest.player))


@dataclass(frozen=True, slots=True)
class Dealt:
    """The passes that one person paid. `result`: what the house won of the bets on them and the banks; `theory`: what
    it expects, with the spread."""

    person: str
    passes: int
    result: int
    theory: Theory


def dealt_by(since: datetime, until: datetime) -> list[Dealt]:
    """By the login that paid each pass, the one with the most passes first."""
    paid = _with_payer(Pass.objects.filter(paid_at__gte=since, paid_at__lt=until).exclude(result="void"))
    numbers = dict(paid.values_list("payer").annotate(Count("pk")).order_by())
    results = results_by(paid, "payer")
    theory = theory_by(paid, "payer")
    people = (
        Dealt(person or "", number, results.get((person,), 0), theory.get((person,), Theory()))
        for person, number in numbers.items()
    )
    return sorted(people, key=lambda one: (-one.passes, one.person))


def last_tables(since: datetime, until: datetime) -> dict[str, str]:
    """Player → the slug of the table at which he staked last in this time."""
    paid = Pass.objects.filter(paid_at__gte=since, paid_at__lt=until, bets__isnull=False)
    seen = paid.values_list("bets__player", "table__slug").annotate(last=Max("paid_at")).order_by("last")
    return {player: slug for player, slug, _last in seen}


def results_by(passes: QuerySet[Pass], *by: str) -> dict[tuple[Any, ...], int]:
    """Values of these fields → what the house won of the bets on these passes, and kept of the players' banks. Suites
    and commission that is collected later belong to no pass."""
    found: defaultdict[tuple[Any, ...], int] = defaultdict(int)
    bets = passes.filter(bets__win__isnull=False).values_list(*by)
    for *key, result in bets.annotate(of=Sum(F("bets__deduction") - F("bets__win"))).order_by():
        found[tuple(key)] += result or 0
    banks = passes.filter(bank_win__isnull=False).exclude(bank_holder="").values_list(*by)
    for *key, result in banks.annotate(of=Sum(F("bank_deduction") - F("bank_win"))).order_by():
        found[tuple(key)] += result or 0
    return dict(found)


def _with_payer(passes: QuerySet[Pass]) -> Any:
    payment = Record.objects.filter(table=OuterRef("table"), number=OuterRef("paid"))
    return passes.annotate(payer=Subquery(payment.values("actor")[:1]))


def _bets(passes: QuerySet[Pass]) -> Any:
    bets = passes.filter(bets__win__isnull=False).values_list("bets__player", "bets__chance")
    sums = {"n": Count("bets"), "s": Sum("bets__amount"), "w": Sum(F("bets__win") - F("bets__deduction"))}
    return bets.annotate(**sums).order_by()


def _banks(passes: QuerySet[Pass]) -> Any:
    banks = passes.filter(bank_win__isnull=False).exclude(bank_holder="").values_list("bank_holder")
    sums = {"n": Count("pk"), "s": Sum(SIZE), "w": Sum(F("bank_win") - F("bank_deduction"))}
    return banks.annotate(**sums).order_by()


def _nights(passes: QuerySet[Pass]) -> Iterator[tuple[str, frozenset[date], int]]:
    """The casino's days of each player, and the seconds from his first to his last pass of each at each table."""
    spans: defaultdict[str, dict[Night, tuple[datetime, datetime]]] = defaultdict(dict)
    for player, table, first, last in _hours(passes):
        night, there = (table, clock.date_of(first)), spans[player]
        before = there.get(night, (first, last))
        there[night] = min(before[0], first), max(before[1], last)
    for player, there in spans.items():
        played = sum(int((last - first).total_seconds()) for first, last in there.values())
        yield player, frozenset(day for _table, day in there), played


def _hours(passes: QuerySet[Pass]) -> Iterator[Any]:
    hours = passes.annotate(hour=TruncHour("paid_at"))
    ends = {"first": Min("paid_at"), "last": Max("paid_at")}
    staked = hours.filter(bets__isnull=False).values_list("bets__player", "table", "hour").annotate(**ends)
    banked = hours.exclude(bank_holder="").values_list("bank_holder", "table", "hour").annotate(**ends)
    for found in (staked, banked):
        for player, table, _hour, first, last in found.order_by():
            yield player, table, first, last
