"""Commands over HTTP, through all that stands between a client and the table."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async as do
from django.conf import settings
from django.test import Client

from casino.people.models import User
from casino.site.asgi import application
from tables.door import access
from tables.door.service import create_table, execute, read
from tests.support.house import JEFE, opening

pytestmark = pytest.mark.django_db(transaction=True)
WAIT = 30.0  # seconds: far more than anything here takes
SECRET = "0" * 32
JOIN = json.dumps({"command": "join", "player": "eva"}).encode()

Headers = dict[str, str]


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")
    for command in opening():
        execute("mesa", command, JEFE)


def login(role: str, **fields: Any) -> Headers:
    client = Client()
    client.force_login(User.objects.create_user(f"one-{role}", role=role, **fields))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={SECRET}"
    return {"cookie": cookies, "x-csrftoken": SECRET}


def without(headers: Headers, name: str) -> Headers:
    return {key: value for key, value in headers.items() if key != name}


async def asked(
    application: Any, body: bytes, headers: Headers, slug: str = "mesa"
) -> tuple[int, Headers, bytes]:
    """What this application answers to a command: status, headers, body."""
    line = ApplicationCommunicator(application, scope_of(body, headers, slug))
    for start in range(0, max(len(body), 1), 1 << 16):
        more = start + (1 << 16) < len(body)
        await line.send_input(
            {"type": "http.request", "body": body[start : start + (1 << 16)], "more_body": more}
        )
    begun = await line.receive_output(WAIT)
    content, more = b"", True
    while more:
        event = await line.receive_output(WAIT)
        content, more = content + event["body"], event.get("more_body", False)
    await line.wait(WAIT)  # the way ends by giving its connection back
    return (
        begun["status"],
        {name.decode().lower(): value.decode() for name, value in begun["headers"]},
        content,
    )


def scope_of(body: bytes, headers: Headers, slug: str) -> dict[str, Any]:
    path = f"/api/tables/{slug}/commands"
    sent = {
        "host": "localhost",
        "content-type": "application/json",
        "content-length": str(len(body)),
        **headers,
    }
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }


async def refused(body: bytes, headers: Headers, slug: str = "mesa") -> tuple[int, Any]:
    """Status and answer of a command that must change nothing."""
    before = await do(version)()
    status, told, content = await asked(application, body, headers, slug)
    assert await do(version)() == before
    assert told["x-content-type-options"] == "nosniff" and told["cache-control"] == "no-store"
    assert told["content-length"] == str(len(content))
    return status, json.loads(content)


def version() -> int:
    return read("mesa")[1].version


async def test_a_command_of_which_half_came_is_not_taken_and_its_key_is_free() -> None:
    headers = {**await do(login)("croupier"), "idempotency-key": "k1"}
    line = ApplicationCommunicator(application, scope_of(JOIN, headers, "mesa"))
    await line.send_input({"type": "http.request", "body": JOIN[:-1], "more_body": True})
    await line.send_input({"type": "http.disconnect"})
    await line.wait(WAIT)
    assert line.output_queue.empty()
    assert (await asked(application, JOIN, headers))[0] == 200


async def test_strangers_and_withdrawn_rights_are_refused() -> None:
    croupier = await do(login)("croupier")
    assert (await refused(JOIN, {}))[0] == 401
    assert (await refused(JOIN, {"authorization": "Bearer guessed"}))[0] == 401
    assert (await refused(JOIN, without(croupier, "x-csrftoken")))[1]["error"]["code"] == "bad_csrf"
    assert (await refused(JOIN, {**croupier, "x-csrftoken": "1" * 32}))[1]["error"]["code"] == "bad_csrf"
    elsewhere = {**croupier, "origin": "https://elsewhere.example"}
    assert (await refused(JOIN, elsewhere))[1]["error"]["code"] == "bad_csrf"
    assert (await refused(JOIN, await do(login)("inspector")))[0] == 403
    await do(User.objects.filter(username="one-croupier").update)(is_active=False)
    assert (await refused(JOIN, croupier))[0] == 401


async def test_a_host_that_is_not_ours_is_turned_away() -> None:
    headers = {**await do(login)("croupier"), "host": "elsewhere.example"}
    assert (await asked(application, JOIN, headers))[0] == 400


async def test_a_defect_is_an_error_page_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    headers = await do(login)("croupier")
    monkeypatch.setattr(access, "command", broken)
    assert (await asked(application, JOIN, headers))[0] == 500
    assert "ZeroDivisionError" in caplog.text


async def test_commands_that_come_together_are_carried_out_one_after_the_other() -> None:
    headers = await do(login)("croupier")
    bodies = [json.dumps({"command": "join", "player": f"p{number}"}).encode() for number in range(9)]
    answers = await asyncio.gather(*(asked(application, body, headers) for body in bodies))
    assert [status for status, _, _ in answers] == [200] * 9
