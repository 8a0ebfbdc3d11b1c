"""The list of past spells: who was at which table, from when to when, how long he had rested, and who took over."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from casino.common import clock
from casino.people.models import User
from tables.door import duty
from tables.door.service import create_table
from tables.models import Duty
from tables.reports.duty_report import duty_report
from tables.reports.renderers.csv_file import as_csv
from tests.support.house import JEFE
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db
EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)
EVENING = {"since": "2026-11-20T20:00Z", "until": "2026-11-20T23:00Z"}


@pytest.fixture(autouse=True)
def evening(house_has: HouseHas) -> Iterator[None]:
    """Carla deals for 70 minutes at mesa-1, is relieved by Diego, rests for 20 and goes to mesa-2."""
    house_has(relief_minutes=60)
    for number in (1, 2):
        create_table(f"mesa-{number}", f"Mesa {number}")
    for name, role in (("carla", "croupier"), ("diego", "croupier"), ("julio", "jefe")):
        User.objects.create_user(name, role=role, language="en")
    with at(0):
        spell = duty.begin("mesa-1", JEFE, "croupier", "carla")
        duty.begin("mesa-1", JEFE, "jefe")
    with at(70):
        duty.relieve(spell.pk, JEFE, "diego")
    with at(90):
        duty.begin("mesa-2", JEFE, "croupier", "carla")
    with at(120), translation.override("en"):
        yield


def at(minutes: int) -> Any:
    return clock.running_on(lambda: EIGHT + timedelta(minutes=minutes))


def rows() -> list[list[Any]]:
    [section] = duty_report(Duty.objects.all()).sections
    return [[str(cell.value) for cell in line.cells] for line in section.printed()]


def test_each_spell_says_who_where_how_long_and_after_which_break() -> None:
    short = [[row[0], row[1], row[2], *row[5:]] for row in rows()]
    assert short == [
        ["carla", "Mesa 2", "Croupier", "30", "20", "", "julio"],
        ["diego", "Mesa 1", "Croupier", "50", "None", "", "julio"],
        ["julio", "Mesa 1", "Jefe de mesa", "120", "None", "", "julio"],
        ["carla", "Mesa 1", "Croupier", "70", "None", "diego", "julio"],
    ]
    assert [row[4] == "None" for row in rows()] == [True, True, True, False]


def test_who_dealt_for_too_long_is_marked_unless_the_house_has_no_limit(house_has: HouseHas) -> None:
    [section] = duty_report(Duty.objects.all()).sections
    assert [line.abnormal for line in section.printed()] == [False, False, False, True]
    house_has(relief_minutes=0)
    assert not any(line.abnormal for line in section.printed())


@pytest.mark.parametrize(
    ("asked", "people"),
    [
        ({}, ["carla", "diego", "julio", "carla"]),
        ({"table": "mesa-2"}, ["carla"]),
        ({"person": "carla"}, ["carla", "carla"]),
        ({"person": "nobody"}, []),
        ({"since": "2026-11-20T22:00Z"}, ["carla", "diego", "julio"]),
        ({"until": "2026-11-20T21:00Z"}, ["julio", "carla"]),
    ],
)
def test_it_can_be_asked_for_a_time_a_table_and_a_person(asked: dict[str, str], people: list[str]) -> None:
    client = Client()
    client.force_login(User.objects.get(username="julio"))
    text = client.get("/reports/duty/", {**EVENING, **asked, "as": "csv"}).content.decode()
    named = [line.split(",")[0] for line in text.splitlines()]
    assert [name for name in named if name in ("carla", "diego", "julio")] == people


def test_an_administrator_reads_it_and_gets_back_to_the_people(client: Client) -> None:
    client.force_login(User.objects.create_user("ada", role="administrator", language="en"))
    assert 'href="/reports/duty/"' in client.get("/administration/people/").text
    page = client.get("/reports/duty/", EVENING).text
    assert "diego" in page and 'href="/administration/people/"' in page
    assert client.get("/reports/").status_code == 403


def test_a_file_has_what_the_page_has() -> None:
    assert "carla,Mesa 2,Croupier" in as_csv(duty_report(Duty.objects.all()))


def test_its_form_has_the_times_as_the_reader_types_them(client: Client) -> None:
    client.force_login(User.objects.get(username="julio"))
    for asked in ({}, EVENING):
        form = (
            client.get("/reports/duty/", asked).text.split('action="/reports/duty/"')[1].split("</form>")[0]
        )
        values = re.findall(r'name="(?:since|until)"\s+value="([^"]*)"', form)
        assert len(values) == 2
        assert all(re.fullmatch(r"\d\d/\d\d/\d{4} \d\d:\d\d", value) for value in values), values
