"""A server that is told to stop takes nobody new in, answers what it was asked, sends its sockets away and ends."""

import asyncio
import os
import signal
import sys
from typing import Any

import pytest
from django.conf import settings

from casino.people.sockets import COME_AGAIN
from casino.site.server.casino_server import Draining
from tests.support.ports import free_port
from tests.support.socket_server import LONG
from tests.support.wire import WAIT, Wire


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_stops_in_order(number: int) -> None:
    port = free_port()
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.site.settings"}
    command = (sys.executable, "-m", "tests.support.socket_server", str(port))
    process = await asyncio.create_subprocess_exec(
        *command, cwd=settings.BASE_DIR, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout and await process.stdout.readline()
    socket = await Wire.open(port, "/echo")
    silent = await asyncio.open_connection("127.0.0.1", port)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await asyncio.sleep(0.2)  # the request has come
    process.send_signal(number)
    assert await socket.hear() == str(COME_AGAIN)
    socket.leave()
    answer = await asyncio.wait_for(reader.read(), WAIT)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ") and LONG in body
    assert await asyncio.wait_for(process.wait(), WAIT) == 0
    with pytest.raises(OSError):
        await asyncio.open_connection("127.0.0.1", port)
    for one in (writer, silent[1]):
        one.close()


# What it waits for


async def test_an_answer_given_while_it_stops_is_the_last_on_its_connection() -> None:
    begins, sent = asyncio.Event(), []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await begins.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    draining = Draining(answer, _nothing)
    request = asyncio.create_task(draining({"type": "http"}, _nothing, send))
    await asyncio.sleep(0)
    drained = asyncio.create_task(draining.drain())
    await asyncio.sleep(0)
    begins.set()
    assert await drained and request.done()
    assert sent[0]["headers"] == [(b"a", b"b"), (b"connection", b"close")]


async def test_a_socket_that_was_being_opened_is_closed_too() -> None:
    opened: list[asyncio.Event] = []

    async def close_sockets(code: int) -> None:
        for one in opened:
            one.set()

    async def opening(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.1)
        opened.append(asyncio.Event())
        await opened[-1].wait()

    draining = Draining(opening, close_sockets)
    socket = asyncio.create_task(draining({"type": "websocket"}, _nothing, _nothing))
    await asyncio.sleep(0)
    assert await draining.drain() and socket.done()


async def test_a_request_that_never_ends_does_not_hold_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.site.server.casino_server.DRAIN_TIMEOUT", 0.1)

    async def never(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    draining = Draining(never, _nothing)
    request = asyncio.create_task(draining({"type": "http"}, _nothing, _nothing))
    await asyncio.sleep(0)
    assert not await asyncio.wait_for(draining.drain(), WAIT)
    request.cancel()


async def _nothing(*_: Any) -> None:
    return None
