"""What the house expects to win of the stakes, by the exact odds of the reglamento under which they were paid."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import groupby, pairwise

from django.db.models import Q, QuerySet

from casino.common.clock import hour_of
from tables.models import Pass, Table
from tables.record.openings import Opening, Openings
from tables.record.projections.sums import Figures
from tables.reports.selectors.game import Game, chances_of, game_of_hours, game_of_passes, total
from tables.reports.selectors.money import COMMISSION
from tables.rules.odds import commission_of, counts, house_edges

HOUR = timedelta(hours=1)
Stretch = tuple[Opening, Game]  # a part of the past under one reglamento, and its figures


@dataclass(frozen=True, slots=True)
class Prospect:
    """`staked`: all that lay on a chance when a pass was paid; `house`: what the house won of it; `expected`: what it
    wins of such stakes in the long run."""

    staked: int = 0
    house: int = 0
    expected: Fraction = Fraction(0)

    def __add__(self, other: "Prospect") -> "Prospect":
        return Prospect(self.staked + other.staked, self.house + other.house, self.expected + other.expected)


Prospects = dict[str, Prospect]  # by line


def prospects(stretches: Iterable[Stretch], collected: int) -> Prospects:
    """By chance, and `bank` for the players' banks. `collected`: the commission that was collected at the end of the
    shoe. It has a line of its own, and the wins that owed it are without it."""
    found: Prospects = {}
    for opening, game in stretches:
        for line, prospect in _of_game(opening, game):
            found[line] = found.get(line, Prospect()) + prospect
    if collected or COMMISSION in found:
        found[COMMISSION] = replace(found.get(COMMISSION, Prospect()), house=collected)
    return found


def _of_game(opening: Opening, game: Game) -> Iterator[tuple[str, Prospect]]:
    rules, found = opening.rules, counts(opening.rules, opening.decks)
    edges = house_edges(rules, found)
    if (
        not rules.bets_against_the_house
    ):  # of what one player wins of another only a part of the banker's is its own
        covered = _staked(total(game, "punto"))
        yield "bank", Prospect(covered, total(game, "bank").deducted, covered * edges["punto"])
        return
    for line in chances_of(game):
        figures = total(game, line)
        if not any(figures):
            continue
        staked, later = _staked(figures), Fraction(0)
        if line != "bank" and opening.collects_later and rules.chance(line).main:
            later = commission_of(rules.chance(line), found)
            yield COMMISSION, Prospect(expected=staked * later)
        yield line, Prospect(staked, figures.house, staked * (edges[line] - later))


def _staked(figures: Figures) -> int:
    return figures.staked + figures.stood


def stretches_of_period(
    table: Table, openings: Openings, game: Game, since: datetime, until: datetime
) -> Iterator[Stretch]:
    """The hours from `since` up to `until`, whose figures are `game`, by the reglamento in force.

    Where it changed within an hour, the passes of that hour tell what was staked under which: a pass paid before that
    hour and undone in it is not taken out again.
    """
    changes = [*_changes(openings)]
    there = [
        (one, following)
        for one, following in pairwise([*changes, None])
        if one and one.at < until and (following is None or following.at > since)
    ]
    if len(there) == 1:
        yield there[0][0], game
        return
    passes = Pass.objects.filter(table=table, paid_at__gte=since, paid_at__lt=until)
    for one, following in there:
        own = passes.filter(paid__gt=one.record)
        end = until
        if following:
            own, end = own.filter(paid__lt=following.record), min(following.at, until)
        yield one, _between(table, own, _next_hour(max(one.at, since)), hour_of(end))


def _changes(openings: Openings) -> Iterator[Opening]:
    """The first of all openings, and each with other odds than the one before."""
    for _, same in groupby(
        openings.within(0, None), lambda one: (one.reglamento, one.decks, one.collects_later)
    ):
        yield next(same)


def _between(table: Table, passes: QuerySet[Pass], first: datetime, last: datetime) -> Game:
    """The figures of these passes, those between two whole hours from the sums of the hours."""
    if first >= last:
        return game_of_passes(passes)
    whole = game_of_hours(first, last, table).get(table.pk, {})
    return sum_of(whole, game_of_passes(passes.filter(Q(paid_at__lt=first) | Q(paid_at__gte=last))))


def _next_hour(moment: datetime) -> datetime:
    begin = hour_of(moment)
    return moment if begin == moment else begin + HOUR


def sum_of(*games: Game) -> Game:
    """The figures of these together."""
    found: dict[tuple[str, str], Figures] = {}
    for game in games:
        for key, figures in game.items():
            found[key] = found.get(key, Figures()) + figures
    return found
