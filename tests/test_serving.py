"""The server process: it starts, stops gracefully, and lets in only whom it should."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings

from casino.accounts.models import Token
from casino.companion import Companion
from casino.draining import DrainingApplication
from casino.sockets import NOT_LOGGED_IN, authenticated

MANAGE = str(settings.BASE_DIR / "manage.py")


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A house of its own: nothing of the machine's settings, its database in a new folder."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    return {**kept, "VAR_DIR": str(tmp_path / "var"), "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def server(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen[str]]:
    migrate = [sys.executable, MANAGE, "migrate", "--verbosity", "0"]
    subprocess.run(migrate, env=environment, check=True, capture_output=True)
    process = _serve(environment, port)
    _wait_until_ready(port)
    yield process
    process.kill()
    process.communicate()


def _serve(environment: dict[str, str], port: int) -> subprocess.Popen[str]:
    command = [sys.executable, MANAGE, "serve", "--port", str(port)]
    out = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT, text=True)


def _wait_until_ready(port: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
                assert answer.status == 200
                return
        except (URLError, ConnectionError):
            time.sleep(0.1)
    raise AssertionError("the server never became ready")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_on_a_signal_even_given_twice_without_a_complaint(
    server: subprocess.Popen[str], number: int
) -> None:
    server.send_signal(number)
    time.sleep(0.05)
    server.send_signal(number)
    output, _ = server.communicate(timeout=120)
    assert server.returncode == 0
    assert not re.search(r"Traceback|error|exception", output, re.IGNORECASE), output


def test_a_taken_port_is_said_and_is_a_failure(
    server: subprocess.Popen[str], environment: dict[str, str], port: int
) -> None:
    second = _serve(environment, port)
    output, _ = second.communicate(timeout=120)
    assert second.returncode == 1
    assert "PORT=" in output and "Traceback" not in output


# The companion


def test_a_companion_lives_and_ends_with_us(
    environment: dict[str, str], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAR_DIR", environment["VAR_DIR"])
    companion = Companion("serve", "--port", str(port))
    companion.start()
    _wait_until_listening(port)
    companion.stop()
    assert not _listens(port)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bond is Linux's")
def test_a_companion_ends_even_when_its_parent_is_killed(environment: dict[str, str], port: int) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(port)], env=environment, cwd=settings.BASE_DIR
    )
    _wait_until_listening(port)
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 120
    while _listens(port):
        assert time.monotonic() < deadline, "the companion outlived its parent"
        time.sleep(0.1)


PARENT = """
import os, sys, time
os.environ["DJANGO_SETTINGS_MODULE"] = "casino.settings"
from casino.companion import Companion
Companion("serve", "--port", sys.argv[1]).start()
time.sleep(600)
"""


def _listens(port: int) -> bool:
    with socket.socket() as visitor:
        return visitor.connect_ex(("127.0.0.1", port)) == 0


def _wait_until_listening(port: int) -> None:
    deadline = time.monotonic() + 120
    while not _listens(port):
        assert time.monotonic() < deadline, "nothing ever listened"
        time.sleep(0.1)


# Authentication of sockets


async def inside(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A route that tells who is authenticated."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": f"{scope['user']} {scope['token']}"})


async def sent_to_visitor(**headers: str) -> list[dict[str, Any]]:
    """What a new connection with these headers is sent, in order."""
    scope = {
        "type": "websocket",
        "path": "/ws/tables/mesa-4/",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    visitor = ApplicationCommunicator(authenticated(inside), scope)
    await visitor.send_input({"type": "websocket.connect"})
    sent = [await visitor.receive_output(5)]
    while sent[-1]["type"] == "websocket.accept":
        sent.append(await visitor.receive_output(5))
    visitor.stop(exceptions=False)
    return sent


@pytest.mark.django_db(transaction=True)
class TestSocketAuthentication:
    async def test_a_device_needs_no_origin_but_its_secret(self) -> None:
        secret = await asyncio.to_thread(_issue)
        sent = await sent_to_visitor(authorization=f"Bearer {secret}")
        assert sent[-1]["text"] == "AnonymousUser shoe 7 (device, mesa-4)"

    async def test_a_bad_secret_is_told_that_it_is_not_logged_in(self) -> None:
        sent = await sent_to_visitor(authorization="Bearer guessed")
        assert sent[-1] == {"type": "websocket.close", "code": NOT_LOGGED_IN}

    async def test_a_bad_secret_is_not_saved_by_a_good_origin(self) -> None:
        sent = await sent_to_visitor(authorization="Bearer guessed", origin="http://testserver")
        assert sent[-1] == {"type": "websocket.close", "code": NOT_LOGGED_IN}

    @pytest.mark.parametrize("host", ["testserver", "testserver:8000"])
    @pytest.mark.parametrize(
        "origin",
        [
            None,
            "null",
            "http://elsewhere.example",
            "http://testserver:9000",
            "https://testserver:8000",
            "https://testserver",
            "http://testserver.elsewhere.example",
            "testserver",
        ],
    )
    async def test_a_browser_from_elsewhere_is_turned_away(self, origin: str | None, host: str) -> None:
        headers = {"host": host} | ({"origin": origin} if origin else {})
        assert [message["type"] for message in await sent_to_visitor(**headers)] == ["websocket.close"]

    async def test_a_host_that_is_not_ours_is_no_origin(self) -> None:
        sent = await sent_to_visitor(host="elsewhere.example", origin="http://elsewhere.example")
        assert [message["type"] for message in sent] == ["websocket.close"]

    async def test_a_browser_of_ours_comes_in_without_a_token(self) -> None:
        for host in ("testserver", "testserver:8000"):
            sent = await sent_to_visitor(host=host, origin=f"http://{host}")
            assert sent[-1]["text"] == "AnonymousUser None"

    async def test_behind_a_proxy_the_origin_is_what_the_browser_sees(self, settings: Any) -> None:
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        told = {"host": "testserver", "x-forwarded-proto": "https"}
        sent = await sent_to_visitor(origin="https://testserver", **told)
        assert sent[-1]["text"] == "AnonymousUser None"
        sent = await sent_to_visitor(origin="http://testserver", **told)
        assert sent[-1]["type"] == "websocket.close"

    async def test_a_named_origin_comes_in_under_another_host(self, settings: Any) -> None:
        settings.CSRF_TRUSTED_ORIGINS = ["https://tables.casino.example:8443"]
        sent = await sent_to_visitor(host="testserver", origin="https://tables.casino.example:8443")
        assert sent[-1]["text"] == "AnonymousUser None"


def _issue() -> str:
    return Token.objects.issue("shoe 7", "device", "mesa-4")


# The drain


class TestDrain:
    async def test_sockets_are_closed_with_a_code_and_new_ones_refused(self) -> None:
        closed: list[int] = []
        drain = _application(closed)
        await drain.drain()
        visitor = ApplicationCommunicator(drain, {"type": "websocket", "path": "/ws/floor/", "headers": []})
        await visitor.send_input({"type": "websocket.connect"})
        assert closed == [4503]
        assert await visitor.receive_output(1) == {"type": "websocket.close"}

    async def test_a_new_request_is_told_to_come_again_on_another_connection(self) -> None:
        drain = _application([])
        await drain.drain()
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        for path, kind in (("/api/tables", "application/json"), ("/floor/", "text/html; charset=utf-8")):
            await drain(_scope(path), _nothing, send)
            start, body = sent[-2:]
            headers = dict(start["headers"])
            assert (start["status"], headers[b"connection"]) == (503, b"close")
            assert headers[b"retry-after"] and headers[b"content-type"].decode() == kind
            assert headers[b"content-length"] == str(len(body["body"])).encode()

    async def test_an_answer_given_while_it_stops_is_the_last_on_its_connection(self) -> None:
        stopping = asyncio.Event()
        sent: list[dict[str, Any]] = []

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
            await stopping.wait()
            await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        drain = DrainingApplication(answer, _nothing)
        request = asyncio.create_task(drain(_scope("/floor/"), _nothing, send))
        await asyncio.sleep(0)
        draining = asyncio.create_task(drain.drain())
        await asyncio.sleep(0)
        stopping.set()
        await asyncio.gather(request, draining)
        assert [message["headers"] for message in sent] == [
            [(b"a", b"b")],
            [(b"a", b"b"), (b"connection", b"close")],
        ]

    async def test_a_socket_that_was_being_opened_is_closed_too(self) -> None:
        open_sockets: list[asyncio.Event] = []

        async def close_sockets(code: int) -> None:
            for one in open_sockets:
                one.set()

        async def opening(scope: Any, receive: Any, send: Any) -> None:
            await asyncio.sleep(0.1)
            open_sockets.append(asyncio.Event())
            await open_sockets[-1].wait()

        drain = DrainingApplication(opening, close_sockets)
        socket = asyncio.create_task(drain({"type": "websocket"}, _nothing, _nothing))
        await asyncio.sleep(0)
        assert await drain.drain()
        assert socket.done()

    async def test_a_request_under_way_is_answered_first(self) -> None:
        drain = _application([])
        request = asyncio.create_task(drain({"type": "http"}, _nothing, _nothing))
        await asyncio.sleep(0)
        await drain.drain()
        assert request.done()

    async def test_a_request_that_never_ends_does_not_hold_the_server(self, monkeypatch: Any) -> None:
        monkeypatch.setattr("casino.draining.DRAIN_TIMEOUT", 0.1)
        drain = _application([], seconds=60)
        request = asyncio.create_task(drain({"type": "http"}, _nothing, _nothing))
        await asyncio.sleep(0)
        assert not await asyncio.wait_for(drain.drain(), 2)
        request.cancel()


def _application(closed: list[int], seconds: float = 0.2) -> Any:
    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(seconds)

    async def close_sockets(code: int) -> None:
        closed.append(code)

    return DrainingApplication(slow, close_sockets)


def _scope(path: str) -> dict[str, Any]:
    headers = [(b"host", b"testserver")]
    return {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}


async def _nothing(*_: Any) -> None:
    return None
