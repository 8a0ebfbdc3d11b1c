"""Commands over a screen's own socket: the same door as over HTTP."""

import json
from typing import Any

import pytest

from casino.people.models import User
from tables.door.service import read
from tests.hub.sockets import Json, Line, closed, do, hear, opened, token
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db(transaction=True)
CONSOLE = "/ws/screens/console/mesa/"
JOIN = {"command": "join", "player": "eva"}


async def give(line: Line, command: Any, key: str = "k1") -> Json:
    await line.send_to(json.dumps({"type": "command", "key": key, "command": command}))
    return await hear(line, "answer")


async def version() -> int:
    return (await do(read)("mesa"))[1].version


async def test_it_is_answered_with_its_key_and_shown() -> None:
    async with opened(CONSOLE, "croupier") as line:
        await hear(line, "screen")
        answer = await give(line, JOIN)
        assert (answer["key"], answer["status"], answer["ok"]) == ("k1", 200, True)
        assert answer["version"] == await version()
        await hear(line, "screen", lambda said: said["version"] == answer["version"])


async def test_another_command_under_the_same_key_is_refused_and_changes_nothing() -> None:
    async with opened(CONSOLE, "croupier") as line:
        first = await give(line, JOIN)
        other = await give(line, {**JOIN, "player": "yul"})
        assert (other["status"], other["error"]["code"]) == (409, "key_used")
        assert await give(line, JOIN) == first
        assert await version() == first["version"]


BAD = [[], None, "join", {}, {"command": "sit", "player": "leo", "seat": 15}, {"command": 7}]


@pytest.mark.parametrize("command", BAD, ids=repr)
async def test_what_is_no_command_is_malformed(command: Any) -> None:
    before = await version()
    async with opened(CONSOLE, "croupier") as line:
        answer = await give(line, command)
        assert (answer["status"], answer["error"]["code"]) == (422, "malformed")
    assert await version() == before


async def test_a_key_that_is_no_key_is_malformed() -> None:
    async with opened(CONSOLE, "croupier") as line:
        assert (await give(line, JOIN, key="x" * 1000))["error"]["fields"]["fault"] == "bad_key"


async def test_it_is_refused_in_the_croupier_s_language_as_over_http() -> None:
    await do(User.objects.create_user)("one-croupier", role="croupier", language="en")
    async with opened(CONSOLE, "croupier") as line:
        answer = await give(line, {**JOIN, "expected_version": 1})
        assert (answer["status"], answer["error"]["code"]) == (409, "stale")
        assert "touched first" in answer["error"]["message"]


async def test_a_screen_from_which_no_commands_are_sent_takes_none() -> None:
    before = await version()
    async with opened("/ws/screens/wall/mesa/", shown=await token("display")) as line:
        assert (await give(line, JOIN))["status"] == 403
    async with opened("/ws/screens/floor/", "jefe") as line:
        assert (await give(line, JOIN))["status"] == 403
    assert await version() == before


@pytest.mark.parametrize("message", [{"type": "command"}, {"type": "command", "key": 1}, {"type": "else"}])
async def test_what_is_no_message_closes_the_socket(message: Json) -> None:
    async with opened(CONSOLE, "croupier") as line:
        await line.send_to(json.dumps(message))
        assert await closed(line) == 4400


async def test_where_croupiers_are_bound_to_tables_each_command_asks_anew(house_has: HouseHas) -> None:
    house_has(assigned_only=True)
    serves = do(lambda tables: User.objects.update(serves=tables))
    async with opened(CONSOLE, "croupier") as line:
        await hear(line, "screen")
        refused = await give(line, JOIN, "k1")
        assert (refused["status"], refused["error"]["code"]) == (403, "not_assigned")
        await serves("mesa otra")
        assert (await give(line, JOIN, "k2"))["ok"]
        await serves("otra")
        assert (await give(line, {"command": "leave", "player": "eva"}, "k3"))["status"] == 403
