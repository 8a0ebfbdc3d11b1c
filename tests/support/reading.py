"""The reports of an evening as the tests read them, and what each must show of what was reckoned independently."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from casino.common import clock
from casino.common.clock import hour_of
from casino.people.models import User
from ledger.cage import selectors
from ledger.cage.models import Shift
from tables.door import notify
from tables.models import Table
from tables.record.postings import book_of
from tables.reports.period import Period
from tables.reports.report import Plot, Report, Section
from tables.reports.shift_sheet import shift_sheet
from tables.view.labels.money import LINE_LABELS
from tests.support import evening
from tests.support.reckoning import NUMBER, STAKED, Happened, Part, by_hour, figures, on, part_of, results

RESULTS = ("punto", "banca", "tie", "void")
CHANCES = ("punto", "banca", "tie", "bank")
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Sheet:
    """A shift with its table sheet, and the same part of the night to reckon from."""

    table: Table
    shift: Shift
    report: Report
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
    """Played once for a module's tests, and rolled back afterwards."""
    with blocker.unblock(), notify.silence(), transaction.atomic():
        played = evening.play(seed, passes)
        User.objects.create_user("julio", role="jefe", language="en")
        yield _read(played)
        transaction.set_rollback(True)


def _read(played: list[evening.Evening]) -> Night:
    tables = evening.tables()
    sheets = [
        Sheet(table, shift, shift_sheet(table, shift), part_of(table.slug, shift))
        for table in tables
        for shift in Shift.objects.filter(book=book_of(table.slug)).order_by("number")
    ]
    period = Period(hour_of(evening.BEGIN), hour_of(played[0].clock.now) + HOUR)
    return Night(played, tables, sheets, period)


def section(report: Report, title: str) -> Section[Any]:
    """The section of that English title."""
    [found] = [one for one in report.sections if str(one.title) == gettext(title)]
    return found


def key_figure(report: Report, label: str) -> Any:
    """The value of the key figure of that English label."""
    [found] = [one for one in report.key_figures if str(one.label) == gettext(label)]
    return found.value


def rows(found: Section[Any]) -> list[list[Any]]:
    """The values of each row."""
    return [[cell.value for cell in line.cells] for line in found.printed()]


def total(found: Section[Any]) -> list[Any]:
    """The values of the section's total."""
    line = found.printed_total()
    assert line
    return [cell.value for cell in line.cells]


def abnormal(found: Section[Any]) -> set[int]:
    """The numbers of the rows that somebody should look at."""
    return {number for number, line in enumerate(found.printed()) if line.abnormal}


def by_title(found: Section[Any]) -> dict[str, list[Any]]:
    """Each row's title → its other values."""
    return {str(title): rest for title, *rest in rows(found)}


def word(line: str) -> str:
    return str(LINE_LABELS[line])


def hours(night: Night) -> list[datetime]:
    count = (night.period.until - night.period.since) // HOUR
    return [night.period.since + n * HOUR for n in range(count)]


def check_chances(report: Report, reckoned: dict[Any, list[int]], of_suites: int) -> None:
    shown = section(report, "Turnover by chance")
    wanted = {}
    for chance in CHANCES:
        number, staked, stood, won, lost, deducted = on(reckoned, chance)
        if any(on(reckoned, chance)):
            wanted[word(chance)] = [number, staked, stood, won, lost, deducted, lost - won + deducted]
    if of_suites:
        wanted[gettext("Suites")] = [0, 0, 0, 0, 0, of_suites, of_suites]
    own = on(reckoned, "house_bank")
    number, staked, stood, *_ = own
    # It is no player who won or lost with it, and it is in no sum.
    beside = {word("house_bank"): [number, staked, stood, None, None, 0, None]} if any(own) else {}
    assert by_title(shown) == wanted | beside
    with translation.override("en"):
        assert any("own money" in str(note) for note in report.notes) is any(own)
    whole = [sum(column) for column in zip(*wanted.values(), strict=True)] or [0] * 7
    assert total(shown)[1:] == whole
    assert key_figure(report, "Turnover") == on(reckoned, *CHANCES)[STAKED]


def check_results(report: Report, reckoned: dict[Any, list[int]]) -> None:
    shown = section(report, "Results")
    numbers = {result: on(reckoned, f"pass_{result}")[NUMBER] for result in RESULTS}
    decided = sum(numbers.values()) - numbers["void"]
    wanted = [
        [LINE_LABELS[f"pass_{result}"], number, number / decided if decided and result != "void" else None]
        for result, number in numbers.items()
    ]
    assert rows(shown) == wanted
    assert total(shown)[1] == key_figure(report, "Passes") == sum(numbers.values())


def check_deductions(report: Report, reckoned: dict[Any, list[int]], of_suites: int) -> None:
    wanted = {(article, word(chance)): sums[5] for (chance, article), sums in reckoned.items() if sums[5]}
    if of_suites:
        wanted["38", gettext("Suites")] = of_suites
    shown = section(report, "Deductions by article")
    found = [(article, str(title), amount) for article, title, amount in rows(shown)]
    assert sorted(found) == sorted((*key, amount) for key, amount in wanted.items())
    assert total(shown)[2] == sum(wanted.values())


def check_of_period(report: Report, reckoned: dict[Any, list[int]], of_suites: int, won: int) -> None:
    check_chances(report, reckoned, of_suites)
    check_results(report, reckoned)
    check_deductions(report, reckoned, of_suites)
    assert key_figure(report, "House's result") == won
    proof = section(report, "Passes and ledger")
    assert [row.difference for row in proof.rows] == [0] * len(proof.rows)
    steps = section(report, hourly_title(report))
    whole = total(steps)[1:3]
    assert whole == [sum(row[n] for row in rows(steps)) for n in (1, 2)]
    assert whole == [key_figure(report, "Turnover"), key_figure(report, "House's result")]


def check_plots(plots: tuple[Plot, ...], events: list[Happened], played: list[Happened]) -> None:
    """The turnover and the result so far of each hour from the first in which anything happened to the last: of a
    shift, which has no other hours."""
    won = by_hour(results(events))
    turnover = by_hour((made.at, on(figures([made]), *CHANCES)[STAKED]) for made in played)
    moved = [hour for amounts in (won, turnover) for hour, amount in amounts.items() if amount]
    first, last = min(moved), max(moved)
    hours = [first + HOUR * number for number in range((last - first) // HOUR + 1)]
    staked, so_far = plots[:2]
    assert staked.labels == so_far.labels == tuple(f"{clock.local(hour):%H:%M}" for hour in hours)
    assert list(staked.values) == [turnover.get(hour, 0) for hour in hours]
    assert list(so_far.values) == list(accumulate(won.get(hour, 0) for hour in hours))


def check_plots_of_period(report: Report, period: Period, events: list[Happened]) -> None:
    """The result and the turnover of every hour of the period, played or not."""
    won = by_hour(results(events))
    turnover = by_hour((made.at, on(figures([made]), *CHANCES)[STAKED]) for made in events)
    result, staked = report.plots[:2]
    begins = [hour_of(period.since) + HOUR * number for number in range(len(result.labels))]
    assert result.labels == staked.labels == tuple(f"{clock.local(hour):%H:%M}" for hour in begins)
    assert begins[-1] + HOUR == period.until
    assert list(result.values) == [won.get(hour, 0) for hour in begins]
    assert list(staked.values) == [turnover.get(hour, 0) for hour in begins]


def hourly_title(report: Report) -> str:
    titles = ("Results by the hour", "Results by the day", "Results by the month")
    return next(title for title in titles if gettext(title) in [str(one.title) for one in report.sections])


def exchanged(shift: Shift, kind: str, player: str | None = None) -> int:
    """The sum of the slips of a kind that were signed to the end and not voided."""
    slips = [slip for slip in selectors.slips_of(shift) if slip.kind == kind]
    chosen = [slip for slip in slips if player in (None, slip.player)]
    return sum(slip.amount for slip in chosen if selectors.is_done(slip) and not selectors.is_void(slip))
