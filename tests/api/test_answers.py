"""What every answer of the API has in common: nobody keeps it, it is JSON whatever happens, and it says when to ask
again."""

import json
import re
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.db import DataError, InternalError, OperationalError, connection, transaction
from django.test import Client
from django.urls import get_resolver

from casino.people.models import User
from casino.site.asgi import application
from tables.door import access, disputes, service
from tables.door.service import create_table, execute
from tables.live import consumers
from tables.management.commands.play import play_line
from tests.hub.sockets import closed, hear, opened, token
from tests.support.house import JEFE, opening

WAIT = 30.0  # seconds: far more than anything here takes
GIVEN = {  # for the parts of addresses
    "slug": "mesa",
    "number": "1",
    "dispute": "1",
    "decision": "1",
    "name": "argentina",
    "article": "8",
    "reglamento": "argentina",
    "key": "k",
}
TWICE = '{"command": "join", "player": "eva", "player": "teo"}'


@pytest.fixture
def table(db: None) -> None:
    create_table("mesa", "Mesa")
    for command in opening():
        execute("mesa", command, JEFE)


@pytest.fixture
def jefe(table: None) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_user("julio", role="jefe", language="en"))
    return client


def addresses() -> list[str]:
    """Every address below /api/, filled in."""
    for one in get_resolver().url_patterns:
        if getattr(one, "namespace", None) == "api":
            patterns = [str(pattern.pattern) for pattern in one.url_patterns]  # type: ignore[union-attr]
            return [f"/api/{re.sub(r'<(?:[a-z]+:)?([a-z]+)>', _given, pattern)}" for pattern in patterns]
    raise AssertionError("there is no API")


def _given(found: "re.Match[str]") -> str:
    return GIVEN[found[1]]


def test_nobody_keeps_what_the_api_says(jefe: Client) -> None:
    asked = [*addresses(), "/api/nope", "/api/tables/nope", "/api/tables/mesa/nope"]
    assert len(asked) > 15
    for path in asked:
        for client in (jefe, Client()):
            for method in ("GET", "POST", "PUT"):
                answer = client.generic(method, path, "{}", "application/json")
                assert answer["Cache-Control"] == "no-store", (method, path, answer.status_code)
                assert answer["Content-Type"].startswith("application/json"), (method, path)


def headers_of(client: Client) -> list[tuple[bytes, bytes]]:
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    secret = "0" * 32
    cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={secret}"
    return [(b"host", b"localhost"), (b"cookie", cookies.encode()), (b"x-csrftoken", secret.encode())]


async def commanded(client: Client, body: str) -> tuple[int, dict[str, str], Any]:
    """A command by the short way."""
    scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": "/api/tables/mesa/commands",
        "query_string": b"",
        "headers": headers_of(client),
    }
    line = ApplicationCommunicator(application, scope)
    await line.send_input({"type": "http.request", "body": body.encode()})
    head, content = await line.receive_output(WAIT), await line.receive_output(WAIT)
    headers = {name.decode().lower(): value.decode() for name, value in head["headers"]}
    return head["status"], headers, json.loads(content["body"])


BROKEN: list[tuple[Exception, int, str]] = [
    (ZeroDivisionError(), 500, "failed"),
    (DataError("character with byte sequence 0xc5 0xbd has no equivalent in LATIN1"), 422, "cannot_be_kept"),
    (InternalError("cannot execute INSERT in a read-only transaction"), 503, "unavailable"),
    (OperationalError("attempt to write a readonly database"), 503, "unavailable"),
    (OperationalError("database is locked"), 503, "too_busy"),
]


@pytest.mark.parametrize(("error", "status", "code"), BROKEN, ids=[code for *_, code in BROKEN])
def test_whatever_fails_a_program_is_answered_in_json(
    jefe: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    def fails(*_: Any) -> None:
        raise error

    monkeypatch.setattr(disputes, "mark", fails)
    answer = jefe.post("/api/tables/mesa/disputes", "{}", content_type="application/json")
    said = answer.json()["error"]
    assert (answer.status_code, said["code"], bool(said["message"])) == (status, code, True)
    assert ("Retry-After" in answer) == (status == 503)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("error", "status", "code"), BROKEN, ids=[code for *_, code in BROKEN])
async def test_and_so_is_who_gives_a_command(
    jefe: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(access, "execute", fails)
    found, headers, said = await commanded(jefe, '{"command": "join", "player": "eva"}')
    assert (found, said["error"]["code"]) == (status, code)
    assert headers["cache-control"] == "no-store" and ("retry-after" in headers) == (status == 503)
    if status != 500:
        async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
            await hear(line, "snapshot")
            await line.send_to('{"command": "join", "player": "eva"}')
            answer = await hear(line, "answer")
            assert (answer["status"], answer["error"]["code"]) == (status, code)


@pytest.mark.django_db(transaction=True)
async def test_a_command_that_waited_in_vain_is_told_when_to_come_again(
    jefe: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: Any, **__: Any) -> None:
        raise service.Refusal("too_busy")

    monkeypatch.setattr(access, "execute", busy)
    status, headers, said = await commanded(jefe, '{"command": "join", "player": "eva"}')
    assert (status, said["error"]["code"], "retry-after" in headers) == (503, "too_busy", True)


if connection.vendor == "postgresql":

    def test_a_server_that_only_reads_is_an_outage(jefe: Client) -> None:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION READ ONLY")
            answer = jefe.post("/api/tables/mesa/disputes", "{}", content_type="application/json")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
            transaction.set_rollback(True)


# JSON in which a name stands twice


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables/mesa/commands", TWICE),
        ("/api/tables/mesa/commands", '{"command": "join", "player": {"a": 1, "a": 2}}'),
        ("/api/tables/mesa/requests", TWICE),
        ("/api/tables/mesa/slips", '{"kind": "tip", "amount": 1, "amount": 2, "player": "ana"}'),
        ("/api/cage/slips", '{"kind": "cage_cash_in", "amount": 1, "amount": 1}'),
        ("/api/slips/1/steps", '{"step": "signed", "step": "void"}'),
        ("/api/tables/mesa/disputes", '{"note": "a", "note": "b"}'),
        ("/api/disputes/1/decision", '{"decision": "a", "decision": "b"}'),
        ("/api/tables/mesa/duty", '{"post": "croupier", "post": "croupier"}'),
        ("/api/duty/1/steps", '{"step": "ended", "step": "ended"}'),
        ("/api/requests/1/steps", '{"step": "signed", "step": "declined"}'),
        ("/api/section", '{"tables": "mesa", "tables": ""}'),
    ],
)
def test_what_is_said_twice_is_refused(jefe: Client, path: str, body: str) -> None:
    answer = jefe.post(path, body, content_type="application/json")
    assert answer.status_code == 422 and not answer.json()["ok"]


@pytest.mark.usefixtures("table")
def test_what_a_script_says_twice_is_refused() -> None:
    error = play_line_at_mesa(TWICE.encode())
    assert (error["code"], error["fields"]["fault"], error["field"]) == ("malformed", "said_twice", "player")


def play_line_at_mesa(line: bytes) -> Any:
    create_table("play", "Play")
    return play_line(line).error


@pytest.mark.django_db(transaction=True)
async def test_what_a_socket_says_twice_is_refused(table: None) -> None:
    async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
        await hear(line, "snapshot")
        await line.send_to(TWICE)
        answer = await hear(line, "answer")
        assert (answer["status"], answer["error"]["code"]) == (422, "malformed")
    async with opened("/ws/screens/console/mesa/", "jefe") as line:
        await hear(line, "screen")
        await line.send_to(f'{{"type": "command", "key": "k", "command": {TWICE}}}')
        assert await closed(line) == consumers.MALFORMED


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/nope/", "/ws/", "/", "/ws/tables/a/b/c/", "/ws/tables/%00/", "/nope"])
@pytest.mark.parametrize("role", ["", "jefe"])
async def test_an_address_without_a_socket_says_so(table: None, path: str, role: str) -> None:
    async with opened(path, role) as line:
        assert await closed(line) == 4404
