"""A past hour never changes: what is undone is taken out in the hour in which it was undone. And no hour is taken for
another, not in the night in which the clocks are set back."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.test import Client

from casino.common import clock
from casino.common.clock import hour_of
from casino.people.models import User
from tables.models import Record, Table
from tables.reports.period import Period
from tables.reports.period_reports import floor_report, table_report
from tables.reports.renderers import formatting
from tables.reports.report import Report
from tests.support import evening
from tests.support.counter import cage
from tests.support.own_house import HouseHas
from tests.support.reading import HOUR, check_of_period, key_figure, section
from tests.support.reckoning import Part, figures, happened, passes, results, suites

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", evening.TABLES)
def test_an_undo_is_told_in_its_own_hour_and_changes_none_before(slug: str) -> None:
    time = evening.Clock()
    with clock.running_on(time):
        cage(10**8, 10**8)
        played = evening.Evening(slug, Random(slug), time, calm=True)
        played.open()
        played.play(3)
        time.go(hours=1)
        played.play(3)
        time.go(hours=3)
        table, paid = Table.objects.get(), Record.objects.filter(name="settle").order_by("-number")
        at_first = [shown_between(table, made.at) for made in (paid[4], paid[1])]
        assert played.give({"command": "undo", "to": paid[4].version - 1, "reason": "misdealt"}) is None
        assert [shown_between(table, made.at) for made in (paid[4], paid[1])] == at_first
    undone = [made for made in happened(slug) if made.sign < 0]
    assert sum(made.event["type"] == "pass_settled" for made in undone) == 5
    of_undo = table_report(table, Period(hour_of(time.now), hour_of(time.now) + HOUR))
    won = sum(amount for _at, amount in results(undone))
    check_of_period(of_undo, figures(undone), suites(undone), won)
    whole = Period(hour_of(evening.BEGIN), hour_of(time.now) + HOUR)
    assert key_figure(table_report(table, whole), "Passes") == 1 == len(passes(Part(slug).events()))


def shown_between(table: Table, moment: datetime) -> tuple[Any, ...]:
    """What the floor and the table say of the hour that a moment lies in."""
    period = Period(hour_of(moment), hour_of(moment) + HOUR)
    reports = (table_report(table, period), floor_report(period))
    return tuple((report.key_figures, _lines(report), report.plots) for report in reports)


def _lines(report: Report) -> list[Any]:
    return [(one.title, one.printed(), one.printed_total()) for one in report.sections]


def test_an_hour_that_comes_twice_leads_to_its_own_passes(house_has: HouseHas) -> None:
    house_has(time_zone="Europe/Ljubljana")
    time = evening.Clock(datetime(2026, 10, 25, 0, 10, tzinfo=UTC))  # 02:10, and an hour later 02:10 again
    User.objects.create_user("julio", role="jefe", language="en")
    client = Client()
    client.force_login(User.objects.get())
    with clock.running_on(time):
        cage(10**8, 10**8)
        played = evening.Evening("mesa-2", Random(1), time, calm=True)
        played.open()
        played.play(1)
        time.now = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
        played.play(2)
    table = Table.objects.get()
    night = Period(hour_of(datetime(2026, 10, 24, 20, tzinfo=UTC)), hour_of(time.now) + HOUR)
    rows = [line.cells for line in section(table_report(table, night), "Results by the hour").printed()]
    hours = [row[0] for row in rows]
    shown = [formatting.for_reader(hour.value, hour.kind) for hour in hours]
    assert shown == ["25/10/2026 02:00 (UTC+2)", "25/10/2026 02:00 (UTC+1)"]
    written = [formatting.for_machine(hour.value, hour.kind) for hour in hours]
    assert written == ["2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00"]
    listed = [client.get(f"{row[2].link}&as=csv").content.decode().splitlines() for row in rows]
    assert [sum(line[:2] in ("1,", "2,", "3,") for line in lines) for lines in listed] == [1, 2]
