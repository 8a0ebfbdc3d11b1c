"""A jefe's section: whole pits, or single tables."""

import pytest
from django.test import Client

from casino.administration import pits
from casino.people.models import User
from tables.door import duty
from tables.door.service import create_table
from tests.administration.conftest import ANA

pytestmark = pytest.mark.django_db


@pytest.fixture
def julio() -> Client:
    for number in range(1, 6):
        create_table(f"mesa-{number}", f"Mesa {number}")
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe", language="en", password="x"))
    return client


def watched() -> list[str]:
    return sorted(duty.tables_of("julio"))


def test_is_a_pit_and_a_single_table_and_then_nothing(julio: Client) -> None:
    pit = pits.add(ANA, "Terraza")
    pits.assign(ANA, pit.pk, ["mesa-1", "mesa-2"])
    assert julio.post("/floor/section/", {"pits": [pit.pk], "tables": ["mesa-5"]}).status_code == 302
    assert watched() == ["mesa-1", "mesa-2", "mesa-5"]
    page = julio.get("/floor/section/").content.decode()
    assert page.count("checked") == 2, "the pit, and the single table"
    julio.post("/floor/section/", {})
    assert watched() == []


def test_without_pits_all_tables_are_one(julio: Client) -> None:
    julio.post("/floor/section/", {"pits": ["0"]})
    assert len(watched()) == 5


def test_what_is_not_there_is_refused(julio: Client) -> None:
    answer = julio.post("/floor/section/", {"tables": ["elsewhere"]})
    assert answer.status_code == 404 and 'role="alert"' in answer.content.decode()
    assert watched() == []
