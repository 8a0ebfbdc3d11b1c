"""The hub: one read and one rendering per change, lost notifications, and its beginning and end."""

import asyncio
from typing import Any

import pytest
from django.db import OperationalError

from ledger.cage.slips import SlipRequest
from tables.door import notify, slips
from tables.door.service import create_table, execute
from tables.live import audience, hub, queries
from tests.hub.sockets import closed, do, give, hear, opened, token
from tests.support.counter import cage
from tests.support.house import JEFE

OPENING = {"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 1_000, "chip": 10}
pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_change_is_read_and_rendered_once_however_many_look_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    renderings: list[int] = []

    def counted(slug: str, *asked: Any) -> audience.Rendering:
        found = audience.render(slug, *asked)
        renderings.append(len(found.parts))
        return found

    monkeypatch.setattr(hub, "render", counted)
    secret = await token("device")
    lines = [opened("/ws/tables/mesa/", secret=secret) for _ in range(5)]
    sockets = [await line.__aenter__() for line in lines]
    for socket in sockets:
        await hear(socket, "snapshot")
    renderings.clear()
    await give(command="join", player="eva")
    for socket in sockets:
        await hear(socket, "snapshot")
    assert renderings == [1]
    for line in lines:
        await line.__aexit__(None, None, None)


async def test_a_lost_notification_is_healed_by_the_heartbeat(quick: None) -> None:
    async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
        await hear(line, "snapshot")

        def unheard() -> int:
            with notify.silence():
                return execute("mesa", {"command": "join", "player": "eva"}, JEFE).version

        version = await do(unheard)()
        assert (await hear(line, "snapshot"))["version"] == version


@pytest.mark.parametrize("path", ["/ws/screens/cage/", "/ws/screens/counter/", "/ws/screens/money/mesa/"])
async def test_a_lost_notification_of_the_counter_is_healed_too(quick: None, path: str) -> None:
    """No table's version tells of a slip."""
    async with opened(path, "cambista") as line:
        while not any(
            name.endswith(("waiting", "waits-mesa")) for name in (await hear(line, "screen"))["fragments"]
        ):
            pass
        await hear(line, "heartbeat")

        def unheard() -> None:
            with notify.silence():
                cage()
                slips.request_slip("mesa", SlipRequest("opening", chips={"100": 7}, reason="as found"), JEFE)

        await do(unheard)()
        wanted = "100.000" if "cage" in path else "700"
        await hear(line, "screen", lambda said: any(wanted in part for part in said["fragments"].values()))


# The hub's own life


async def test_the_hub_rests_when_the_last_has_gone_and_wakes_for_the_next() -> None:
    for _ in range(2):
        async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
            await hear(line, "snapshot")
            assert hub.hub()._tasks
        assert not hub.hub()._tasks


async def test_everybody_is_closed_with_the_code_given() -> None:
    async with opened("/ws/tables/mesa/", "jefe") as line:
        await hear(line, "snapshot")
        closing = asyncio.create_task(hub.close_all(4503))
        assert await closed(line) == 4503
        await closing


async def test_who_comes_is_not_told_what_nobody_has_asked_the_database_for_lately(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def silent(*asked: Any) -> None:
        raise OperationalError

    secret = await token("device")
    async with opened("/ws/tables/mesa/", secret=secret) as line:
        await hear(line, "snapshot")
        monkeypatch.setattr(queries, "pulse", silent)
        monkeypatch.setattr(hub, "MARGIN", -hub.HEARTBEAT)  # whatever was read is too old

        def unheard() -> int:
            with notify.silence():
                return execute("mesa", {"command": "join", "player": "eva"}, JEFE).version

        version = await do(unheard)()
        async with opened("/ws/tables/mesa/", secret=secret) as other:
            assert (await hear(other, "snapshot"))["version"] == version


async def test_a_table_that_cannot_be_shown_closes_its_sockets_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(slug: str, *asked: Any) -> audience.Rendering:
        if slug == "mesa":
            raise ZeroDivisionError
        return audience.render(slug, *asked)

    await do(create_table)("mesa-2", "Mesa 2")
    async with opened("/ws/tables/mesa/", "jefe") as line, opened("/ws/tables/mesa-2/", "jefe") as other:
        await hear(line, "snapshot")
        await hear(other, "snapshot")
        with monkeypatch.context() as defect:
            defect.setattr(hub, "render", broken)
            await give(command="join", player="eva")
            assert await closed(line) == 4500
            assert (await do(execute)("mesa-2", OPENING, JEFE)).ok
            assert await hear(other, "snapshot")
    async with opened("/ws/tables/mesa/", "jefe") as line:
        assert await hear(line, "snapshot")


async def test_a_hub_that_fails_closes_everybody_so_that_they_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened("/ws/tables/mesa/", "jefe") as line:
        await hear(line, "snapshot")

        def broken(self: hub.Hub, room: Any, fresh: audience.Rendering) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as defect:
            defect.setattr(hub.Hub, "_tell", broken)
            await give(command="join", player="eva")
            assert await closed(line) == 4500
    async with opened("/ws/tables/mesa/", "jefe") as line:
        assert await hear(line, "snapshot")
