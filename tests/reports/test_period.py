"""The reports of a table and of the floor over a period add up: each figure is reckoned again from the events."""

import io
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from casino.common import clock
from casino.common.clock import hour_of, moments
from casino.common.house import house
from ledger.cage.models import Slip
from tables.models import Table, Turnover
from tables.record.postings import book_of
from tables.record.projections.database import stored
from tables.record.projections.sums import Figures
from tables.reports.period import Period
from tables.reports.period_reports import floor_report, table_report
from tables.reports.report import Section
from tests.support.reading import (
    CHANCES,
    HOUR,
    Night,
    a_night,
    by_title,
    check_of_period,
    check_plots_of_period,
    exchanged,
    hours,
    key_figure,
    rows,
    section,
    total,
)
from tests.support.reckoning import (
    STAKED,
    Happened,
    Part,
    by_hour,
    figures,
    happened,
    on,
    passes,
    results,
    suites,
)
from tests.support.reckoning import differences as differences_of

pytestmark = pytest.mark.django_db
SEEDS = (3, pytest.param(9, marks=pytest.mark.slow))
PASSES = 9
HOUSE = ("tray", "cagnotte")


@pytest.fixture(scope="module", params=SEEDS)
def night(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(request.param, PASSES, django_db_blocker) as played:
        yield played


def test_the_floor_is_the_sum_of_all_sheets(night: Night) -> None:
    """And of what was played at a table before its first count."""
    report = floor_report(night.period)
    parts = [night.of(table)[0].part for table in night.tables]
    before = [Part(part.slug, last=part.first, last_record=part.first_record) for part in parts]
    beside = {
        "Passes": sum(len(passes(part.events())) for part in before),
        "Turnover": sum(on(figures(part.events()), *CHANCES)[STAKED] for part in before),
        "House's result": sum(part.result() for part in before),
        "Drop": 0,
    }
    assert beside["Passes"] == 1
    for label, more in beside.items():
        assert (
            key_figure(report, label) == sum(key_figure(sheet.report, label) for sheet in night.sheets) + more
        )
    lines = by_title(section(report, "Tables"))
    for table in night.tables:
        assert lines[table.name] == of_the_table(night, table)
    totals = [sum(row[n] or 0 for row in lines.values()) for n in range(10)]
    whole = total(section(report, "Tables"))[1:]
    assert whole[:5] + whole[6:] == totals[:5] + totals[6:]
    assert totals[4] > 0
    assert whole[5] == totals[2] / totals[4]
    assert key_figure(report, "Hold") == whole[5]


def of_the_table(night: Night, table: Table) -> list[Any]:
    """A line of the floor's summary."""
    part, shifts = Part(table.slug), [sheet.shift for sheet in night.of(table)]
    reckoned = figures(part.events())
    drop, fills, credits, tips = (
        sum(exchanged(shift, kind) for shift in shifts) for kind in ("buy_in", "fill", "credit", "tip")
    )
    off = differences_of(Slip.objects.filter(book=book_of(table.slug)))
    won = part.result()
    return [
        *(len(passes(part.events())), on(reckoned, *CHANCES)[STAKED], won, part.game("cagnotte"), drop),
        *(won / drop if drop else None, fills, credits, tips, sum(off.values())),
    ]


def test_a_table_over_the_night_is_all_that_stands(night: Night) -> None:
    for table in night.tables:
        report, part = table_report(table, night.period), Part(table.slug)
        check_of_period(report, figures(part.events()), suites(part.events()), part.result())
        check_plots_of_period(report, night.period, happened(table.slug))


def test_an_hour_is_what_was_paid_and_undone_in_it(night: Night) -> None:
    for table in night.tables:
        events = happened(table.slug)
        for hour in hours(night):
            here = [made for made in events if hour_of(made.at) == hour]
            won = sum(amount for _at, amount in results(here))
            report = table_report(table, Period(hour, hour + HOUR))
            check_of_period(report, figures(here), suites(here), won)


def test_the_hours_of_the_floor_add_up(night: Night) -> None:
    shown = section(floor_report(night.period), "Results by the hour")
    lines = rows(shown)
    assert total(shown)[1:] == [sum(column) for column in list(zip(*lines, strict=True))[1:]]
    across = section(floor_report(night.period), "Tables by the hour")
    assert [str(column.title) for column in across.columns][:2] == ["Mesa", "Total"] and across.held == 2
    every = by_title(across)
    of_tables, turnover = [], []
    for table in night.tables:
        of_tables.append(by_hour(results(happened(table.slug))))
        paid = [(made.at, on(figures([made]), *CHANCES)[STAKED]) for made in happened(table.slug)]
        turnover.append(by_hour(paid))
    for hour in hours(night):
        won = [found.get(hour, 0) for found in of_tables]
        staked = sum(found.get(hour, 0) for found in turnover)
        here = [row[1:] for row in lines if row[0] == hour]
        assert here == [[staked, sum(won)]] or (not here and not any([staked, *won]))
    for table, found in zip(night.tables, of_tables, strict=True):
        assert every[table.name][0] == sum(every[table.name][1:]) == sum(found.values())
    sums = [sum(column) for column in zip(*every.values(), strict=True)]
    assert total(across)[1:] == sums and sums[0] == total(shown)[2]


def test_each_figure_of_the_matrix_leads_to_its_passes(night: Night) -> None:
    across = section(floor_report(night.period), "Tables by the hour")
    played = [cell for line in across.printed() for cell in line.cells[2:] if cell.value]
    assert played and all(str(cell.link).startswith("/reports/passes/") for cell in played)
    assert not any(cell.link for line in across.printed() for cell in line.cells[2:] if not cell.value)


def test_a_period_stands_beside_another(night: Night) -> None:
    """Its own figures against themselves: nothing has changed; against a time without play there is no comparison."""
    for make in (floor_report, *(partial(table_report, table) for table in night.tables)):
        same = make(night.period, night.period)
        alone = make(night.period)
        assert [figure.value for figure in same.key_figures] == [one.value for one in alone.key_figures]
        assert all(figure.before == figure.value for figure in same.key_figures)
        assert {figure.change for figure in same.key_figures} <= {0, None}
        assert all(plot.before == plot.values for plot in same.plots[:2])
        assert same.compared == night.period.words
        earlier = Period(night.period.since - 24 * 300 * HOUR, night.period.until - 24 * 300 * HOUR)
        nothing = make(night.period, earlier)
        assert nothing.key_figures == alone.key_figures and nothing.compared == ""
        assert "there is nothing to compare with" in str(nothing.notes[-1]) or "no hay con qué" in str(
            nothing.notes[-1]
        )


def test_the_tables_say_how_much_more_they_won(night: Night) -> None:
    middle = night.period.since + (night.period.until - night.period.since) // 2
    middle = hour_of(middle)
    first, second = Period(night.period.since, middle), Period(middle, night.period.until)
    report = floor_report(second, first)
    for title, at in (("Tables", 3), ("Tables by the hour", 0)):
        found = by_title(section(report, title))
        before = by_title(section(floor_report(first), "Tables"))
        for table in night.tables:
            won, change = found[table.name][at - 1 if at else 0], found[table.name][at if at else 1]
            assert change == won - before[table.name][2]


def test_the_plots_of_the_floor_end_at_its_result(night: Night) -> None:
    report = floor_report(night.period)
    won, staked = report.plots
    assert sum(staked.values) == key_figure(report, "Turnover")
    assert sum(won.values) == key_figure(report, "House's result")
    assert sum(won.values) == sum(Part(table.slug).result() for table in night.tables)


def test_a_longer_period_is_the_same_by_days(night: Night) -> None:
    long = Period(night.period.since - 40 * HOUR, night.period.until + 40 * HOUR)
    for table in night.tables:
        part = Part(table.slug)
        report = table_report(table, long)
        check_of_period(report, figures(part.events()), suites(part.events()), part.result())
        check_days(section(report, "Results by the day"), happened(table.slug))
    assert floor_report(long).key_figures == floor_report(night.period).key_figures


def test_a_year_is_the_same_by_months(night: Night) -> None:
    long = Period(night.period.since - 24 * 200 * HOUR, night.period.until + 24 * 200 * HOUR)
    for table in night.tables:
        part = Part(table.slug)
        report = table_report(table, long)
        check_of_period(report, figures(part.events()), suites(part.events()), part.result())
        months = section(report, "Results by the month")
        assert {f"{clock.local(begin):%Y-%m %d %H}" for begin, *_ in rows(months)} <= {
            f"{day(made.at)[6:]}-{day(made.at)[3:5]} 01 {house().day_begins:02}"
            for made in happened(table.slug)
        }
        _won, staked, *_ = report.plots
        assert sum(staked.values) == key_figure(report, "Turnover")
    assert floor_report(long).key_figures == floor_report(night.period).key_figures


def test_the_longest_period_that_can_be_asked_for_is_answered(night: Night) -> None:
    """In the months in which the house has played: SQLite takes no query with a part for each month since 1900."""
    ever = Period(*(timezone.make_aware(datetime(year, 1, 1)) for year in (1900, 8999)))
    assert floor_report(ever).key_figures == floor_report(night.period).key_figures
    months = section(floor_report(ever), "Results by the month")
    assert total(months)[1] == key_figure(floor_report(ever), "Turnover")
    before = Period(ever.since, night.period.since - 24 * 40 * HOUR)
    assert rows(section(floor_report(before), "Results by the month")) == []


def test_a_month_leads_to_its_days_and_a_day_to_its_hours(night: Night) -> None:
    table = night.tables[0]
    of_table = partial(table_report, table), reverse("report-table", args=[table.slug])
    for make, page in ((floor_report, reverse("report-floor")), of_table):
        period = Period(night.period.since - 24 * 200 * HOUR, night.period.until + 24 * 200 * HOUR)
        for title in ("Results by the month", "Results by the day"):
            line, *_ = section(make(period), title).printed()
            place, _, query = str(line.cells[0].link).partition("?")
            assert place == page
            asked = dict(parse_qsl(query))
            period = Period(*(datetime.fromisoformat(asked[end]) for end in ("since", "until")))
            assert key_figure(make(period), "Turnover") == line.cells[1].value
        hourly = section(make(period), "Results by the hour")
        assert not any(line.cells[0].link for line in hourly.printed())
        assert all(line.cells[2].link for line in hourly.printed())


def check_days(shown: Section[Any], events: list[Happened]) -> None:
    """A casino's day ends in the morning."""
    staked: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for made in events:
        staked[day(made.at)] += on(figures([made]), *CHANCES)[STAKED]
    for at, amount in results(events):
        won[day(at)] += amount
    found = {moments.day(begin): rest for begin, *rest in rows(shown)}
    wanted = {label: [staked[label], won[label]] for label in staked}
    nothing = [0, 0]
    assert all(found.get(label, nothing) == wanted.get(label, nothing) for label in found | wanted)
    assert len(found) > 1


def day(moment: datetime) -> str:
    return moments.day(clock.local(moment) - house().day_begins * HOUR)


# The sums of the hours, which these reports read


def test_the_sums_of_the_hours_are_rebuilt_from_the_record(night: Night) -> None:
    for table in night.tables:
        before = stored(table).by_kind[Figures]
        assert any(any(sums) for sums in before.values())
        Turnover.objects.filter(table=table).delete()
        call_command("replay", table.slug, "--rows", stdout=io.StringIO())
        assert stored(table).by_kind[Figures] == before


def test_the_audit_holds(night: Night) -> None:
    call_command("audit", stdout=io.StringIO())
