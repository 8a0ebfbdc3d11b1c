"""A database, a Redis or a client that fails: screens show the newest in the end, who is stuck is sent away."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from redis.exceptions import ConnectionError as LineLost

from casino.common import clock
from casino.common.sql import outage
from ledger.cage.slips import SlipRequest
from tables.door import notify, slips
from tables.door.notify import Change
from tables.live import hub, notifications, queries
from tables.live.mailbox import Mailbox, News
from tests.hub.sockets import WAIT, closed, do, give, hear, opened, token
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 600.0  # seconds between heartbeats that shall heal nothing here


async def test_a_version_that_changes_nothing_on_a_page_moves_the_page_all_the_same() -> None:
    """Its next command names the version that it knows."""
    async with opened("/ws/screens/wall/mesa/", shown=await token("display")) as line:
        await hear(line, "screen")
        version = await give(command="note", text="nothing that a wall shows")
        assert (await hear(line, "screen"))["version"] == version


async def test_what_a_failed_rendering_was_for_is_shown_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", LONG)
    monkeypatch.setattr(hub, "RETRY_DELAY", 0.01)
    right, failed = hub.render, asyncio.Event()

    def fails(*asked: Any) -> Any:
        failed.set()
        raise OperationalError("away")

    async with opened("/ws/screens/cage/", "cambista") as line:
        await hear(line, "screen")
        monkeypatch.setattr(hub, "render", fails)
        await do(slips.request_slip)(None, SlipRequest("cage_cash_in", amount=4321), JEFE)
        await asyncio.wait_for(failed.wait(), WAIT)
        await asyncio.sleep(0.05)  # whatever else was told of the slip has come, too
        monkeypatch.setattr(hub, "render", right)
        assert "4.321" in (await hear(line, "screen"))["fragments"]["money-waiting"]


async def test_nothing_is_rendered_for_who_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    right, rendered = hub.render, list[str]()

    def counted(topic: str, *asked: Any) -> Any:
        rendered.append(topic)
        return right(topic, *asked)

    secret = await token("device")
    async with opened("/ws/tables/otra/", "jefe") as stays:
        await hear(stays, "snapshot")
        async with opened("/ws/tables/mesa/", secret=secret) as goes:
            await hear(goes, "snapshot")
        monkeypatch.setattr(hub, "render", counted)
        await give(command="join", player="eva")
        monkeypatch.setattr(hub, "HEARTBEAT", 0.01)
        await hear(stays, "heartbeat")
        assert "mesa" not in rendered


async def test_a_heart_goes_on_after_the_database_was_away(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RETRY_DELAY", 0.01)
    right, asked = queries.pulse, asyncio.Event()

    def fails_once(*given: Any) -> Any:
        if not asked.is_set():
            asked.set()
            raise OperationalError("away")
        return right(*given)

    async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
        await hear(line, "snapshot")
        monkeypatch.setattr(queries, "pulse", fails_once)
        await asyncio.wait_for(asked.wait(), WAIT)
        await hear(line, "heartbeat")
        await hear(line, "heartbeat")


async def test_the_first_heartbeat_after_an_outage_is_not_waited_for(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RETRY_DELAY", 0.01)
    right, asked = queries.pulse, asyncio.Event()

    def fails_once(*given: Any) -> Any:
        if not asked.is_set():
            monkeypatch.setattr(hub, "HEARTBEAT", LONG)
            asked.set()
            raise OperationalError("away")
        return right(*given)

    async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
        await hear(line, "snapshot")
        monkeypatch.setattr(queries, "pulse", fails_once)
        await asyncio.wait_for(asked.wait(), WAIT)
        await hear(line, "heartbeat")


async def test_a_socket_is_opened_when_a_known_outage_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    secret, known = await token("device"), threading.Event()
    monkeypatch.setattr(outage, "_known", known)
    known.set()
    asyncio.get_running_loop().call_later(0.2, known.clear)
    async with opened("/ws/tables/mesa/", secret=secret) as line:
        assert not known.is_set()
        await hear(line, "snapshot")


async def test_a_client_that_shows_nothing_is_sent_away_and_one_that_is_slow_is_not(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(clock, "elapsed", lambda: now[0])
    path = "/ws/screens/console/mesa/"
    async with (
        opened(path, "croupier") as stuck,
        opened("/ws/tables/mesa/", secret=await token("device")) as device,
    ):
        assert '"screen"' in await stuck.receive_from(WAIT)  # and never says that it is shown
        await hear(device, "heartbeat")
        now[0] += 9.0
        await hear(device, "heartbeat")
        await hear(device, "heartbeat")
        assert await stuck.receive_nothing(0.01)
        now[0] += 2.0
        assert await closed(stuck) == hub.NOT_TAKEN


async def test_patience_is_not_measured_by_the_time_of_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may set that clock meanwhile."""
    hears = asyncio.Event()

    async def send(text: str) -> None:
        await hears.wait()

    mailbox = Mailbox(send, confirmed=False)
    mailbox.put(News("screen", 1, {"a": "x"}))
    await asyncio.sleep(0)
    later = clock.now().replace(year=2099)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert mailbox.stuck_for() < WAIT
    hears.set()


class Redis:
    """As much of Redis as the notifications meet. `says`: what a subscriber hears; `takes`: whether it answers."""

    def __init__(self) -> None:
        self.says: asyncio.Queue[bytes | Exception] = asyncio.Queue()
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.takes = asyncio.Event()

    async def __aenter__(self) -> "Redis":
        return self

    async def __aexit__(self, *_: object) -> None: ...

    def pubsub(self, **_: Any) -> "Redis":
        return self

    async def subscribe(self, channel: str) -> None: ...

    async def listen(self) -> AsyncIterator[dict[str, bytes]]:
        while not isinstance(said := await self.says.get(), Exception):
            yield {"data": said}
        raise said

    async def publish(self, channel: str, message: str) -> None:
        self.told.put_nowait(message)
        await self.takes.wait()


@asynccontextmanager
async def line_to(redis: Redis, hear: Callable[[Change], None]) -> AsyncIterator[None]:
    """Notifications that run over this Redis."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notifications.Redis, "from_url", lambda url: redis)
        patch.setattr(settings, "REDIS_URL", "redis://there")
        patch.setattr(notifications, "RETRY_DELAY", 0.0)
        running = asyncio.create_task(notifications.Notifications(hear).run())
        await asyncio.sleep(0)
        yield
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_after_redis_was_lost_it_is_heard_again() -> None:
    redis, heard = Redis(), asyncio.Queue[Change]()
    async with line_to(redis, heard.put_nowait):
        redis.says.put_nowait(LineLost("away"))
        redis.says.put_nowait(notify.message([Change("mesa", 7)], "another").encode())
        assert await asyncio.wait_for(heard.get(), WAIT) == Change("mesa", 7)


async def test_what_changes_while_something_is_published_is_published_too() -> None:
    redis = Redis()
    async with line_to(redis, lambda change: None):
        notify.announce("mesa", 7)
        assert '"mesa",7' in await asyncio.wait_for(redis.told.get(), WAIT)
        notify.announce("mesa", 8)
        await asyncio.sleep(0)
        redis.takes.set()
        assert '"mesa",8' in await asyncio.wait_for(redis.told.get(), WAIT)
