"""The sheets of an evening as a test reads them: grids and figures by their titles, and what any report of it must show
of passes and money that were reckoned beside it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from casino.accounts.models import User
from casino.common.clock import hour_of
from ledger.cage import selectors
from ledger.cage.models import Shift
from tables import notify
from tables.labels.money import LINES
from tables.models import Table
from tables.reports.paper import Cell, Grid, Paper
from tables.reports.period import Period
from tables.reports.shift_sheet import shift_sheet
from tables.service import book_of
from tests import evening
from tests.reckoning import NUMBER, STAKED, Part, on, part_of

RESULTS = ("punto", "banca", "tie", "void")
CHANCES = ("punto", "banca", "tie", "bank")
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Sheet:
    """A shift with its sheet."""

    table: Table
    shift: Shift
    paper: Paper
    part: Part


@dataclass(frozen=True)
class Night:
    evenings: list[evening.Evening]
    tables: list[Table]
    sheets: list[Sheet]
    period: Period

    def of(self, table: Table) -> list[Sheet]:
        return [sheet for sheet in self.sheets if sheet.table == table]


@contextmanager
def a_night(seed: int, passes: int, blocker: Any) -> Iterator[Night]:
    """Played once for all that is asked of it, and gone afterwards."""
    with blocker.unblock(), notify.silence(), transaction.atomic():
        played = evening.play(seed, passes)
        User.objects.create_user("julio", role="jefe", language="en")
        yield _look_at(played)
        transaction.set_rollback(True)


def _look_at(played: list[evening.Evening]) -> Night:
    tables = evening.tables()
    sheets = [
        Sheet(table, shift, shift_sheet(table, shift), part_of(table.slug, shift))
        for table in tables
        for shift in Shift.objects.filter(book=book_of(table.slug)).order_by("number")
    ]
    period = Period(hour_of(evening.BEGIN), hour_of(played[0].clock.now) + HOUR)
    return Night(played, tables, sheets, period)


def grid(paper: Paper, title: str) -> Grid:
    [found] = [one for one in paper.grids if str(one.title) == gettext(title)]
    return found


def fact(paper: Paper, label: str) -> Any:
    [found] = [one for one in paper.facts if str(one.label) == gettext(label)]
    return found.value


def values(row: tuple[Cell, ...] | None) -> list[Any]:
    assert row
    return [cell.value for cell in row]


def by_title(found: Grid) -> dict[str, list[Any]]:
    return {str(title): rest for title, *rest in map(values, found.rows)}


def word(line: str) -> str:
    return str(LINES[line])


def hours(night: Night) -> list[datetime]:
    count = (night.period.until - night.period.since) // HOUR
    return [night.period.since + n * HOUR for n in range(count)]


def check_chances(paper: Paper, reckoned: dict[Any, list[int]]) -> None:
    shown = grid(paper, "Turnover by chance")
    wanted = {}
    for chance in CHANCES:
        number, staked, stood, won, lost, deducted = on(reckoned, chance)
        if any(on(reckoned, chance)):
            wanted[word(chance)] = [number, staked, stood, won, lost, deducted, lost - won + deducted]
    own = on(reckoned, "house_bank")
    beside = {word("house_bank"): [*own, None]} if any(own) else {}  # and in no sum
    assert by_title(shown) == wanted | beside
    whole = [sum(column) for column in zip(*wanted.values(), strict=True)] or [0] * 7
    assert values(shown.total)[1:] == whole
    assert fact(paper, "Turnover") == on(reckoned, *CHANCES)[STAKED]


def check_results(paper: Paper, reckoned: dict[Any, list[int]]) -> None:
    shown = grid(paper, "Results")
    numbers = {result: on(reckoned, f"pass_{result}")[NUMBER] for result in RESULTS}
    decided = sum(numbers.values()) - numbers["void"]
    rows = [
        [LINES[f"pass_{result}"], number, number / decided if decided and result != "void" else None]
        for result, number in numbers.items()
    ]
    assert [values(row) for row in shown.rows] == rows
    assert values(shown.total)[1] == fact(paper, "Passes") == sum(numbers.values())


def check_deductions(paper: Paper, reckoned: dict[Any, list[int]], of_suites: int) -> None:
    wanted = {(article, word(chance)): sums[5] for (chance, article), sums in reckoned.items() if sums[5]}
    if of_suites:
        wanted["38", gettext("Suites")] = of_suites
    shown = grid(paper, "Deductions by article")
    found = [(article, str(title), amount) for article, title, amount in map(values, shown.rows)]
    assert sorted(found) == sorted((*key, amount) for key, amount in wanted.items())
    assert values(shown.total)[2] == sum(wanted.values())


def check_of_period(paper: Paper, reckoned: dict[Any, list[int]], of_suites: int, won: int) -> None:
    check_chances(paper, reckoned)
    check_results(paper, reckoned)
    check_deductions(paper, reckoned, of_suites)
    assert fact(paper, "House's result") == won
    proof = grid(paper, "Passes and ledger")
    assert [row[3].value for row in proof.rows] == [0] * len(proof.rows)
    rows = [values(row) for row in grid(paper, hourly_title(paper)).rows]
    whole = values(grid(paper, hourly_title(paper)).total)[1:]
    assert whole == [sum(row[n] for row in rows) for n in (1, 2)]
    assert whole == [fact(paper, "Turnover"), fact(paper, "House's result")]


def hourly_title(paper: Paper) -> str:
    titles = ("Results by the hour", "Results by the day")
    return next(title for title in titles if gettext(title) in [str(one.title) for one in paper.grids])


def exchanged(shift: Shift, kind: str, player: str | None = None) -> int:
    """What all slips of a kind say that have been signed to the end."""
    slips = [slip for slip in selectors.slips_of(shift) if slip.kind == kind]
    chosen = [slip for slip in slips if player in (None, slip.player)]
    return sum(slip.amount for slip in chosen if selectors.is_done(slip) and not selectors.is_void(slip))
