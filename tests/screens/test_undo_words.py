"""How the console and the table's page say what an undo would take back."""

import html
import re

import pytest
from django.test import Client

from casino.accounts.models import User
from tables.service import create_table, execute
from tests.house import CROUPIER, JEFE, SETTINGS

pytestmark = pytest.mark.django_db


def given(command: dict[str, object]) -> None:
    assert execute("mesa", command, CROUPIER if command["command"] != "open_table" else JEFE).ok


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")
    given({"command": "open_table", **SETTINGS, "reglamento": "argentina"})


def page(role: str, path: str) -> str:
    client = Client()
    client.force_login(User.objects.create_user(f"one-{role}", role=role, language="en"))
    return html.unescape(client.get(path).text)


def key_of_undo(role: str) -> str:
    found = re.search(r'id="act-undo".*?</button>', page(role, "/tables/mesa/console/"), re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]*>", " ", found[0].partition(">")[2]).split())


@pytest.mark.parametrize("role", ["croupier", "jefe"])
def test_nothing_is_the_jefes_where_nobody_can_undo(role: str) -> None:
    assert key_of_undo(role) == "↶ Undo"


def test_who_has_left_is_called_by_his_name() -> None:
    given({"command": "join", "player": "l1", "name": "Lidia"})
    given({"command": "leave", "player": "l1"})
    assert key_of_undo("croupier") == "↶ Undo Departure Lidia"
    options = re.findall(
        r"<label class=.deed.[^>]*>.*?<span>(.*?)</span>", page("jefe", "/tables/mesa/"), re.DOTALL
    )
    assert any("Departure" in option and "Lidia" in option for option in options)
    assert not any("l1" in option for option in options)
