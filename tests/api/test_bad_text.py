"""Text that no database holds: a NUL, half of a surrogate pair. It is refused like anything else that is ill-formed."""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver

from casino.people.models import User
from tables.door.service import create_table, execute
from tables.engine import COMMANDS, INCIDENTS
from tests.support.house import JEFE, opening

pytestmark = pytest.mark.django_db
BAD = ["a\x00b", "a\udc00"]
GOOD = {"hand": "punto", "player": "eva", "card": "3", "players": ["eva"], "reglamento": "argentina"}
REFUSED = range(400, 500)


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")
    for command in opening():
        execute("mesa", command, JEFE)


@pytest.fixture
def jefe() -> Client:
    return client_of("jefe")


def client_of(role: str) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_user(f"one-{role}", role=role, password="right horse battery"))
    return client


def texts() -> list[dict[str, Any]]:
    """Every command with each of its fields that may hold a text."""
    kinds = {**COMMANDS, **INCIDENTS}
    return [
        {
            **{known: value for known, value in GOOD.items() if known in kind.model_fields},
            "command": name,
            field: "?",
        }
        for name, kind in kinds.items()
        for field in kind.model_fields
    ]


@pytest.mark.parametrize("bad", BAD)
def test_in_any_field_of_any_command_it_is_refused(jefe: Client, bad: str) -> None:
    for said in texts():
        for value in (bad, [bad]):
            command = {name: value if text == "?" else text for name, text in said.items()}
            answer = jefe.post(
                "/api/tables/mesa/commands", json.dumps(command), content_type="application/json"
            )
            assert answer.status_code in REFUSED, (command, answer.status_code)


@pytest.mark.parametrize("bad", BAD)
def test_in_any_query_and_any_form_it_is_refused_or_ignored(jefe: Client, bad: str) -> None:
    names = "next q table article actor incident from to since until player kind tie slug number token language page"
    query = {name: bad.encode("utf-8", "surrogatepass") for name in names.split()}
    found = []
    for pattern in addresses():
        for path in (pattern.replace("%s", "mesa"), pattern.replace("%s", "%00")):
            found.append((jefe.get(path, query).status_code, path))
            found.append((jefe.post(path, query).status_code, path))
    assert [one for one in found if one[0] >= 500] == []


@pytest.mark.parametrize("bad", BAD)
def test_at_the_login_it_is_a_wrong_name_or_passphrase(bad: str) -> None:
    client = Client(raise_request_exception=False)
    for name, word in ((bad, "x"), ("one", bad), (bad, bad)):
        said = {
            "username": name.encode("utf-8", "surrogatepass"),
            "password": word.encode("utf-8", "surrogatepass"),
        }
        assert client.post("/login/", said).status_code in (200, 429), (name, word)
    client.cookies[settings.SESSION_COOKIE_NAME] = "a%00b"
    assert client.get("/floor/").status_code == 302


def addresses() -> list[str]:
    """Every address, with %s for what is variable in it."""
    found = []

    def walk(patterns: Any, before: str) -> None:
        for pattern in patterns:
            here = before + str(pattern.pattern)
            if hasattr(pattern, "url_patterns"):
                walk(pattern.url_patterns, here)
            else:
                found.append("/" + here)

    walk(get_resolver().url_patterns, "")
    return [plain(one) for one in found]


def plain(pattern: str) -> str:

    return (
        re.sub(r"<int:\w+>", "1", re.sub(r"<(?:slug:|str:)?\w+>", "%s", pattern))
        .replace("^", "")
        .replace("$", "")
    )
