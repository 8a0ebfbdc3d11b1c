"""What the sockets send: everything at first, then what changed, and no more than the client can take."""

import asyncio
import json
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from casino.people.models import User
from casino.site.asgi import application
from ledger.cage import selectors
from ledger.cage.slips import SlipRequest
from tables.door import slips
from tables.door.service import execute, read
from tables.live import hub
from tables.live.messages import document
from tests.hub.sockets import WAIT, closed, do, give, hear, opened, token
from tests.support.counter import CAMBISTA
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_device_gets_the_snapshot_on_joining_and_after_each_change() -> None:
    async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
        first = await hear(line, "snapshot")
        assert first["snapshot"]["seats"]["1"] == "ana"
        version = await give(command="join", player="eva")
        second = await hear(line, "snapshot")
        assert (second["version"], second["snapshot"]["version"]) == (version, version)
        assert "eva" in second["snapshot"]["standing"]


async def test_a_display_sees_no_player() -> None:
    async with opened("/ws/tables/mesa/", secret=await token("display")) as line:
        assert "ana" not in json.dumps(await hear(line, "snapshot"))


async def test_the_wall_opens_with_the_cookie_of_a_display() -> None:
    async with opened("/ws/screens/wall/mesa/", shown=await token("display")) as line:
        assert (await hear(line, "screen"))["fragments"]


async def test_the_floor_tells_all_tables_and_then_the_one_that_changed() -> None:
    async with opened("/ws/floor/", "jefe") as line:
        first = await hear(line, "floor")
        lines = {entry["table"] for entry in first["tables"]}
        while lines != {"mesa", "otra"}:
            lines |= {entry["table"] for entry in (await hear(line, "floor"))["tables"]}
        await give(command="shuffle", riffles=4)
        news = await hear(line, "floor", lambda message: message["tables"][0]["phase"] == "auction")
        assert [entry["table"] for entry in news["tables"]] == ["mesa"]


async def test_a_screen_gets_all_parts_and_then_only_those_that_changed() -> None:
    async with opened("/ws/screens/console/mesa/", "croupier") as line:
        first = await hear(line, "screen")
        await give(command="join", player="eva")
        second = await hear(line, "screen")
        assert second["version"] > first["version"]
        assert set(second["fragments"]) <= set(first["fragments"])
        assert all(first["fragments"][name] != part for name, part in second["fragments"].items())


async def test_a_floor_that_joins_gets_all_tables_at_once_and_no_older_version_than_its_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else what changed between the page and the socket would be thrown away as older than the page."""
    monkeypatch.setattr(hub, "HEARTBEAT", 60.0)
    page = await do(
        lambda: sum(read(slug)[1].version for slug in ("mesa", "otra")) + sum(selectors.moves())
    )()
    async with opened("/ws/screens/floor/", "jefe") as line:
        first = await hear(line, "screen")
        assert first["version"] == page
        assert {"tile-mesa", "tile-otra", "alerts-cage"} <= set(first["fragments"])


async def test_a_jefe_is_told_on_the_floor_of_a_count_in_the_cage_that_does_not_match() -> None:
    async with (
        opened("/ws/screens/floor/", "jefe") as floor,
        opened("/ws/screens/counter/", "jefe") as counter,
    ):
        for line in (floor, counter):
            await hear(line, "screen")
        await do(slips.request_slip)(None, SlipRequest("cash_count", amount=4321, reason="found"), CAMBISTA)
        assert "4.321" in (await hear(floor, "screen"))["fragments"]["alerts-cage"]
        assert "4.321" in (await hear(counter, "screen"))["fragments"]["waits-cage"]


async def test_each_reader_gets_his_language() -> None:
    await do(User.objects.create_user)("one-croupier", role="croupier", language="en")
    async with opened("/ws/screens/console/mesa/", "croupier") as english:
        words = json.dumps((await hear(english, "screen"))["fragments"])
        await do(User.objects.filter(username="one-croupier").update)(language="fr")
        async with opened("/ws/screens/console/mesa/", "croupier") as french:
            assert json.dumps((await hear(french, "screen"))["fragments"]) != words


async def test_nothing_is_sent_before_the_transaction_has_committed() -> None:
    async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
        await hear(line, "snapshot")

        def rolled_back() -> None:
            with transaction.atomic():
                execute("mesa", {"command": "join", "player": "eva"}, JEFE)
                transaction.set_rollback(True)

        await do(rolled_back)()
        assert await line.receive_nothing(0.3)


async def test_a_screen_that_reads_slowly_gets_the_newest_and_nothing_in_between() -> None:
    async with opened("/ws/screens/console/mesa/", "croupier") as line:
        first = json.loads(await line.receive_from(WAIT))
        for player in ("eva", "fred", "gil"):
            version = await give(command="join", player=player)
        assert await line.receive_nothing(0.3)
        await line.send_to(json.dumps({"type": "shown", "version": first["version"]}))
        assert (await hear(line, "screen"))["version"] == version


async def test_a_device_that_stops_reading_loses_its_place_and_waits_for_nothing_but_the_newest(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server's `send` returns when the client has read."""
    monkeypatch.setattr(hub, "TAKEN_WITHIN", 0.3)
    said: asyncio.Queue[Any] = asyncio.Queue()
    events: asyncio.Queue[Any] = asyncio.Queue()

    async def send(event: Any) -> None:
        said.put_nowait(event)
        if event["type"] == "websocket.send":
            await asyncio.Event().wait()

    secret = await token("device")
    headers = [(b"authorization", f"Bearer {secret}".encode())]
    scope = {"type": "websocket", "path": "/ws/tables/mesa/", "query_string": b"", "headers": headers}
    events.put_nowait({"type": "websocket.connect"})
    serving = asyncio.create_task(application(scope, events.get, send))
    async with asyncio.timeout(WAIT):
        assert (await said.get())["type"] == "websocket.accept"
        assert "snapshot" in (await said.get())["text"]
        await give(command="join", player="eva")
        assert await said.get() == {"type": "websocket.close", "code": 4408}
        events.put_nowait({"type": "websocket.disconnect", "code": 4408})
        await serving
    assert said.empty()


@pytest.mark.parametrize("rubbish", ["{", "[]", '{"type": "shown"}', "x" * 100_000])
async def test_a_browser_that_says_rubbish_is_closed(rubbish: str) -> None:
    async with opened("/ws/screens/console/mesa/", "croupier") as line:
        await line.receive_from(WAIT)
        await line.send_to(rubbish)
        assert await closed(line) == 4400


def test_the_document_of_the_sockets_is_the_messages_as_they_are() -> None:
    kept = json.loads((settings.BASE_DIR / "docs" / "asyncapi.json").read_text())
    assert kept == document(), "run: make printed"
