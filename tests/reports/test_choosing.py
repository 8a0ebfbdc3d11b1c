"""The periods that have a name, their steps, and what they are compared with, in the casino's days."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from casino.common import clock
from tables.reports.choosing import Against, Preset, choices, compared, moved, preset, preset_of
from tables.reports.period import Period, Unit
from tables.reports.period_bar import _label
from tests.support.own_house import HouseHas

NOW = datetime(2026, 11, 27, 5, 20, tzinfo=UTC)  # Friday 02:20 in Buenos Aires: the casino's Thursday 26


def at(said: str) -> datetime:
    found = clock.read(said)
    assert found
    return found


def period(since: str, until: str) -> Period:
    return Period(at(since), at(until))


@pytest.mark.parametrize(
    ("name", "since", "until"),
    [
        (Preset.TODAY, "26/11/2026", "27/11/2026"),
        (Preset.LAST_NIGHT, "25/11/2026 20:00", "26/11/2026 08:00"),
        (Preset.YESTERDAY, "25/11/2026", "26/11/2026"),
        (Preset.THIS_WEEK, "23/11/2026", "30/11/2026"),
        (Preset.THIS_MONTH, "1/11/2026", "1/12/2026"),
        (Preset.LAST_MONTH, "1/10/2026", "1/11/2026"),
        (Preset.THIS_YEAR, "1/1/2026", "1/1/2027"),
    ],
)
def test_a_name_is_a_period_of_the_casinos_days(name: Preset, since: str, until: str) -> None:
    found = preset(name, NOW)
    assert found.ends == (at(since), at(until))
    assert preset_of(found, NOW) is name
    assert preset_of(Period(found.since, found.until + timedelta(hours=1)), NOW) is None


@pytest.mark.parametrize(
    ("of", "earlier"),
    [
        (("26/11/2026", "27/11/2026"), ("25/11/2026", "26/11/2026")),
        (("25/11/2026 20:00", "26/11/2026 08:00"), ("24/11/2026 20:00", "25/11/2026 08:00")),
        (("23/11/2026", "30/11/2026"), ("16/11/2026", "23/11/2026")),
        (("1/3/2026", "1/4/2026"), ("1/2/2026", "1/3/2026")),
        (("1/1/2026", "1/1/2027"), ("1/1/2025", "1/1/2026")),
        (("5/11/2026 10:00", "7/11/2026 11:00"), ("2/11/2026 10:00", "4/11/2026 11:00")),
    ],
)
def test_a_step_is_as_long_as_the_period(of: tuple[str, str], earlier: tuple[str, str]) -> None:
    found = moved(period(*of), -1)
    assert found.ends == period(*earlier).ends
    assert moved(found, 1).ends == period(*of).ends


@pytest.mark.parametrize(
    ("of", "against", "before"),
    [
        (("25/11/2026", "26/11/2026"), Against.WEEKDAY, ("18/11/2026", "19/11/2026")),
        (("25/11/2026", "26/11/2026"), Against.PREVIOUS, ("24/11/2026", "25/11/2026")),
        (("25/11/2026", "26/11/2026"), Against.YEAR, ("26/11/2025", "27/11/2025")),  # a Wednesday too
        (("25/11/2026 20:00", "26/11/2026 06:00"), Against.WEEKDAY, ("18/11/2026 20:00", "19/11/2026 06:00")),
        (("1/10/2026", "1/11/2026"), Against.YEAR, ("1/10/2025", "1/11/2025")),
        (("1/10/2026", "1/11/2026"), Against.PREVIOUS, ("1/9/2026", "1/10/2026")),
        (("16/11/2026", "23/11/2026"), Against.PREVIOUS, ("9/11/2026", "16/11/2026")),
        # Of what is not over only so much as has passed.
        (("26/11/2026", "27/11/2026"), Against.WEEKDAY, ("19/11/2026", "20/11/2026 03:00")),
        (("1/11/2026", "1/12/2026"), Against.YEAR, ("1/11/2025", "27/11/2025 03:00")),
    ],
)
def test_what_it_is_compared_with(of: tuple[str, str], against: Against, before: tuple[str, str]) -> None:
    found = compared(period(*of), against, NOW)
    assert found and found.ends == period(*before).ends
    assert found.unit is period(*of).unit


def test_another_period_begins_where_it_is_said() -> None:
    found = compared(period("25/11/2026", "26/11/2026"), Against.OTHER, NOW, at("2/11/2026 10:00"))
    assert found and found.ends == period("2/11/2026 10:00", "3/11/2026 10:00").ends
    assert compared(period("25/11/2026", "26/11/2026"), Against.OTHER, NOW) is None
    assert compared(period("25/11/2026", "26/11/2026"), Against.NOTHING, NOW) is None


def test_the_usual_comparison_comes_first() -> None:
    assert choices(period("25/11/2026", "26/11/2026"))[0] is Against.WEEKDAY
    assert choices(period("16/11/2026", "23/11/2026"))[:2] == [Against.PREVIOUS, Against.YEAR]
    assert choices(period("1/10/2026", "1/11/2026"))[0] is Against.YEAR
    assert Against.WEEKDAY not in choices(period("16/11/2026", "23/11/2026"))


def test_days_of_23_and_25_hours(house_has: HouseHas) -> None:
    house_has(time_zone="Europe/Madrid", day_begins=2)
    day = period("25/10/2026 03:00", "26/10/2026")  # the clock is set back at 03:00
    assert moved(moved(day, -1), 1).ends == day.ends
    with_change = period("24/10/2026", "25/10/2026")
    assert moved(with_change, 7).until - moved(with_change, 7).since == timedelta(hours=24)


def test_the_steps_of_a_period_with_those_in_which_nothing_happens() -> None:
    day = period("25/11/2026 20:00", "26/11/2026 06:00")
    begins = day.begins()
    assert [day.span_label(begin) for begin in begins][:2] == ["20–21", "21–22"] and len(begins) == 10
    assert period("25/11/2026", "27/11/2026").span_label(begins[0]).endswith(" 20–21")
    month = period("1/11/2026", "1/12/2026")
    assert month.unit is Unit.DAY and len(month.begins()) == 30
    assert len(period("1/1/1900", "1/1/8999").begins()) == 120


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Thursday before"),
        ("es", "jueves anterior"),
        ("fr", "jeudi précédent"),
        ("sl", "četrtek pred tednom"),
    ],
)
def test_the_weekday_before_is_written_as_the_language_does(language: str, said: str) -> None:
    with translation.override(language):
        assert _label(Against.WEEKDAY, period("26/11/2026", "27/11/2026")) == said
