"""The sockets: who may open them, what they say, and that nothing is lost, early, or told twice."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client

from casino.accounts.models import Token, User
from casino.asgi import application
from ledger.cage import selectors
from ledger.cage.requests import SlipRequest
from tables import notify, slip_service
from tables.live import audience, consumers, hub
from tables.live.asyncapi import document
from tables.screens.money import PARTS
from tables.service import create_table, execute, read
from tests.counter import CAMBISTA, cage
from tests.house import JEFE, opening

pytestmark = pytest.mark.django_db(transaction=True)
WAIT = 5.0  # seconds: far more than anything here takes

Json = dict[str, Any]
Line = WebsocketCommunicator


@pytest.fixture(autouse=True)
def tables(transactional_db: None) -> None:
    for slug in ("mesa", "otra"):
        create_table(slug, slug.title())
        for command in opening():
            execute(slug, command, JEFE)


@pytest.fixture(autouse=True)
def own_layer() -> None:
    """Each test has an event loop of its own, and what a layer locks for one loop no other can unlock."""
    channel_layers.backends.clear()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.05)


@database_sync_to_async
def cookie_of(role: str) -> str:
    user, _ = User.objects.get_or_create(username=f"one-{role}", defaults={"role": role})
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@database_sync_to_async
def token(kind: str, table: str = "mesa") -> str:
    return Token.objects.issue(kind, kind, table)


@database_sync_to_async
def give(**command: Any) -> int:
    answer = execute("mesa", command, JEFE)
    assert answer.ok, answer.error
    return answer.version


do = database_sync_to_async


@asynccontextmanager
async def opened(path: str, role: str = "", secret: str = "") -> AsyncIterator[Line]:
    headers = (
        [(b"authorization", f"Bearer {secret}".encode())] if secret else [(b"origin", b"http://localhost")]
    )
    if role:
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={await cookie_of(role)}".encode()))
    line = WebsocketCommunicator(application, path, headers=headers)
    connected, _ = await line.connect(WAIT)
    assert connected
    try:
        yield line
    finally:
        await line.disconnect()


async def hear(line: Line, kind: str, wanted: Callable[[Json], bool] = lambda message: True) -> Json:
    """The next message of that kind that is wanted; a screen's are acknowledged."""
    async with asyncio.timeout(WAIT):
        while True:
            message = json.loads(await line.receive_from(WAIT))
            if message["type"] == "screen":
                await line.send_to(json.dumps({"type": "shown", "version": message["version"]}))
            if message["type"] == kind and wanted(message):
                return message


async def closed(line: Line) -> int:
    async with asyncio.timeout(WAIT):
        while True:
            output = await line.receive_output(WAIT)
            if output["type"] == "websocket.close":
                return output["code"]


# Who may open them


@pytest.mark.parametrize("path", ["/ws/tables/mesa/", "/ws/floor/", "/ws/screens/console/mesa/"])
async def test_a_stranger_is_told_4401(path: str) -> None:
    async with opened(path) as line:
        assert await closed(line) == 4401


FORBIDDEN = [
    ("/ws/screens/console/mesa/", "inspector"),
    ("/ws/screens/floor/", "croupier"),
    ("/ws/screens/console/", "croupier"),
    ("/ws/screens/nope/mesa/", "jefe"),
    ("/ws/screens/floor/mesa/", "jefe"),
    ("/ws/tables/nope/", "jefe"),
    ("/ws/screens/cage/mesa/", "jefe"),
    ("/ws/screens/cage/", "croupier"),
    ("/ws/screens/money/", "cambista"),
]


@pytest.mark.parametrize(("path", "role"), FORBIDDEN)
async def test_who_may_not_see_it_is_told_4403(path: str, role: str) -> None:
    async with opened(path, role) as line:
        assert await closed(line) == 4403


@pytest.mark.parametrize("path", ["/ws/tables/otra/", "/ws/floor/", "/ws/screens/wall/otra/"])
async def test_a_token_for_another_table_is_told_4403(path: str) -> None:
    async with opened(path, secret=await token("display")) as line:
        assert await closed(line) == 4403


# What they say


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


async def test_the_wall_opens_with_a_token_in_its_address() -> None:
    async with opened(f"/ws/screens/wall/mesa/?token={await token('display')}") as line:
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
        await do(slip_service.request_slip)(
            None, SlipRequest("cash_count", amount=4321, reason="found"), CAMBISTA
        )
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


# One read, one rendering; the newest wins; what is lost is healed


async def test_a_change_is_read_and_rendered_once_however_many_look_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    renderings: list[int] = []

    def counted(slug: str, audiences: Any) -> audience.Rendering:
        found = audience.render(slug, audiences)
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
                slip_service.request_slip(
                    "mesa", SlipRequest("opening", chips={"100": 7}, reason="as found"), JEFE
                )

        await do(unheard)()
        wanted = "100.000" if "cage" in path else "700"
        await hear(line, "screen", lambda said: any(wanted in part for part in said["fragments"].values()))


async def test_the_cage_is_told_of_its_slips_and_steps_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 60.0)
    async with opened("/ws/screens/cage/", "cambista") as line, opened("/ws/floor/", "jefe") as floor:
        assert set((await hear(line, "screen"))["fragments"]) == {f"money-{part}" for part in PARTS}
        slip = await do(slip_service.request_slip)(None, SlipRequest("cage_cash_in", amount=4321), JEFE)
        assert "4.321" in (await hear(line, "screen"))["fragments"]["money-waiting"]
        await do(slip_service.take_step)(slip.number, "signed", CAMBISTA)
        news = (await hear(line, "screen"))["fragments"]
        assert "4.321" in news["money-head"] and "4.321" not in news["money-waiting"]
        await hear(floor, "floor")
        assert await floor.receive_nothing(0.3)


async def test_the_heartbeat_carries_the_version(quick: None) -> None:
    async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
        version = (await hear(line, "snapshot"))["version"]
        assert (await hear(line, "heartbeat"))["version"] == version


async def test_a_screen_that_reads_slowly_gets_the_newest_and_nothing_in_between() -> None:
    async with opened("/ws/screens/console/mesa/", "croupier") as line:
        first = json.loads(await line.receive_from(WAIT))
        for player in ("eva", "fred", "gil"):
            version = await give(command="join", player=player)
        assert await line.receive_nothing(0.3)
        await line.send_to(json.dumps({"type": "shown", "version": first["version"]}))
        assert (await hear(line, "screen"))["version"] == version


async def test_a_screen_that_shows_nothing_loses_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "SHOW_TIMEOUT", 0.1)
    async with opened("/ws/screens/console/mesa/", "croupier") as line:
        assert await closed(line) == 4408


@pytest.mark.parametrize("rubbish", ["{", "[]", '{"type": "shown"}', "x" * 100_000])
async def test_a_browser_that_says_rubbish_is_closed(rubbish: str) -> None:
    async with opened("/ws/screens/console/mesa/", "croupier") as line:
        await line.receive_from(WAIT)
        await line.send_to(rubbish)
        assert await closed(line) == 4400


# Rights that end


async def test_a_logout_closes_the_socket(quick: None) -> None:
    async with opened("/ws/screens/console/mesa/", "croupier") as line:
        await hear(line, "screen")
        await do(Session.objects.all().delete)()
        assert await closed(line) == 4401


@pytest.mark.parametrize("change", [{"role": "inspector"}, {"is_active": False}, {"password": "new"}])
async def test_another_role_or_password_or_a_closed_account_closes_the_socket(
    quick: None, change: Json
) -> None:
    async with opened("/ws/screens/console/mesa/", "croupier") as line:
        await hear(line, "screen")
        await do(User.objects.filter(username="one-croupier").update)(**change)
        assert await closed(line) == 4401


async def test_a_revoked_token_closes_the_socket(quick: None) -> None:
    async with opened("/ws/tables/mesa/", secret=await token("display")) as line:
        await hear(line, "snapshot")
        await do(lambda: Token.objects.get().revoke())()
        assert await closed(line) == 4401


# Commands over a device's socket


async def test_a_command_on_the_socket_is_answered_as_over_http() -> None:
    async with opened("/ws/tables/mesa/", "croupier") as line:
        await line.send_to(json.dumps({"command": "join", "player": "eva"}))
        answer = await hear(line, "answer")
        assert (answer["status"], answer["ok"], answer["events"][0]["player"]) == (200, True, "eva")


BAD_FRAMES = [
    "{",
    "[]",
    "NaN",
    "[" * 50_000,
    "x" * 1_000_000,
    '{"command": "sit", "player": "leo", "seat": 15}',
]


@pytest.mark.parametrize("frame", [*BAD_FRAMES, b"\xff", b"{}"], ids=lambda frame: repr(frame[:20]))
async def test_a_bad_frame_is_malformed_and_changes_nothing(frame: str | bytes) -> None:
    before = (await do(read)("mesa"))[1].version
    async with opened("/ws/tables/mesa/", "croupier") as line:
        await (line.send_to(bytes_data=frame) if isinstance(frame, bytes) else line.send_to(text_data=frame))
        answer = await hear(line, "answer")
        assert (answer["status"], answer["error"]["code"]) == (422, "malformed")
    assert (await do(read)("mesa"))[1].version == before


async def test_a_command_after_the_rights_have_ended_is_refused() -> None:
    async with opened("/ws/tables/mesa/", "croupier") as line:
        await hear(line, "snapshot")
        await do(User.objects.filter(username="one-croupier").update)(role="inspector")
        await line.send_to(json.dumps({"command": "join", "player": "eva"}))
        assert (await hear(line, "answer"))["error"]["code"] == "not_logged_in"


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


async def test_a_hub_that_fails_closes_everybody_so_that_they_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened("/ws/tables/mesa/", "jefe") as line:
        await hear(line, "snapshot")

        def broken(slug: str, audiences: Any) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(hub, "render", broken)
        await give(command="join", player="eva")
        assert await closed(line) == 4500
    monkeypatch.undo()
    async with opened("/ws/tables/mesa/", "jefe") as line:
        assert await hear(line, "snapshot")


def test_the_document_of_the_sockets_is_the_messages_as_they_are() -> None:
    kept = json.loads((settings.BASE_DIR / "docs" / "asyncapi.json").read_text())
    assert kept == document(), "run: manage.py asyncapi > docs/asyncapi.json"
