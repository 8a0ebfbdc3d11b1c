"""The hours that a house's clock leaves out in spring, and those that it has twice in autumn."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from casino.accounts.models import User
from casino.common import clock, moments


@pytest.fixture(autouse=True)
def madrid(settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Madrid"


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
def test_what_people_type_is_read_with_the_day_first(said: str, utc: datetime | None, settings: Any) -> None:
    settings.DAY_BEGINS = 8
    found = clock.read(said)
    assert (found.astimezone(UTC) if found else None) == utc


@pytest.mark.parametrize("language", ["en", "es", "fr", "sl"])
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
    settings: Any, zone: str, at: datetime, said: str
) -> None:
    settings.TIME_ZONE = zone
    assert moments.hour(at) == said
