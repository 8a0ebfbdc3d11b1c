"""The database keeps sums by the day of those by the hour, whatever is done to these."""

import random
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F, Model, Sum
from django.db.models.functions import TruncDate

from casino.common import clock
from casino.common.clock import hour_of
from casino.common.sql import Batch
from casino.common.sql.daily_sums import DailySums
from ledger.models import DailyTotal, HourlyTotal
from ledger.triggers import DAILY_TOTALS
from tables.door.service import create_table
from tables.models import DailyTurnover, Table, Turnover
from tables.record.projections.sums import DAILY_TURNOVER, Figures
from tables.record.projections.theory import DAILY_DEALING, DAILY_PLAY, DealtFigures, PlayFigures

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 3, 6, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)
BOTH: list[tuple[DailySums, type[Model], type[Model]]] = [
    (DAILY_TOTALS, HourlyTotal, DailyTotal),
    (DAILY_TURNOVER, Turnover, DailyTurnover),
]
Days = Counter[tuple[Any, ...]]


def sums_of(sums: DailySums, hours: type[Model]) -> Days:
    """What the days must be: key, day, name of the sum → amount."""
    rows = hours._default_manager.annotate(day=TruncDate("hour", tzinfo=UTC)).values(*sums.key, "day")
    return counted(sums, rows.annotate(**{f"all_{name}": Sum(name) for name in sums.sums}).order_by(), "all_")


def kept(sums: DailySums, days: type[Model]) -> Days:
    return counted(sums, days._default_manager.values(*sums.key, "day", *sums.sums), "")


def counted(sums: DailySums, rows: Any, prefix: str) -> Days:
    found: Days = Counter()
    for row in rows:
        key = (*(row[name] for name in sums.key), row["day"])
        for name in sums.sums:
            if row[prefix + name]:
                found[*key, name] = row[prefix + name]
    return found


def hour_rows(dice: random.Random, sums: DailySums, number: int) -> list[dict[str, Any]]:
    """Rows of sums by the hour, no two with the same key, over four days."""
    found = {}
    for _ in range(number):
        hour = BEGIN + dice.randrange(96) * HOUR
        if sums is DAILY_TOTALS:
            key = {"book": dice.choice(("table:mesa-1", "table:mesa-2")), "hour": hour, "source": "stakes"}
            key |= {"target": dice.choice(("tray", "chips")), "purpose": "punto_lost"}
            row = key | {"amount": dice.randrange(1, 99)}
        else:
            key = {"table": Table.objects.get().pk, "hour": hour, "line": dice.choice(("punto", "tie"))}
            key |= {"article": ""}
            row = key | dict.fromkeys(Figures._fields, dice.randrange(1, 99))
        found[tuple(key.values())] = row
    return list(found.values())


def add(sums: DailySums, hours: type[Model], rows: list[dict[str, Any]]) -> None:
    """As a command does."""
    batch = Batch()
    totals, turnover = ("book", "hour", "source", "target", "purpose"), ("table", "hour", "line", "article")
    batch.add_up(hours, rows, totals if sums is DAILY_TOTALS else turnover, sums.sums)
    batch.run()


@pytest.mark.parametrize(("sums", "hours", "days"), BOTH, ids=["totals", "turnover"])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_days_follow_whatever_is_done_to_hours(
    sums: DailySums, hours: type[Model], days: type[Model], seed: int
) -> None:
    create_table("mesa-1", "Mesa 1")
    dice, objects = random.Random(seed), hours._default_manager
    for _ in range(30):
        some = objects.filter(
            pk__in=dice.sample([*objects.values_list("pk", flat=True)], min(3, objects.count()))
        )
        match dice.randrange(4):
            case 0:
                add(sums, hours, hour_rows(dice, sums, 20))
            case 1:
                some.update(**{sums.sums[0]: F(sums.sums[0]) + dice.randrange(-50, 50)})
            case 2:
                some.delete()
            case 3:  # a month later, where nothing else is: no command does that
                moved = some.exclude(hour__gt=BEGIN + 96 * HOUR)[:1]
                objects.filter(pk__in=[*moved.values_list("pk", flat=True)]).update(
                    hour=BEGIN + timedelta(days=30) + dice.randrange(10**6) * HOUR
                )
        assert kept(sums, days) == sums_of(sums, hours)
    assert len(sums_of(sums, hours)) > len(sums.sums)


def test_an_hour_counts_to_the_day_on_which_it_begins_in_utc() -> None:
    """Also where the house's hours begin at half past, as in Kolkata."""
    for hour in (datetime(2026, 3, 6, 23, 30, tzinfo=UTC), datetime(2026, 3, 7, 0, 30, tzinfo=UTC)):
        HourlyTotal.objects.create(
            book="table:mesa-1",
            hour=hour,
            source="stakes",
            target="tray",
            purpose="punto_lost",
            amount=hour.day,
        )
    assert [*DailyTotal.objects.order_by("day").values_list("day", "amount")] == [
        (date(2026, 3, 6), 6),
        (date(2026, 3, 7), 7),
    ]


class Editor:
    """What a migration has, within a test's transaction."""

    connection = connection

    def execute(self, statement: str, params: None) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement, params)


@pytest.mark.parametrize(("sums", "hours", "days"), BOTH, ids=["totals", "turnover"])
@pytest.mark.parametrize("begins", [0, 7, 23])
def test_migrations_fill_in_the_newest_days_and_then_the_missing_ones(
    sums: DailySums, hours: type[Model], days: type[Model], begins: int
) -> None:
    """What is added between the two is not counted twice."""
    create_table("mesa-1", "Mesa 1")
    dice = random.Random(begins)
    follow, stop = sums.follow()
    stop(None, Editor())
    rows = hour_rows(dice, sums, 60)
    until = max(row["hour"] for row in rows).replace(hour=begins)
    there, later = ([row for row in rows if (row["hour"] <= until) is before] for before in (True, False))
    add(sums, hours, there)
    follow(None, Editor())
    newest = max(row["hour"] for row in there).date() - timedelta(days=1)
    here, due = kept(sums, days), sums_of(sums, hours)
    assert here == Counter({key: amount for key, amount in due.items() if key[-2] >= newest})
    add(sums, hours, [*later, rows[0] | {"hour": until + 50 * HOUR}])
    sums.fill_in()[0](None, Editor())
    assert kept(sums, days) == sums_of(sums, hours)


def test_a_day_has_the_figures_of_an_hour() -> None:
    assert DAILY_TURNOVER.sums == Figures._fields
    assert DAILY_DEALING.sums == DealtFigures._fields
    assert (*DAILY_PLAY.sums, "first", "last") == PlayFigures._fields


@pytest.mark.parametrize(("sums", "hours", "days"), BOTH, ids=["totals", "turnover"])
def test_today_is_filled_in_where_a_clock_has_run_ahead(
    sums: DailySums, hours: type[Model], days: type[Model]
) -> None:
    """What comes between the two migrations would else be all of today."""
    create_table("mesa-1", "Mesa 1")
    follow, stop = sums.follow()
    stop(None, Editor())
    [row, *_] = hour_rows(random.Random(1), sums, 1)
    now = hour_of(clock.now())
    for hour in (now, now + timedelta(days=90)):
        add(sums, hours, [row | {"hour": hour}])
    follow(None, Editor())
    add(sums, hours, [row | {"hour": now}])
    sums.fill_in()[0](None, Editor())
    assert kept(sums, days) == sums_of(sums, hours)


@pytest.mark.django_db(transaction=True)
def test_an_emptied_database_keeps_no_day() -> None:
    add(DAILY_TOTALS, HourlyTotal, hour_rows(random.Random(1), DAILY_TOTALS, 5))
    call_command("flush", interactive=False, verbosity=0)
    assert not HourlyTotal.objects.exists() and not DailyTotal.objects.exists()
