"""The OpenAPI document: kept in step with the code, and true of what is answered.

That every answer which any test gets is documented is asserted in `tests/conftest.py`.
"""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator
from ninja.openapi.schema import OpenAPISchema

from casino.common.refusals.catalogue import MESSAGES
from casino.people.models import User
from tables.api.schemas import Accepted, Refusal
from tables.door.service import create_table, execute, game_of, read
from tables.robot.client import LocalClient
from tables.robot.play import play
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.view.snapshot import take
from tables.view.snapshot_schema import Snapshot
from tests.support import documented
from tests.support.house import JEFE, opening

ADDRESSES = [(path, method) for path, methods in documented.document()["paths"].items() for method in methods]
SNAPSHOT = ("components", "schemas", "Snapshot")


def test_the_document_is_the_api_as_it_is() -> None:
    kept = json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())
    assert kept == documented.document(), "run: make printed"


def test_the_document_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for it again and again, a stranger too, takes no time from the tables."""
    stranger = Client()
    first = stranger.get("/api/openapi.json").content
    monkeypatch.setattr(OpenAPISchema, "__init__", lambda *_: pytest.fail("it is made anew"))
    assert stranger.get("/api/openapi.json").content == first


def test_every_schema_is_one() -> None:
    for name, schema in documented.document()["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        list(
            documented.validator("components", "schemas", name).iter_errors({})
        )  # its references lead somewhere


@pytest.mark.parametrize(("path", "method"), ADDRESSES)
def test_every_address_says_what_it_answers(path: str, method: str) -> None:
    responses = documented.document()["paths"][path][method]["responses"]
    assert {"401", "429", "503"} <= responses.keys() and responses.keys() & {"200", "201", "202"}
    for status, response in responses.items():
        schema = response["content"]["application/json"]["schema"]["$ref"]
        assert schema.endswith(f"/Refusal{status}") == (status >= "400")


def test_every_refusal_is_documented_with_its_status() -> None:
    schemas = documented.document()["components"]["schemas"]
    codes = {
        int(name.removeprefix("Error")): schema["properties"]["code"]["enum"]
        for name, schema in schemas.items()
        if name.startswith("Error")
    }
    undocumented = {
        code: status for code, (status, _) in MESSAGES.items() if code not in codes.get(status, ())
    }
    assert undocumented == {"no_such_method": 405}, "that one is Django's, for a method that no address has"


def command_of(body: Any) -> list[str]:
    """How many of the documented commands a body fits, as their titles."""
    path = ("paths", "/api/tables/{slug}/commands", "post", "requestBody")
    schema = (*path, "content", "application/json", "schema", "oneOf")
    kinds = documented.document()["paths"][path[1]]["post"]["requestBody"]["content"]["application/json"]
    return [
        kind["title"]
        for place, kind in enumerate(kinds["schema"]["oneOf"])
        if not documented.faults(body, *schema, str(place))
    ]


def test_a_command_is_one_of_those_that_are_documented() -> None:
    for command in opening():
        assert len(command_of(command)) == 1, command
    for wrong in ({}, {"player": "ana"}, {"command": "fly"}, {"command": "sit", "player": "ana", "seat": 46}):
        assert command_of(wrong) == []


class Reader(LocalClient):
    """A robot's client: snapshots and answers have the shape that the document is generated from."""

    def snapshot(self) -> Any:
        """Raises ValidationError where a snapshot is not as documented, to whom nothing is hidden or to a display."""
        table, state = read(self._slug)
        for role in ("jefe", "display"):
            Snapshot.model_validate(take(self._slug, game_of(state, role), table.name), strict=True)
        return super().snapshot()

    def send(self, command: Any) -> Any:
        """Raises ValidationError for an answer that is not as documented."""
        answer = super().send(command)
        (Accepted if answer["ok"] else Refusal).model_validate(answer, strict=True)
        return answer


@pytest.mark.django_db
@pytest.mark.parametrize("reglamento", [*REGLAMENTOS])
def test_every_snapshot_of_a_played_table_is_as_documented(reglamento: str) -> None:
    create_table("mesa", "Mesa")
    limits = {"minimum": 100, "maximum": 10_000, "chip": 10}
    assert execute("mesa", {"command": "open_table", "reglamento": reglamento, **limits}, JEFE).ok
    play(Reader("mesa", JEFE), Robot(7), pace=0, passes=10)


@pytest.mark.django_db
def test_what_is_not_documented_is_found() -> None:
    create_table("mesa", "Mesa")
    snapshot = take("mesa", game_of(read("mesa")[1], "jefe"))
    assert not documented.faults(snapshot, *SNAPSHOT)
    without = {name: value for name, value in snapshot.items() if name != "phase"}
    for wrong in (
        snapshot | {"new": 1},
        without,
        snapshot | {"phase": "asleep"},
        snapshot | {"version": "1"},
    ):
        assert documented.faults(wrong, *SNAPSHOT)


# What is refused before an address is reached, or by Django itself


def client_of(role: str, **settings: Any) -> Client:
    client = Client(**settings)
    client.force_login(User.objects.create_user(f"one-{role}", role=role, language="en"))
    return client


def refusal(answer: Any) -> tuple[int, str, str | None]:
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["message"]


@pytest.mark.django_db
def test_an_address_or_a_method_that_is_not_there_is_refused_like_all_else() -> None:
    client = client_of("jefe")
    assert refusal(client.get("/api/nothing")) == (404, "no_such_page", "There is no such page or table.")
    answer = client.delete("/api/tables")
    assert refusal(answer) == (405, "no_such_method", "This address does not take DELETE.")
    assert answer["Allow"] == "GET"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/tables/nada/", 404, "There is no such table."),
        ("/nothing/", 404, "There is no such page or table."),
        ("/tables/mesa/console/", 403, "This page is not for your role, or its link has been withdrawn."),
        ("/language/", 405, "This address does not take GET."),
    ],
)
def test_a_page_says_the_same_in_the_readers_language(path: str, status: int, sentence: str) -> None:
    create_table("mesa", "Mesa")
    answer = client_of("inspector").get(path)
    assert answer.status_code == status and sentence in answer.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_secret_is_told_to_load_the_page_again() -> None:
    answer = client_of("jefe", enforce_csrf_checks=True).post("/handover/")
    assert answer.status_code == 403 and "The page is too old" in answer.content.decode()


@pytest.mark.django_db
def test_too_many_wrong_passphrases_at_the_login_are_told_so() -> None:
    said = {"username": "one-jefe", "password": "wrong"}
    answers = [Client().post("/login/", said, headers={"Accept-Language": "en"}) for _ in range(6)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429 and "Too many wrong passphrases" in answers[-1].content.decode()
