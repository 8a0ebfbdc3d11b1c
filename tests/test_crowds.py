"""Many who ask for pages wait for each other, not the tables for them."""

import asyncio
import threading
from typing import Any

import pytest
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse
from django.urls import path

from casino.asgi import http
from casino.common.places import Places
from casino.crowds import CROWDS, TOO_BUSY, Crowd, Crowds
from casino.sockets import Receive, Scope, Send

WAIT = 30.0  # seconds: far more than anything here takes
Answer = list[dict[str, Any]]


def scope_of(path: str, **headers: str) -> Scope:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"testserver"), *given],
    }


class House:
    """A crowd before a slow application, which answers when it is let go."""

    def __init__(self) -> None:
        self.begun, self.go = asyncio.Semaphore(0), asyncio.Semaphore(0)
        self.refusals = 0
        self._crowds = Crowds(self._answer)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 200
        if scope.get(TOO_BUSY):
            status, self.refusals = 503, self.refusals + 1
        else:
            self.begun.release()
            await self.go.acquire()
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": scope["path"].encode()})

    def asked(self, path: str, **headers: str) -> "asyncio.Task[int]":
        return asyncio.create_task(self._status(path, headers))

    async def _status(self, path: str, headers: dict[str, str]) -> int:
        answer: Answer = []

        async def send(message: dict[str, Any]) -> None:
            answer.append(message)

        await self._crowds(scope_of(path, **headers), asks(), send)
        return int(answer[0]["status"])

    async def begins(self) -> None:
        async with asyncio.timeout(WAIT):
            await self.begun.acquire()

    def let_go(self, number: int) -> None:
        for _ in range(number):
            self.go.release()


async def stays() -> dict[str, Any]:
    """Nobody says anything, and nobody leaves."""
    await asyncio.Event().wait()
    raise AssertionError


def asks() -> Receive:
    """Somebody asks for a page, says nothing more, and stays."""
    said = asyncio.Queue[dict[str, Any]]()
    said.put_nowait({"type": "http.request", "body": b"", "more_body": False})
    return said.get


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(Places, "LONGEST_REST", 0.0)
    return House()


@pytest.mark.parametrize("crowd", CROWDS[:-1], ids=lambda crowd: crowd.path)
async def test_who_comes_when_too_many_wait_is_refused_at_once(house: House, crowd: Crowd) -> None:
    surplus = 5
    let_in = [house.asked(crowd.path) for _ in range(crowd.at_once + crowd.waiting)]
    await house.begins()
    refused = [house.asked(crowd.path) for _ in range(surplus)]
    assert await asyncio.wait_for(asyncio.gather(*refused), WAIT) == [503] * surplus
    assert not any(one.done() for one in let_in)
    house.let_go(len(let_in))
    assert set(await asyncio.wait_for(asyncio.gather(*let_in), WAIT)) == {200}


async def test_a_long_report_keeps_no_page_waiting(house: House) -> None:
    reports = [house.asked("/reports/floor/") for _ in range(5)]
    await house.begins()
    page = house.asked("/floor/")
    await house.begins()
    assert not any(report.done() for report in reports)
    house.let_go(6)
    assert set(await asyncio.wait_for(asyncio.gather(page, *reports), WAIT)) == {200}


async def test_however_many_wait_for_pages_the_process_says_that_it_is_well(house: House) -> None:
    pages = [house.asked("/floor/") for _ in range(10)]
    healths = [house.asked("/livez"), house.asked("/healthz")]
    for _ in range(4):  # two pages and both
        await house.begins()
    house.let_go(12)
    assert set(await asyncio.wait_for(asyncio.gather(*pages, *healths), WAIT)) == {200}


async def test_files_wait_for_nobody(house: House) -> None:
    pages = [house.asked("/floor/") for _ in range(10)]
    files = [house.asked("/static/css/base.css") for _ in range(10)]
    for _ in range(12):
        await house.begins()
    house.let_go(20)
    assert set(await asyncio.wait_for(asyncio.gather(*pages, *files), WAIT)) == {200}


async def test_refusals_are_made_once_for_all_who_read_the_same(house: House) -> None:
    kept = [house.asked("/reports/floor/") for _ in range(21)]
    await house.begins()
    for _ in range(3):
        for language in ("fr", "sl"):
            assert await house.asked("/reports/floor/", accept_language=language) == 503
    assert house.refusals == 2
    house.let_go(21)
    await asyncio.wait_for(asyncio.gather(*kept), WAIT)


async def test_who_is_refused_gets_the_headers_of_every_page() -> None:
    answer: Answer = []

    async def send(message: dict[str, Any]) -> None:
        answer.append(message)

    said = [{"type": "http.request", "body": b""}]

    async def ask() -> dict[str, Any]:
        return said.pop() if said else await stays()

    await http({**scope_of("/floor/", accept_language="fr"), TOO_BUSY: True}, ask, send)
    headers = {name.decode().lower(): value.decode() for name, value in answer[0]["headers"]}
    assert (answer[0]["status"], headers["x-frame-options"], headers["content-language"]) == (
        503,
        "DENY",
        "fr",
    )
    assert headers["retry-after"] and "default-src" in headers["content-security-policy"]


# Requests that the server gives up: Daphne cancels one some seconds after its client has gone


async def test_who_is_given_up_keeps_the_place_until_the_work_has_ended(house: House) -> None:
    report = house.asked("/reports/floor/")
    await house.begins()
    next_one = house.asked("/reports/floor/")
    report.cancel()
    await asyncio.wait([report], timeout=WAIT)
    assert report.cancelled() and not next_one.done() and house.begun.locked()
    house.let_go(2)
    assert await asyncio.wait_for(next_one, WAIT) == 200


async def test_who_is_given_up_while_waiting_is_forgotten(house: House) -> None:
    reports = [house.asked("/reports/floor/") for _ in range(3)]
    await house.begins()
    reports[1].cancel()
    house.let_go(2)
    await asyncio.wait(reports, timeout=WAIT)
    assert reports[1].cancelled() and [reports[0].result(), reports[2].result()] == [200, 200]


begun, may_end = threading.Event(), threading.Event()
worked_in: list[int] = []


def slow(request: HttpRequest) -> HttpResponse:
    worked_in.append(threading.get_ident())
    begun.set()
    assert may_end.wait(WAIT)
    return HttpResponse()


urlpatterns = [path("slow/", slow)]


async def test_the_thread_of_a_page_that_is_given_up_gives_its_connection_back(settings: Any) -> None:
    """At the end of a request Django closes the connection of its thread; a pool would miss it for ever."""
    settings.ROOT_URLCONF = __name__
    ended: list[int] = []
    over = asyncio.Event()
    loop = asyncio.get_running_loop()

    def note(**_: Any) -> None:
        ended.append(threading.get_ident())
        loop.call_soon_threadsafe(over.set)

    async def send(message: dict[str, Any]) -> None:
        """Nobody is there any more, which servers do not mind."""

    said = [{"type": "http.request", "body": b""}]

    async def hears() -> dict[str, Any]:
        return said.pop() if said else await stays()

    request_finished.connect(note)
    try:
        asked = asyncio.create_task(Crowds(http)(scope_of("/slow/"), hears, send))
        assert await asyncio.to_thread(begun.wait, WAIT)
        asked.cancel()
        await asyncio.wait([asked], timeout=WAIT)
        assert asked.cancelled() and not ended
        may_end.set()
        await asyncio.wait_for(over.wait(), WAIT)
    finally:
        request_finished.disconnect(note)
    assert ended == worked_in
