"""A few requests are answered at the same time, and the others wait for them without a thread."""

import asyncio
from collections.abc import Awaitable
from typing import Any

from casino.common.environment import CONNECTIONS
from casino.people.sockets import Receive, Scope, Send, opening
from casino.site.monitoring import scrape
from casino.site.server.admission import AT_ONCE, Admission
from tables.door import access
from tables.live import consoles, hub

WAIT = 30.0  # seconds: far more than anything here takes
BEHIND = 3  # the hourly anchors, the daily audit, and the main thread


class House:
    """An application that is at work until it is told to answer."""

    def __init__(self) -> None:
        self.at_work: list[str] = []
        self.answers = asyncio.Event()
        self._admission = Admission(self._work)

    async def _work(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["body"] == b"form"
        self.at_work.append(scope["path"])
        gone = asyncio.ensure_future(receive())
        await self.answers.wait()
        assert not gone.done()  # it is not told that its client has gone
        gone.cancel()

    def asks(self, path: str) -> tuple[Awaitable[None], asyncio.Queue[Scope]]:
        """A request that has been sent, and what its client says."""
        says = asyncio.Queue[Scope]()
        says.put_nowait({"type": "http.request", "body": b"form", "more_body": False})
        request = self._admission({"type": "http", "path": path}, says.get, _nothing)
        return asyncio.create_task(request), says


async def test_reports_wait_for_each_other_and_nobody_waits_for_them() -> None:
    house = House()
    requests = [house.asks(path)[0] for path in ("/reports/floor/", "/reports/shift/", "/floor/", "/healthz")]
    await settled()
    assert house.at_work == ["/reports/floor/", "/floor/", "/healthz"]
    house.answers.set()
    await asyncio.wait_for(asyncio.gather(*requests), WAIT)
    assert house.at_work[-1] == "/reports/shift/"


async def test_who_goes_while_he_waits_is_forgotten_and_what_has_begun_is_ended() -> None:
    house = House()
    (begun, first), (waits, second) = house.asks("/login/"), house.asks("/login/")
    await settled()
    for client in (first, second):
        client.put_nowait({"type": "http.disconnect"})
    await settled()
    assert not begun.done()  # type: ignore[attr-defined]
    house.answers.set()
    await asyncio.wait_for(asyncio.gather(begun, waits), WAIT)
    assert house.at_work == ["/login/"]


def test_a_process_has_a_connection_for_each_thread_that_may_hold_one() -> None:
    requests = sum(AT_ONCE.values()) - AT_ONCE["/livez"]  # which asks no database
    groups = (access.commands, hub.rendering, hub.asking, consoles.entering, opening, scrape._scraping)
    assert requests + sum(group._max_workers for group in groups) + BEHIND == CONNECTIONS


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def _nothing(message: Any) -> None:
    return None
