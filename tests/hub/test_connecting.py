"""Who may open a socket, when it is closed again, and the commands of devices."""

import json

import pytest
from django.contrib.sessions.models import Session

from casino.people.models import User
from tables.door.service import read
from tests.hub.sockets import Json, closed, do, hear, opened, token

pytestmark = pytest.mark.django_db(transaction=True)


# Who may open them


@pytest.mark.parametrize("path", ["/ws/tables/mesa/", "/ws/floor/", "/ws/screens/console/mesa/"])
async def test_a_stranger_is_told_4401(path: str) -> None:
    async with opened(path) as line:
        assert await closed(line) == 4401


FORBIDDEN = [
    ("/ws/screens/console/", "croupier"),
    ("/ws/screens/nope/mesa/", "jefe"),
    ("/ws/screens/floor/mesa/", "jefe"),
    ("/ws/tables/nope/", "jefe"),
    ("/ws/screens/cage/mesa/", "jefe"),
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
