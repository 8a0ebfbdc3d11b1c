"""Several tables opened at once: each by its own command, as last time or by its template."""

import pytest
from django.test import Client

from casino.administration import tables
from casino.people.models import User
from tables.door.access import Caller
from tables.door.openings import LAST, TEMPLATE, open_many, openings
from tables.door.service import execute
from tables.models import Record, Table
from tests.administration.conftest import ANA
from tests.support.house import CROUPIER, JEFE

pytestmark = pytest.mark.django_db
TEMPLATED = {"reglamento": "argentina", "minimum": 100, "maximum": 1000, "chip": 10}
YESTERDAY = {
    "command": "open_table",
    "reglamento": "spain",
    "minimum": 50,
    "maximum": 5000,
    "chip": 10,
    "differential": 2000,
}


@pytest.fixture(autouse=True)
def floor() -> None:
    for number in (1, 2, 3):
        tables.add(ANA, f"mesa-{number}", f"Mesa {number}")
    for slug in ("mesa-1", "mesa-2"):
        assert execute(slug, YESTERDAY, JEFE).ok
        assert execute(slug, {"command": "close_table"}, JEFE).ok
    tables.set_opening(ANA, "mesa-1", TEMPLATED)


def newest(slug: str) -> dict[str, object]:
    return Record.objects.filter(table__slug=slug, name="open_table").latest("pk").command


def test_each_is_opened_as_last_time_with_its_settings() -> None:
    given = open_many(Caller(JEFE), ["mesa-1", "mesa-2", "mesa-3", "elsewhere"], LAST, "key")
    assert {slug: status for slug, (status, _answer) in given.items()} == {"mesa-1": 200, "mesa-2": 200}
    assert newest("mesa-1") == YESTERDAY and newest("mesa-2") == YESTERDAY
    assert [one.table.slug for one in openings()] == ["mesa-3"]


def test_by_template_and_by_what_there_is_where_there_is_none() -> None:
    open_many(Caller(JEFE), ["mesa-1", "mesa-2"], TEMPLATE, "key")
    assert newest("mesa-1")["maximum"] == 1000 and newest("mesa-2")["maximum"] == 5000


def test_the_same_checks_hold_and_one_refusal_keeps_no_other_closed() -> None:
    Table.objects.filter(slug="mesa-1").update(
        opening='{"reglamento": "nada", "minimum": 1, "maximum": 2, "chip": 1}'
    )
    given = open_many(Caller(JEFE), ["mesa-1", "mesa-2"], TEMPLATE, "key")
    assert [answer["ok"] for _status, answer in given.values()] == [False, True]
    refused = open_many(Caller(CROUPIER), ["mesa-1"], LAST, "other")
    assert refused["mesa-1"][1]["error"]["code"] == "not_allowed"


def test_the_page_says_of_each_what_happened() -> None:
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe", language="en"))
    page = client.get("/floor/openings/").content.decode()
    assert page.count("checked") == 3, "the choice, and the two that were open today"
    answer = client.post("/floor/openings/", {"like": LAST, "tables": ["mesa-1", "mesa-2"], "key": "one"})
    assert "Opened: Mesa 1, Mesa 2" in answer.content.decode()
    assert not Table.objects.filter(slug="mesa-3", open=True).exists()
    croupier = Client()
    croupier.force_login(User.objects.create_user("carla", role="croupier"))
    assert croupier.get("/floor/openings/").status_code == 403
