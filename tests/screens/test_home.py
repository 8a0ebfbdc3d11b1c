"""The first page of a croupier: which table is his, and what happens there."""

import re

import pytest
from django.test import Client

from casino.people.models import User
from tables.door import duty
from tables.door.service import create_table, execute
from tests.support.house import JEFE, opening

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def tables() -> None:
    for slug in ("mesa-1", "mesa-2", "mesa-3"):
        create_table(slug, slug.title())
    for command in opening():
        assert execute("mesa-2", command, JEFE).ok


def cards(**who: str) -> dict[str, str]:
    """Slug → its card, in the order of the page."""
    client = Client()
    user = User.objects.create_user("carla", role="croupier", language="en", **who)
    client.force_login(user)
    parts = re.split(r'id="home-([\w-]+)"', client.get("/").content.decode())[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_table_that_is_his_comes_first_and_is_marked() -> None:
    found = cards(serves="mesa-2")
    assert list(found) == ["mesa-2", "mesa-1", "mesa-3"]
    assert [slug for slug, html in found.items() if "Your table" in html] == ["mesa-2"]


def test_where_nobody_is_assigned_no_table_is_anybodys() -> None:
    found = cards()
    assert list(found) == ["mesa-1", "mesa-2", "mesa-3"]
    assert not any("Your table" in html for html in found.values())


def test_each_says_what_happens_there() -> None:
    assert execute("mesa-2", {"command": "shuffle", "riffles": 4}, JEFE).ok
    found = cards()
    assert "Closed" in found["mesa-1"] and "Auction" in found["mesa-2"]
    assert found["mesa-2"].index("Console") < found["mesa-2"].index("Rules card")


def test_a_suspended_table_says_so() -> None:
    assert execute("mesa-2", {"command": "suspend", "reason": "a card is missing"}, JEFE).ok
    assert "Suspended" in cards()["mesa-2"]


def test_where_he_is_on_duty_counts_before_what_he_serves() -> None:
    User.objects.create_user("clara", role="croupier", language="en", serves="mesa-1 mesa-2")
    duty.begin("mesa-2", JEFE, "pagador", "clara")
    client = Client()
    client.force_login(User.objects.get(username="clara"))
    assert client.get("/").content.decode().count("Your table") == 1
