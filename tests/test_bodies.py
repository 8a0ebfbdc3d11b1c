"""A stranger's body: it takes no place, no thread and no memory, however long it is and however slowly it comes."""

import asyncio
import json
import re
import shutil
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from casino import bodies, websocket
from casino.bodies import MOST, MOST_WITH_FILES, WholeBodies
from casino.management.commands.serve import SERVERS
from casino.sockets import Receive, Scope, Send
from deploy.stopping.house import House, Server, serving
from tests import embedded_houses

WAIT = 60.0  # seconds: far more than anything here takes
FORM, FILES = b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"
never_sent = b"..."


class Asked:
    """A request whose client says these parts. `given`: the body that the application was called with."""

    def __init__(
        self, *parts: bytes, path: str = "/login/", kind: bytes = FORM, length: int | None = None
    ) -> None:
        self._said: asyncio.Queue[Scope] = asyncio.Queue()
        for number, part in enumerate(parts, 1):
            if part is not never_sent:
                more = number < len(parts)
                self._said.put_nowait({"type": "http.request", "body": part, "more_body": more})
        headers = [(b"host", b"localhost"), (b"content-type", kind)]
        headers += [(b"content-length", b"%d" % length)] if length is not None else []
        self._scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "query_string": b"",
            "headers": headers,
        }
        self.given: bytes | None = None
        self.told: list[Scope] = []

    def goes(self) -> None:
        self._said.put_nowait({"type": "http.disconnect"})

    async def asked(self) -> int | None:
        """The status of the answer; None without one."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            message = await receive()
            assert not message["more_body"]
            self.given = message["body"]
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        async def send(message: Scope) -> None:
            self.told.append(message)

        await asyncio.wait_for(WholeBodies(application)(self._scope, self._said.get, send), WAIT)
        return self.told[0]["status"] if self.told else None


@pytest.fixture(autouse=True)
def nobody_lingers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "LINGER", 0.01)


async def test_what_is_small_enough_comes_in_one_piece() -> None:
    one = Asked(b"a slip ", b"in ", b"parts")
    assert (await one.asked(), one.given) == (200, b"a slip in parts")
    one = Asked(b"x" * MOST, length=MOST)
    assert (await one.asked(), one.given) == (200, b"x" * MOST)
    one = Asked(b"x" * MOST_WITH_FILES, kind=FILES)
    assert (await one.asked(), len(one.given or b"")) == (200, MOST_WITH_FILES)


@pytest.mark.parametrize(
    "one",
    [
        lambda: Asked(never_sent, length=MOST + 1),
        lambda: Asked(never_sent, length=10**12),
        lambda: Asked(b"x" * MOST, b"x", never_sent),
        lambda: Asked(b"x" * (MOST + 1)),
        lambda: Asked(never_sent, kind=FILES, length=MOST_WITH_FILES + 1),
        lambda: Asked(b"x" * MOST_WITH_FILES, b"x", never_sent, kind=FILES),
    ],
)
async def test_what_is_too_long_is_refused_before_anything_is_done_for_it(one: Any) -> None:
    asked = one()
    assert (await asked.asked(), asked.given) == (413, None)
    headers = dict(asked.told[0]["headers"])
    assert headers[b"connection"] == b"close" and b"text/html" in headers[b"content-type"]


async def test_a_program_is_told_so_in_json() -> None:
    asked = Asked(never_sent, path="/api/tables/mesa/commands", length=MOST + 1)
    assert await asked.asked() == 413
    assert json.loads(asked.told[1]["body"])["error"]["code"] == "too_large"


async def test_all_of_it_has_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "WITHIN", 0.01)
    asked = Asked(b"half", never_sent)
    assert (await asked.asked(), asked.given) == (408, None)


async def test_who_goes_in_the_middle_is_forgotten() -> None:
    asked = Asked(b"half", never_sent)
    asked.goes()
    assert (await asked.asked(), asked.given) == (None, None)


# Daphne reads a body before it calls anybody


class Clock:
    """In place of Twisted's reactor: who is called later is called when the test says so."""

    def __init__(self) -> None:
        self.calls: list[SimpleNamespace] = []

    def callLater(self, seconds: float, call: Any, *arguments: Any) -> SimpleNamespace:
        made = SimpleNamespace(seconds=seconds, call=lambda: call(*arguments), is_active=True)
        made.active = lambda: made.is_active
        made.cancel = lambda: setattr(made, "is_active", False)
        self.calls.append(made)
        return made


def test_daphne_gives_the_whole_body_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, written, ended = Clock(), bytearray(), []
    monkeypatch.setattr(websocket, "reactor", clock)
    server = SimpleNamespace(protocol_connected=lambda one: None, protocol_disconnected=lambda one: None)
    channel = SimpleNamespace(
        factory=SimpleNamespace(server=server),
        transport=None,
        getPeer=lambda: None,
        getHost=lambda: None,
        write=written.extend,
        loseConnection=lambda: ended.append(True),
    )
    request = websocket._Request(channel)
    request.gotLength(None)
    request.handleContentChunk(b"half")
    assert clock.calls[0].active() and not written
    clock.calls[0].call()
    assert written.startswith(b"HTTP/1.1 408 ") and not ended
    clock.calls[-1].call()
    assert ended


# On the wire


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest, tmp_path: Path, new_house: Path) -> Iterator[Server]:
    environment = embedded_houses.environment(Path(shutil.copytree(new_house, tmp_path / "var")))
    with serving(House(environment, ()), request.param) as server:
        yield server


def _line(server: Server) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port))
    line.settimeout(WAIT)
    return line


def _head(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]).encode()


def _status(line: socket.socket) -> int:
    """Of the answer, when all of it has come."""
    answer = HTTPResponse(line)
    answer.begin()
    assert answer.read()
    return answer.status


def _peak(server: Server) -> int:
    """The most memory that the server has used, in bytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())
    assert found
    return int(found[1]) << 10


LARGE = 48 << 20


def test_who_says_that_much_will_come_is_refused_at_once(server: Server) -> None:
    for path in ("/login/", "/", "/api/tables/mesa/commands", "/healthz", "/administration/house/"):
        for kind, length in ((FORM, MOST + 1), (FILES, LARGE)):
            with _line(server) as line:
                line.sendall(
                    _head(path, f"Content-Length: {length}", f"Content-Type: {kind.decode()}") + b"x" * 100
                )
                assert _status(line) == 413


@pytest.mark.parametrize("kind", [FORM, FILES], ids=["form", "files"])
def test_whatever_is_sent_takes_no_memory(server: Server, kind: bytes) -> None:
    with _line(server) as line:
        line.sendall(_head("/login/", "Content-Length: 100000000", f"Content-Type: {kind.decode()}"))
        assert _status(line) == 413
    before = _peak(server)
    part = b"x" * (1 << 16)
    for chunked in (False, True):
        length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {LARGE}"
        with _line(server) as line:
            line.sendall(_head("/login/", length, f"Content-Type: {kind.decode()}"))
            try:
                for _ in range(LARGE // len(part)):
                    line.sendall(b"10000\r\n" + part + b"\r\n" if chunked else part)
            except OSError:
                pass  # the server has ended it
    assert _peak(server) - before < LARGE // 2


def test_half_a_body_keeps_nobody_waiting(server: Server) -> None:
    """As many as there are places for pages, and more, at every door, say that more will come and stay."""
    lines = []
    for path in (
        "/login/",
        "/",
        "/tables/",
        "/healthz",
        "/livez",
        "/reports/",
        "/api/tables/mesa/commands",
    ) * 3:
        for length in ("Content-Length: 60000", "Transfer-Encoding: chunked"):
            lines.append(_line(server))
            lines[-1].sendall(_head(path, length) + (b"5\r\nhello\r\n" if "chunked" in length else b"hello"))
    for path, status in (("/login/", 200), ("/healthz", 200), ("/livez", 200)):
        with _line(server) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            assert _status(line) == status
    for line in lines:
        line.close()
