"""A stranger's body: nothing is done for one that is too large, or of which only half has come."""

import asyncio
import json
import shutil
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from casino.people.sockets import Receive, Scope, Send
from casino.site.server.bodies import MOST, MOST_WITH_FILES, WholeBodies
from tests.support import embedded_houses
from tests.support.served import House, Server, serving

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
        lambda: Asked(b"x" * MOST, b"x"),
        lambda: Asked(b"x" * (MOST + 1)),
        lambda: Asked(b"x" * MOST_WITH_FILES, b"x", kind=FILES),
    ],
)
async def test_what_is_too_long_is_refused_before_anything_is_done_for_it(one: Any) -> None:
    asked = one()
    assert (await asked.asked(), asked.given) == (413, None)
    headers = dict(asked.told[0]["headers"])
    assert b"text/html" in headers[b"content-type"]


async def test_a_program_is_told_so_in_json() -> None:
    asked = Asked(b"x" * (MOST + 1), path="/api/tables/mesa/commands")
    assert await asked.asked() == 413
    assert json.loads(asked.told[1]["body"])["error"]["code"] == "too_large"


async def test_who_goes_in_the_middle_is_forgotten() -> None:
    asked = Asked(b"half", never_sent)
    asked.goes()
    assert (await asked.asked(), asked.given) == (None, None)


# On the wire


@pytest.fixture
def server(tmp_path: Path, new_house: Path) -> Iterator[Server]:
    environment = embedded_houses.environment(Path(shutil.copytree(new_house, tmp_path / "var")))
    with serving(House(environment, ())) as server:
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


def test_what_is_too_large_is_refused(server: Server) -> None:
    for path in ("/login/", "/api/tables/mesa/commands", "/administration/house/"):
        for length in (f"Content-Length: {MOST + 1}", "Transfer-Encoding: chunked"):
            with _line(server) as line:
                body = b"x" * (MOST + 1)
                chunk = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
                line.sendall(_head(path, length) + (chunk if "chunked" in length else body))
                assert _status(line) == 413


def test_half_a_body_keeps_nobody_waiting(server: Server) -> None:
    """More than are answered at once, at every address, say that more will come and stay."""
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
