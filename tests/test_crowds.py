"""Many who ask for pages wait for each other, not the tables for them."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager
from threading import Semaphore

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from casino.common.errors import Refusal
from casino.common.places import Places
from casino.crowds import CROWDS, Crowd, CrowdMiddleware

WAIT = 30.0  # seconds: far more than anything here takes


class Slow:
    """A view that answers when it is let go."""

    def __init__(self) -> None:
        self.begun, self.go = Semaphore(0), Semaphore(0)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.begun.release()
        assert self.go.acquire(timeout=WAIT)
        return HttpResponse(request.path_info)


class House:
    """A crowd before one slow view."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self.view = Slow()
        self._answer = CrowdMiddleware(self.view)
        self._threads = threads

    def asked(self, path: str) -> Future[HttpResponse]:
        return self._threads.submit(self._answer, RequestFactory().get(path))

    def begins(self) -> bool:
        return self.view.begun.acquire(timeout=WAIT)

    def let_go(self, number: int) -> None:
        self.view.go.release(number)


@pytest.fixture
def house() -> Iterator[House]:
    with ThreadPoolExecutor(40) as threads:
        yield House(threads)


@pytest.mark.parametrize("crowd", CROWDS[:-1], ids=lambda crowd: crowd.path)
def test_who_comes_when_too_many_wait_is_refused_at_once(house: House, crowd: Crowd) -> None:
    surplus = 5
    asked = [house.asked(crowd.path) for _ in range(crowd.at_once + crowd.waiting + surplus)]
    refused: set[Future[HttpResponse]] = set()
    for answered in as_completed(asked, WAIT):
        refused.add(answered)
        if len(refused) == surplus:
            break
    assert all(one.result().status_code == 503 and one.result()["Retry-After"] for one in refused)
    house.let_go(len(asked) - surplus)
    assert {one.result(WAIT).status_code for one in asked if one not in refused} == {200}


def test_a_long_report_keeps_no_page_waiting(house: House) -> None:
    reports = [house.asked("/reports/floor/") for _ in range(5)]
    assert house.begins()
    page = house.asked("/floor/")
    assert house.begins()
    house.let_go(6)
    assert page.result(WAIT).content == b"/floor/"
    assert all(report.result(WAIT).status_code == 200 for report in reports)


def test_however_many_wait_for_pages_the_process_says_that_it_is_well(house: House) -> None:
    pages = [house.asked("/floor/") for _ in range(10)]
    assert house.begins() and house.begins()
    healths = [house.asked("/livez"), house.asked("/healthz")]
    assert house.begins() and house.begins()
    house.let_go(12)
    assert all(one.result(WAIT).status_code == 200 for one in (*pages, *healths))


def test_who_is_refused_gets_the_headers_of_every_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Places) -> AbstractContextManager[None]:
        raise Refusal("too_busy")

    monkeypatch.setattr(Places, "taken", full)
    answer = client.get("/floor/", headers={"accept-language": "fr"})
    assert (answer.status_code, answer["X-Frame-Options"], answer["Content-Language"]) == (503, "DENY", "fr")
    assert "default-src" in answer["Content-Security-Policy"]
