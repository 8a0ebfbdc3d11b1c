"""A server that stops lets requests and sockets end, and turns away new ones."""

import asyncio
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from casino.draining import DrainingApplication


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

    async def test_a_request_for_which_the_time_is_over_is_told_to_come_again(self, monkeypatch: Any) -> None:
        monkeypatch.setattr("casino.draining.DRAIN_TIMEOUT", 0.01)
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        drain = _application([], seconds=3600)
        request = asyncio.create_task(drain(_scope("/api/tables"), _nothing, send))
        await asyncio.sleep(0)
        assert await drain.drain() is False
        request.cancel()  # as uvicorn does, which would answer 500
        await request
        assert (sent[0]["status"], dict(sent[0]["headers"])[b"connection"]) == (503, b"close")

    async def test_an_answer_that_has_begun_is_not_begun_again(self) -> None:
        begun = asyncio.Event()

        async def half(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            begun.set()
            await asyncio.Event().wait()

        assert await _sent_when_cancelled(half, begun) == ["http.response.start"]

    async def test_an_answer_that_comes_too_late_is_dropped(self) -> None:
        begun, late = asyncio.Event(), []

        async def shielded(scope: Any, receive: Any, send: Any) -> None:
            async def answer() -> None:
                begun.set()
                await asyncio.sleep(0.05)
                await send({"type": "http.response.start", "status": 200, "headers": []})

            late.append(asyncio.create_task(answer()))
            await asyncio.shield(late[0])

        sent = await _sent_when_cancelled(shielded, begun)
        await late[0]
        assert sent == ["http.response.start", "http.response.body"]  # of the 503

    async def test_a_request_that_is_cancelled_at_another_time_ends(self) -> None:
        drain = _application([], seconds=3600)
        request = asyncio.create_task(drain(_scope("/api/tables"), _nothing, _nothing))
        await asyncio.sleep(0)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request


def _application(closed: list[int], seconds: float = 0.2) -> Any:
    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(seconds)

    async def close_sockets(code: int) -> None:
        closed.append(code)

    return DrainingApplication(slow, close_sockets)


def _scope(path: str) -> dict[str, Any]:
    headers = [(b"host", b"testserver")]
    return {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}


async def _sent_when_cancelled(application: Any, begun: asyncio.Event) -> list[str]:
    """What a client is sent whose request is cancelled while the server stops, as uvicorn does; more may come."""
    sent: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])

    drain = DrainingApplication(application, _nothing)
    request = asyncio.create_task(drain(_scope("/api/tables"), _nothing, send))
    await begun.wait()
    drain.draining = True
    request.cancel()
    await asyncio.gather(request, return_exceptions=True)
    return sent


async def _nothing(*_: Any) -> None:
    return None
