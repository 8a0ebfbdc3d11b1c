"""The short way to the commands answers as Django's own way does, whatever is asked."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async as do
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.test import Client

from casino.accounts.models import Token, User
from casino.asgi import application
from casino.common.pace import Pace
from tables import access
from tables.api import door
from tables.service import create_table, execute, read
from tests.house import JEFE, opening

pytestmark = pytest.mark.django_db(transaction=True)
WAIT = 30.0  # seconds: far more than anything here takes
SECRET = "0" * 32
JOIN = json.dumps({"command": "join", "player": "eva"}).encode()
AS_DJANGO = ("content-type", "x-content-type-options", "referrer-policy", "x-frame-options")

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


def bearer(kind: str) -> Headers:
    return {"authorization": f"Bearer {Token.objects.issue(kind, kind, 'mesa')}"}


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


async def both(body: bytes, headers: Headers, slug: str = "mesa") -> tuple[int, Any]:
    """The answer of both ways, which must be the same and change nothing."""
    answers = []
    for way in (get_asgi_application(), application):
        before = await do(version)()
        answers.append(await asked(way, body, headers, slug))
        assert await do(version)() == before
    (status, told, content), (status_here, told_here, content_here) = answers
    assert (status_here, json.loads(content_here)) == (status, json.loads(content))
    assert [told_here.get(name) for name in AS_DJANGO] == [told.get(name) for name in AS_DJANGO]
    assert told_here["content-length"] == str(len(content_here))
    return status, json.loads(content)


def version() -> int:
    return read("mesa")[1].version


REFUSED = [
    (b"{", 422),
    (b"[]", 422),
    (b"", 422),
    (b"\xff", 422),
    (b"[" * 60_000, 422),
    (b"x" * 100_000, 422),
    (b"x" * 1_000_000, 422),
    (b'{"command": "sit", "player": "leo", "seat": 15}', 422),
    (b'{"command": "join", "player": "ana"}', 409),
    (b'{"command": "join", "player": "eva", "expected_version": 1}', 409),
    (b'{"command": "settle"}', 409),
    (b'{"command": "close_table"}', 403),
]


@pytest.mark.parametrize(("body", "status"), REFUSED, ids=lambda value: repr(value)[:24])
async def test_refusals_are_the_same(body: bytes, status: int) -> None:
    assert (await both(body, await do(login)("croupier")))[0] == status


async def test_a_command_of_which_half_came_is_not_taken_and_its_key_is_free() -> None:
    headers = {**await do(login)("croupier"), "idempotency-key": "k1"}
    line = ApplicationCommunicator(application, scope_of(JOIN, headers, "mesa"))
    await line.send_input({"type": "http.request", "body": JOIN[:-1], "more_body": True})
    await line.send_input({"type": "http.disconnect"})
    await line.wait(WAIT)
    assert line.output_queue.empty()
    assert (await asked(application, JOIN, headers))[0] == 200


async def test_another_command_under_a_key_that_was_used_is_refused_the_same() -> None:
    headers = {**await do(login)("croupier"), "idempotency-key": "k1"}
    assert (await asked(application, JOIN, headers))[0] == 200
    status, answer = await both(JOIN.replace(b"eva", b"yul"), headers)
    assert (status, answer["error"]["code"]) == (409, "key_used")


async def test_strangers_and_withdrawn_rights_are_refused_the_same() -> None:
    croupier = await do(login)("croupier")
    assert (await both(JOIN, {}))[0] == 401
    assert (await both(JOIN, {"authorization": "Bearer guessed"}))[0] == 401
    assert (await both(JOIN, without(croupier, "x-csrftoken")))[1]["error"]["code"] == "bad_csrf"
    assert (await both(JOIN, {**croupier, "x-csrftoken": "1" * 32}))[1]["error"]["code"] == "bad_csrf"
    elsewhere = {**croupier, "origin": "https://elsewhere.example"}
    assert (await both(JOIN, elsewhere))[1]["error"]["code"] == "bad_csrf"
    assert (await both(JOIN, await do(login)("inspector")))[0] == 403
    await do(User.objects.filter(username="one-croupier").update)(is_active=False)
    assert (await both(JOIN, croupier))[0] == 401


async def test_tokens_reach_what_they_are_for() -> None:
    device = await do(bearer)("device")
    assert (await both(JOIN, device))[1]["error"]["code"] == "not_allowed"
    assert (await both(JOIN, device, "otra"))[1]["error"]["code"] == "not_your_table"
    assert (await both(JOIN, await do(bearer)("display")))[0] == 403
    await do(lambda: Token.objects.get(kind="device").revoke())()
    assert (await both(JOIN, device))[0] == 401


@pytest.mark.parametrize("slug", ["nope", "a b", "\x00", "ñ"])
async def test_tables_that_do_not_exist_are_refused_the_same(slug: str) -> None:
    assert (await both(JOIN, await do(login)("croupier"), slug))[0] == 404


@pytest.mark.parametrize("language", ["es", "en", "fr", "sl"])
async def test_everybody_is_answered_in_his_language(language: str) -> None:
    await both(b'{"command": "settle"}', await do(login)("croupier", language=language))
    await both(JOIN, {**await do(bearer)("device"), "accept-language": language})
    await both(JOIN, {"accept-language": language})


def test_over_tls_the_browser_is_told_to_stay_there(settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 10
    door._headers.cache_clear()
    told = [
        dict(door._headers(is_secure, 200)).get(b"Strict-Transport-Security") for is_secure in (True, False)
    ]
    door._headers.cache_clear()
    assert told == [b"max-age=10", None]


async def test_a_host_that_is_not_ours_is_turned_away() -> None:
    headers = {**await do(login)("croupier"), "host": "elsewhere.example"}
    for way in (get_asgi_application(), application):
        assert (await asked(way, JOIN, headers))[0] == 400


async def test_a_key_is_good_for_one_command_whichever_way_it_comes() -> None:
    headers = {**await do(login)("croupier"), "idempotency-key": "once"}
    first = await asked(application, JOIN, headers)
    assert first[0] == 200
    assert (await both(JOIN, headers))[1] == json.loads(first[2])
    other = await both(b'{"command": "join", "player": "fred"}', headers)
    assert other[1] == json.loads(first[2]) or other[0] == 409


async def test_one_who_is_too_fast_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "pace", Pace(2, seconds=600.0))
    headers = await do(login)("croupier")
    answers = [await asked(application, b"{}", headers) for _ in range(3)]
    assert [status for status, _, _ in answers] == [422, 422, 429]
    assert json.loads(answers[2][2])["error"]["code"] == "too_fast"


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
