"""The HTTP door: who comes in, and every bad thing refused without a trace."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from casino.people.models import Token, User
from tables.api.app import api
from tables.door.service import create_table, execute, read
from tests.support.house import JEFE, opening

COMMANDS = "/api/tables/mesa/commands"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")
    create_table("otra", "Otra")
    for command in opening():
        execute("mesa", command, JEFE)


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(f"one-{role}", role=role))
    return client


def give(client: Client, command: Any, **headers: str) -> Any:
    body = command if isinstance(command, bytes) else json.dumps(command)
    return client.post(COMMANDS, body, content_type="application/json", headers=headers)


def version() -> int:
    return read("mesa")[1].version


def test_a_croupier_gives_a_command_and_is_answered_as_the_protocol_says() -> None:
    answer = give(client_of("croupier"), {"command": "join", "player": "eva"})
    assert answer.status_code == 200
    told = answer.json()
    assert told["ok"] and told["version"] == version()
    (event,) = told["events"]
    assert (event["seq"], event["player"]) == (told["version"], "eva")


def test_the_same_key_again_gives_the_first_answer_and_changes_nothing() -> None:
    client = client_of("croupier")
    first = give(client, {"command": "join", "player": "eva"}, **{"Idempotency-Key": "k1"})
    again = give(client, {"command": "join", "player": "eva"}, **{"Idempotency-Key": "k1"})
    assert again.json() == first.json()
    assert version() == first.json()["version"]


def test_an_expected_version_that_has_passed_is_stale() -> None:
    answer = give(client_of("croupier"), {"command": "join", "player": "eva", "expected_version": 1})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale")


@pytest.mark.parametrize("role", ["inspector", "cambista"])
def test_who_only_watches_is_refused(role: str) -> None:
    answer = give(client_of(role), {"command": "join", "player": "eva"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")


def test_a_jefes_command_by_a_croupier_is_refused() -> None:
    answer = give(client_of("croupier"), {"command": "close_table"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")


def test_a_stranger_gets_nothing() -> None:
    for answer in (give(Client(), {"command": "shuffle", "riffles": 4}), Client().get("/api/tables/mesa")):
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not_logged_in")


def test_a_cookie_alone_does_not_act() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("carla", role="croupier"))
    answer = give(client, {"command": "join", "player": "eva"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "bad_csrf")


def test_an_account_that_was_closed_gets_nothing() -> None:
    client = client_of("croupier")
    User.objects.update(is_active=False)
    assert client.get("/api/tables/mesa").status_code == 401


@pytest.mark.parametrize("slug", ["nope", "a b", "%00", "mesa%00", "ñ"])
def test_a_table_that_is_not_there(slug: str) -> None:
    client = client_of("jefe")
    assert client.get(f"/api/tables/{slug}").status_code == 404
    answer = client.post(f"/api/tables/{slug}/commands", "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_table")


BAD_BODIES = {
    "empty": b"",
    "not JSON": b"{",
    "not UTF-8": b'{"command": "join", "player": "\xff"}',
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "NaN": b'{"command": "place_bet", "player": "ana", "chance": "punto", "amount": NaN}',
    "deep": b"[" * 30_000,
    "1 MB": b'{"command": "note", "text": "' + b"x" * 1_000_000 + b'"}',
    "a huge number": b'{"command": "place_bet", "player": "ana", "chance": "punto", "amount": '
    + b"9" * 5000
    + b"}",
    "a fraction": b'{"command": "place_bet", "player": "ana", "chance": "punto", "amount": 10.5}',
    "by": b'{"command": "close_table", "by": "jefe"}',
    "a lone surrogate": b'{"command": "join", "player": "\\ud800"}',
}


@pytest.mark.parametrize("name", BAD_BODIES)
def test_a_bad_body_is_malformed_and_changes_nothing(name: str) -> None:
    before = version()
    answer = give(client_of("jefe"), BAD_BODIES[name])
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "malformed")
    assert version() == before


def test_an_unknown_command_is_said_to_be_one() -> None:
    answer = give(client_of("jefe"), {"command": "fly"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unknown_command")


def test_too_many_requests_at_once_are_slowed_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is per second; the test makes it one per hour, so that a slow machine reaches it too."""
    (throttle,) = api.throttle
    limit = throttle.num_requests
    monkeypatch.setattr(throttle, "duration", 3600)
    cache.clear()  # what tests just before this one have asked, as users with the same number
    client = client_of("inspector")
    answers = [client.get("/api/tables/mesa") for _ in range(limit + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    assert (answers[-1].status_code, answers[-1].json()["error"]["code"]) == (429, "too_fast")


# Tokens


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_a_display_sees_its_table_without_players() -> None:
    secret = Token.objects.issue("wall", "display", "mesa")
    answer = Client().get("/api/tables/mesa", headers=bearer(secret))
    assert answer.status_code == 200
    assert "ana" not in answer.content.decode()


def test_a_token_sees_no_other_table() -> None:
    secret = Token.objects.issue("wall", "display", "mesa")
    answer = Client().get("/api/tables/otra", headers=bearer(secret))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_your_table")
    listed = Client().get("/api/tables", headers=bearer(secret)).json()["tables"]
    assert [line["table"] for line in listed] == ["mesa"]


def test_a_device_may_key_cards_and_no_more() -> None:
    headers = bearer(Token.objects.issue("shoe", "device", "mesa"))
    card = give(Client(), {"command": "card", "hand": "punto", "card": "7"}, **headers)
    assert card.json()["error"]["code"] == "wrong_phase"
    assert give(Client(), {"command": "join", "player": "eva"}, **headers).status_code == 403


def test_a_revoked_token_is_a_stranger() -> None:
    secret = Token.objects.issue("wall", "display", "mesa")
    Token.objects.get().revoke()
    assert Client().get("/api/tables/mesa", headers=bearer(secret)).status_code == 401


def test_the_floor_lists_every_table_without_its_players() -> None:
    answer = client_of("cambista").get("/api/tables")
    assert [line["table"] for line in answer.json()["tables"]] == ["mesa", "otra"]
    assert "ana" not in answer.content.decode()
