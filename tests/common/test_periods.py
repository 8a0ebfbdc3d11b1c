"""A period in parts: each hour is in a whole day within a part, or beside these, and never in both."""

import random
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.db.models import Q

from casino.common import clock
from casino.common.clock import date_of, next_month
from casino.common.clock.periods import CasinoDays, PeriodParts, WeekHours, months
from casino.common.house import house
from ledger import totals
from ledger.models import HourlyTotal
from tables.door.service import create_table
from tables.models import Turnover
from tables.record.projections.sums import Figures
from tables.reports.selectors import game
from tests.support.own_house import HouseHas, having

HOUR = timedelta(hours=1)
ZONES = ("America/Argentina/Buenos_Aires", "Europe/Ljubljana", "Asia/Kolkata", "UTC")
BEGIN = datetime(2026, 2, 26, tzinfo=UTC)
BOOK = "table:mesa-1"


def fits(test: Q, moment: Any) -> bool:
    """Whether a row of that hour or day fits, as the database would say."""
    found = [fits(one, moment) if isinstance(one, Q) else said(*one, moment) for one in test.children]  # type: ignore[misc]
    return (any(found) if test.connector == Q.OR else all(found)) != test.negated


def said(lookup: str, value: Any, moment: Any) -> bool:
    compare = {"gte": moment.__ge__, "lt": moment.__lt__, "in": lambda some: moment in some}
    return bool(compare[lookup.partition("__")[2]](value))


@pytest.mark.parametrize("seed", range(60))
def test_each_hour_is_counted_once_and_in_its_part(seed: int) -> None:
    dice = random.Random(seed)
    since = BEGIN + dice.randrange(48) * HOUR
    until = since + dice.choice((0, 1, 5, 23, 24, 25, 47, 48, 71, 200)) * HOUR
    cuts = {since + dice.randrange(1, 199) * HOUR for _ in range(dice.randrange(4))}
    begins = (since - dice.randrange(3) * HOUR, *sorted(cut for cut in cuts if cut < until))
    parts = PeriodParts(since, until, begins)
    for number in range(-30, 260):
        hour = since + number * HOUR
        day = hour.date()
        in_day, in_hours = fits(parts.days, day), fits(parts.hours, hour)
        assert (in_day + in_hours) == (since <= hour < until), hour
        if in_day:
            first = datetime.combine(day, time(), UTC)
            assert parts.part_of(day) == parts.part_of(first) == parts.part_of(first + 23 * HOUR)
        if since <= hour < until:
            assert parts.part_of(hour) == max(begin for begin in begins if begin <= hour)


@pytest.mark.parametrize("begins", [0, 1, 8, 23])
@pytest.mark.parametrize("zone", ZONES)
def test_months_begin_with_the_casinos_first_day(house_has: HouseHas, zone: str, begins: int) -> None:
    house_has(day_begins=begins)
    with having(time_zone=zone):
        for number in range(0, 24 * 400, 37):
            since = datetime(2025, 11, 28, tzinfo=house().zone) + number * HOUR
            (month,) = months(since, since + HOUR)
            local = clock.local(month)
            assert (local.day, local.hour, local.minute) == (1, begins, 0)
            assert month <= since < next_month(month)
            assert date_of(since).replace(day=1) == local.date()
        year = [*months(datetime(2026, 1, 15, tzinfo=UTC), datetime(2027, 1, 15, tzinfo=UTC))]
        assert [clock.local(one).month for one in year] == [*range(1, 13), 1]
        assert date(2027, 1, 1) == clock.local(year[-1]).date()


@pytest.mark.django_db
@pytest.mark.parametrize("begins", [0, 8])
@pytest.mark.parametrize("zone", ZONES)
def test_sums_by_month_are_those_of_the_hours(house_has: HouseHas, zone: str, begins: int) -> None:
    house_has(day_begins=begins)
    table, dice = create_table("mesa-1", "Mesa 1"), random.Random(zone)
    with having(time_zone=zone):
        half = clock.local(BEGIN).utcoffset() or timedelta()
        hours = [BEGIN - half % HOUR + number * HOUR for number in range(0, 24 * 70, 5)]
        HourlyTotal.objects.bulk_create(
            HourlyTotal(
                book=BOOK,
                hour=hour,
                source="stakes",
                target="tray",
                purpose="punto_lost",
                amount=dice.randrange(1, 99),
            )
            for hour in hours
        )
        Turnover.objects.bulk_create(
            Turnover(
                table_id=table.pk,
                hour=hour,
                line="punto",
                **dict.fromkeys(Figures._fields, dice.randrange(1, 99)),
            )
            for hour in hours
        )
        for _ in range(10):
            since = hours[dice.randrange(60)]
            until = since + dice.randrange(24 * 66) * HOUR
            parts = PeriodParts(since, until, tuple(months(since, until)))
            by_hour, played = totals.results_by_hour(since, until), game.turnover_by_hour(since, until)
            for found, single in (
                (totals.results_by_part(parts), by_hour),
                (game.turnover_by_part(parts), played),
            ):
                due: dict[Any, int] = {}
                for (of, hour), amount in single.items():
                    month = date_of(hour).replace(day=1)
                    due[of, month] = due.get((of, month), 0) + amount
                assert {(of, clock.local(at).date()): amount for (of, at), amount in found.items()} == due
            (lines,) = totals.of_hours(since, until).values() or ({},)
            assert totals.result_of(lines) == sum(by_hour.values())
            (sums,) = game.game_of_hours(since, until).values() or ({},)
            assert game.turnover(sums) == sum(played.values())


@pytest.mark.django_db
@pytest.mark.parametrize("begins", [0, 8])
@pytest.mark.parametrize("zone", ZONES)
def test_an_hour_of_the_week_has_all_of_its_weekday_and_time(
    house_has: HouseHas, zone: str, begins: int
) -> None:
    """Also where the clocks are set within the period: in Ljubljana on 29 March."""
    house_has(day_begins=begins)
    dice = random.Random(zone)
    with having(time_zone=zone):
        half = clock.local(BEGIN).utcoffset() or timedelta()
        hours = [BEGIN - half % HOUR + number * HOUR for number in range(24 * 70)]
        HourlyTotal.objects.bulk_create(
            HourlyTotal(
                book=BOOK,
                hour=hour,
                source="stakes",
                target="tray",
                purpose="punto_lost",
                amount=dice.randrange(1, 99),
            )
            for hour in hours
        )
        since, until = hours[dice.randrange(200)], hours[-dice.randrange(1, 200)]
        parts = WeekHours.within(since, until)
        due, found = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for (_of, hour), amount in totals.results_by_hour(since, until).items():
            due[_of_week(hour)] += amount
        for (_of, hour), amount in totals.results_by_part(parts).items():
            found[_of_week(hour)] += amount
            assert parts.part_of(hour) == hour
        assert found == due
        days: dict[Any, int] = {}
        for (_of, begin), amount in totals.results_by_part(CasinoDays.within(since, until)).items():
            assert begin.date() not in days
            days[begin.date()] = amount
        by_date: dict[Any, int] = {}
        for (_of, hour), amount in totals.results_by_hour(since, until).items():
            by_date[date_of(hour)] = by_date.get(date_of(hour), 0) + amount
        assert days == by_date
        shares = [*parts.divided(since + HOUR / 4, until - HOUR / 2)]
        assert sum((lasted for _part, lasted in shares), timedelta()) == until - since - HOUR * 3 / 4
        assert {_of_week(part) for part, _lasted in shares} == due.keys()


def _of_week(hour: datetime) -> tuple[int, int]:
    return date_of(hour).weekday(), clock.local(hour).hour
