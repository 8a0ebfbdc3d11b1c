"""The hours that a house's clock leaves out in spring, and those that it has twice in autumn."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from casino.common import clock
from casino.common.clock import moments
from casino.people.models import User
from tests.support.own_house import HouseHas


@pytest.fixture(autouse=True)
def madrid(house_has: HouseHas) -> None:
    house_has(time_zone="Europe/Madrid")


@pytest.mark.parametrize("said", ["2026-03-29T02:00", "2026-03-29T02:30", "2026-03-29T02:59:59"])
def test_an_hour_that_does_not_exist_is_no_moment(said: str) -> None:
    assert clock.read(said) is None


def test_the_hours_beside_it_are() -> None:
    assert clock.read("2026-03-29T01:59") == datetime(2026, 3, 29, 0, 59, tzinfo=UTC)
    assert clock.read("2026-03-29T03:00") == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert clock.read("2026-03-29T02:30+01:00") == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    first_of_two = clock.read("2026-10-25T02:30")
    assert first_of_two and first_of_two.astimezone(UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "utc"),
    [
        ("21/11/2026 23:05", datetime(2026, 11, 21, 22, 5, tzinfo=UTC)),
        ("21. 11. 2026 23.05", datetime(2026, 11, 21, 22, 5, tzinfo=UTC)),
        ("1-2-2026, 9h30", datetime(2026, 2, 1, 8, 30, tzinfo=UTC)),
        ("21/11/2026", datetime(2026, 11, 21, 7, tzinfo=UTC)),
        ("25/10/2026 02:05 (UTC+1)", datetime(2026, 10, 25, 1, 5, tzinfo=UTC)),
        ("29/03/2026 02:30", None),
        ("31/02/2026 10:00", None),
        ("11/21/2026 10:00", None),
        ("21/11/2026 24:00", None),
        ("21/11/26 10:00", None),
        ("٢١/١١/٢٠٢٦ 10:00", None),
    ],
)
def test_what_people_type_is_read_with_the_day_first(
    said: str, utc: datetime | None, house_has: HouseHas
) -> None:
    house_has(day_begins=8)
    found = clock.read(said)
    assert (found.astimezone(UTC) if found else None) == utc


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("hour", [0, 1, 12])
def test_what_a_field_shows_is_read_back(language: str, hour: int) -> None:
    moment = datetime(2026, 10, 25, hour, 5, tzinfo=UTC)
    with translation.override(language):
        assert clock.read(moments.typed(moment)) == moment


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/reports/floor/?since={}&until=2026-03-29T08:00", "/inspector/?since={}"])
def test_a_page_refuses_it_with_a_sentence(path: str) -> None:
    inspector = Client()
    inspector.force_login(User.objects.create_user("ines", role="inspector"))
    assert inspector.get(path.format("2026-03-29T01:30")).status_code == 200
    answer = inspector.get(path.format("2026-03-29T02:30"))
    assert "2026-03-29T02:30" in answer.text and "29/03/2026 03:30" not in answer.text


@pytest.mark.parametrize("said", ["2026-11-01", "20261101", "2026-W44-7", "1/11/2026", "1. 11. 2026"])
@pytest.mark.parametrize("begins", [0, 8, 23])
def test_a_day_alone_is_the_casinos_however_it_is_written(
    house_has: HouseHas, said: str, begins: int
) -> None:
    house_has(time_zone="America/Argentina/Buenos_Aires", day_begins=begins)
    assert clock.read(said) == clock.begin_of(date(2026, 11, 1))


def test_a_day_alone_begins_where_the_clock_leaves_its_hour_out(house_has: HouseHas) -> None:
    house_has(day_begins=2)
    assert clock.read("2026-03-29") == clock.read("29/3/2026") == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_an_hour_that_comes_twice_says_which_it_is() -> None:
    summer, winter = datetime(2026, 10, 25, 0, 5, tzinfo=UTC), datetime(2026, 10, 25, 1, 5, tzinfo=UTC)
    assert moments.minute(summer) == "25/10/2026 02:05 (UTC+2)"
    assert moments.second(winter) == "25/10/2026 02:05:00 (UTC+1)"
    assert [moments.hour(one) for one in (summer, winter)] == ["02:05 (UTC+2)", "02:05 (UTC+1)"]
    assert moments.hour(datetime(2026, 10, 25, 2, 5, tzinfo=UTC)) == "03:05"
    assert moments.minute(datetime(2026, 3, 29, 1, 0, tzinfo=UTC)) == "29/03/2026 03:00"


@pytest.mark.parametrize(
    ("zone", "at", "said"),
    [
        ("America/St_Johns", datetime(2026, 11, 1, 4, 0, tzinfo=UTC), "01:30 (UTC-2:30)"),
        ("America/Argentina/Buenos_Aires", datetime(2026, 11, 1, 4, 0, tzinfo=UTC), "01:00"),
    ],
)
def test_with_minutes_and_where_no_clock_is_set_back(
    house_has: HouseHas, zone: str, at: datetime, said: str
) -> None:
    house_has(time_zone=zone)
    assert moments.hour(at) == said


SCANNED = range(2024, 2028)
QUARTER = timedelta(minutes=15)


def changes(zone: ZoneInfo) -> Iterator[datetime]:
    """When this zone's clock is set, to the quarter of an hour."""
    moment = datetime(SCANNED[0], 1, 1, tzinfo=UTC)
    while moment.year in SCANNED:
        before, later = moment.astimezone(zone).utcoffset(), moment + timedelta(days=7)
        if later.astimezone(zone).utcoffset() != before:
            while moment.astimezone(zone).utcoffset() == before:
                moment += QUARTER
            yield moment
        moment = later


@pytest.fixture(scope="module")
def zones() -> dict[str, list[datetime]]:
    """One zone of each kind whose clocks are set at all, with the moments at which they are."""
    kinds: dict[tuple[Any, ...], str] = {}
    for name in sorted(available_timezones()):
        zone = ZoneInfo(name)
        kinds.setdefault(tuple((one, one.astimezone(zone).utcoffset()) for one in changes(zone)), name)
    return {name: [moment for moment, _offset in kind] for kind, name in kinds.items() if kind}


def begin(day: date, hour: int, zone: ZoneInfo, change: datetime) -> datetime:
    """The first moment at which the zone's clock shows that hour; if it leaves it out, the change."""
    both = (datetime.combine(day, time(hour, fold=fold), zone).astimezone(UTC) for fold in (0, 1))
    shown = [
        one for one in both if one.astimezone(zone).replace(tzinfo=None) == datetime.combine(day, time(hour))
    ]
    return min(shown, default=change)


@pytest.mark.parametrize("hour", [0, 1, 2, 3, 6, 23])
def test_a_day_begins_once_in_every_zone(
    house_has: HouseHas, zones: dict[str, list[datetime]], hour: int
) -> None:
    house_has(day_begins=hour)
    assert len(zones) > 20
    for name, changed in zones.items():
        zone = ZoneInfo(name)
        house_has(time_zone=name)
        for change in changed:
            around = (change.date() + timedelta(days=number) for number in range(-3, 4))
            begins = [begin(day, hour, zone, change) for day in around]
            for quarter in range(-6, 7):
                moment = change + quarter * QUARTER
                began = max(one for one in begins if one <= moment)
                assert clock.day_of(moment) == began, (name, moment)
            assert [clock.next_day(one) for one in begins[:-1]] == begins[1:], (name, change)
