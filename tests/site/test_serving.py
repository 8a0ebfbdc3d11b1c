"""The server process: it starts, stops gracefully, and lets in only whom it should."""

import asyncio
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings

from casino.people.models import Token
from casino.people.sockets import NOT_LOGGED_IN, authenticated
from casino.site.management.commands import serve
from casino.site.server.companion import Companion
from tests.support import embedded_houses
from tests.support.embedded_houses import MANAGE
from tests.support.ports import free_port, wait_until_ready
from tests.support.wire import Refused, Wire


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def environment(tmp_path: Path, new_house: Path) -> dict[str, str]:
    """A house of its own, new."""
    return embedded_houses.environment(Path(shutil.copytree(new_house, tmp_path / "var")))


@pytest.fixture
def server(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen[str]]:
    process = _serve(environment, port)
    assert wait_until_ready(port)
    yield process
    process.kill()
    process.communicate()


def _serve(environment: dict[str, str], port: int) -> subprocess.Popen[str]:
    command = [sys.executable, MANAGE, "serve", "--port", str(port)]
    out = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT, text=True)


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


def test_a_file_is_served_without_a_warning(server: subprocess.Popen[str], port: int) -> None:
    with urlopen(f"http://127.0.0.1:{port}/static/css/account.css", timeout=60) as answer:
        assert answer.read()
    server.terminate()
    output, _ = server.communicate(timeout=120)
    assert "Warning" not in output, output


def test_a_taken_port_is_said_and_is_a_failure(
    server: subprocess.Popen[str], environment: dict[str, str], port: int
) -> None:
    second = _serve(environment, port)
    output, _ = second.communicate(timeout=120)
    assert second.returncode == 1
    assert "PORT=" in output and "Traceback" not in output


async def test_what_a_client_sends_is_not_written_into_the_log(
    server: subprocess.Popen[str], port: int
) -> None:
    """A wall's address carries its token."""
    with pytest.raises(Refused, match=" 403 "):
        await Wire.open(port, "/ws/screens/wall/mesa-1/?token=open-sesame")
    headers = {"Authorization": "Bearer open-sesame"}
    wire = await Wire.open(port, "/ws/tables/mesa-1/?token=open-sesame", headers=headers)
    assert await wire.hear() == str(NOT_LOGGED_IN)
    wire.leave()
    with pytest.raises(HTTPError, match="404"):
        await asyncio.to_thread(urlopen, f"http://127.0.0.1:{port}/nothing/?token=open-sesame", timeout=60)
    server.terminate()
    output, _ = server.communicate(timeout=120)
    assert "open-sesame" not in output, output


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
os.environ["DJANGO_SETTINGS_MODULE"] = "casino.site.settings"
from casino.site.server.companion import Companion
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


def test_a_unit_of_an_earlier_release_starts_the_server() -> None:
    """`novamas upgrade` keeps the unit that stands, and an earlier one names a server that has gone."""
    parser = serve.Command().create_parser("manage.py", "serve")
    found = parser.parse_args(["--server", "uvicorn", "--host", "127.0.0.1", "--port", "8001"])
    assert (found.host, found.port) == ("127.0.0.1", 8001)
