"""A day of a report is the casino's day, as the clock counts it: also when the clocks change."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casino.common import clock
from casino.common.clock import day_of
from ledger import totals
from ledger.models import HourlyTotal
from tables.door.service import create_table
from tables.engine.transfers import Purpose
from tables.models import Turnover
from tables.reports.period import Period
from tables.reports.selectors.game import turnover_by_hour
from tables.reports.selectors.steps import steps_of
from tests.support.own_house import HouseHas, having

pytestmark = pytest.mark.django_db
BOOK = "table:mesa-1"
ZONES = ("America/Argentina/Buenos_Aires", "Europe/Ljubljana", "Asia/Kolkata", "UTC")
CHANGES = (
    datetime(2026, 3, 27, 3, tzinfo=UTC),
    datetime(2026, 10, 23, 3, tzinfo=UTC),
)  # of Europe's clocks, within
HOURS = 96
HOUR = timedelta(hours=1)


@pytest.mark.parametrize("begins", [0, 1, 8, 23])
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("since", CHANGES)
def test_the_days_are_their_hours(house_has: HouseHas, since: datetime, zone: str, begins: int) -> None:
    house_has(day_begins=begins)
    until = since + timedelta(hours=HOURS)
    hours = [since + timedelta(hours=number) for number in range(-1, HOURS + 1)]
    played(hours)
    with having(time_zone=zone):
        steps = steps_of(Period(since, until))
        results = by_day(totals.results_by_hour(since, until, BOOK))
        turnover = by_day(turnover_by_hour(since, until))
    assert {begin: won["mesa-1"] for begin, won in steps.results.items()} == results
    assert {begin: played["mesa-1"] for begin, played in steps.turnover.items()} == turnover


def test_a_days_figure_leads_to_all_of_that_day(house_has: HouseHas) -> None:
    """Also when it has 23 or 25 hours."""
    house_has(day_begins=8)
    with having(time_zone="Europe/Ljubljana"):
        for change in CHANGES:
            hours = [change + timedelta(hours=number) for number in range(HOURS)]
            period = Period(clock.local(hours[0]), clock.local(hours[-1] + HOUR))
            begins = sorted({day_of(hour) for hour in hours})
            asked = [period.step(begin.astimezone(UTC)).query for begin in begins]
            ends = [
                (datetime.fromisoformat(one["since"]), datetime.fromisoformat(one["until"])) for one in asked
            ]
            assert [end for _begin, end in ends[:-1]] == [begin for begin, _end in ends[1:]] == begins[1:]
            assert any(end - begin != timedelta(days=1) for begin, end in ends[1:-1])


def played(hours: list[datetime]) -> None:
    """Every hour another amount, so that none is taken for its neighbour; the house wins one half and pays a third."""
    table = create_table("mesa-1", "Mesa 1")
    nothing = dict.fromkeys(("number", "stood", "won", "lost", "deducted"), 0)
    for number, hour in enumerate(hours):
        amount = 6 << (number % 40)
        lost = ("stakes", "tray", Purpose.PUNTO_LOST, amount // 2)
        won = ("tray", "chips", Purpose.PUNTO_WON, amount // 3)
        for source, target, purpose, moved in (lost, won, ("tray", "chips", "buy_in", 7)):
            HourlyTotal.objects.create(
                book=BOOK, hour=hour, source=source, target=target, purpose=purpose, amount=moved
            )
        Turnover.objects.create(table=table, hour=hour, line="punto", staked=amount, **nothing)


def by_day(hours: dict[tuple[Any, datetime], int]) -> dict[datetime, int]:
    found: Counter[datetime] = Counter()
    for (_of, hour), amount in hours.items():
        found[day_of(hour)] += amount
    return dict(found)
