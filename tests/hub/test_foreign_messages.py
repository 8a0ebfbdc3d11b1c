"""What Redis says is a hint and no more: a message that cannot be read is skipped, and the database is the truth."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
import structlog
from django.conf import settings

from casino.common import environment
from tables.door import notify
from tables.door.notify import Change
from tables.live import hub, room
from tables.live.audience import Audience, Rendering
from tables.live.notifications import Notifications
from tests.hub.sockets import WAIT, give, hear, opened, token

FAR = 1_000_000  # a version that no table here has
UNREADABLE = (
    b"",
    b"{}",
    b"no JSON",
    b"\xff\xfe not even text",
    b"null",
    b"17",
    b'["mesa"]',
    b'{"origin": "other"}',
    b'{"origin": "other", "changes": null}',
    b'{"origin": "other", "changes": {"mesa": 1}}',
    b'{"origin": "other", "changes": ["mesa"]}',
    b'{"origin": "other", "changes": [["mesa", 1]]}',
    b'{"origin": "other", "changes": [["mesa", 1, false, "more"]]}',
    b'{"origin": "other", "changes": [["mesa", "1", false]]}',
    b'{"origin": "other", "changes": [["mesa", 1.5, false]]}',
    b'{"origin": "other", "changes": [["mesa", true, false]]}',
    b'{"origin": "other", "changes": [["mesa", null, false]]}',
    b'{"origin": "other", "changes": [[17, 1, false]]}',
    b'{"origin": "other", "changes": [[["mesa"], 1, false]]}',
    b'{"origin": "other", "changes": [["mesa", 1, ["of another release"]]]}',
    b'{"origin": "other", "changes": [["mesa", 1, [17]]]}',
    b'{"origin": "other", "changes": [["mesa", 1, "money"]]}',
    b'{"origin": 17, "changes": []}',
    b'{"origin": "other", "changes": [], "of": "a newer release"}',
    b"[" * 100_000,
    b'{"origin": "other", "changes": [["mesa", ' + b"9" * 5000 + b", false]]}",
)


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: repr(text[:60]))
def test_whatever_cannot_be_read_is_one_kind_of_error(text: bytes) -> None:
    with pytest.raises(ValueError):
        notify.changes_in(text, "me")


def test_what_is_published_is_read_again() -> None:
    changes = [Change("mesa", 7), Change("otra", 0, True)]
    assert notify.changes_in(notify.message(changes, "other"), "me") == changes
    assert notify.changes_in(notify.message(changes, "me"), "me") == []


async def test_what_cannot_be_read_is_skipped_and_logged_once_in_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[Change] = []
    line = Notifications(heard.append)
    with structlog.testing.capture_logs() as logs:
        for text in UNREADABLE:
            line._heard(text)
        line._heard(notify.message([Change("mesa", 7)], "other"))
    assert heard == [Change("mesa", 7)]
    assert [entry["log_level"] for entry in logs] == ["warning"]


def test_each_house_has_a_channel_of_its_own() -> None:
    redis, house = "redis://127.0.0.1:6379/1", "postgres://serving:one@db/house"
    of = environment.channel
    ours = of(redis, "secret", house)
    assert ours == of(redis, "secret", "postgres://owner:other@127.0.0.1:5432/house")
    others = {of("redis://127.0.0.1/2", "secret", house), of(redis, "another", house)}
    others |= {of(redis, "secret", "postgres://serving:one@db/rehearsal"), of(redis, "secret", None)}
    assert ours not in others and len(others) == 4 and "secret" not in ours


def one_room() -> room.Room:
    return room.Room("mesa")


def rendering(version: int) -> Rendering:
    return Rendering(version, {Audience("floor", ""): {}})


def test_a_version_that_the_database_does_not_have_is_not_waited_for() -> None:
    mesa = one_room()
    mesa.expect(FAR)
    mesa.begin()
    mesa.update(rendering(7))
    assert not mesa.is_outdated and not mesa.is_behind
    mesa.expect(8)
    assert mesa.is_outdated and mesa.is_behind


def test_a_change_that_comes_while_it_is_rendered_is_not_lost_behind_a_false_one() -> None:
    mesa = one_room()
    mesa.expect(FAR)
    mesa.begin()
    mesa.expect(8)
    mesa.update(rendering(7))
    assert mesa.is_behind
    mesa.begin()
    mesa.update(rendering(8))
    assert not mesa.is_outdated


@pytest.mark.django_db(transaction=True)
async def test_a_false_version_darkens_no_screen(quick: None) -> None:
    secret = await token("device")
    async with opened("/ws/tables/mesa/", secret=secret) as line:
        version = (await hear(line, "snapshot"))["version"]
        hub.hub()._on_change(Change("mesa", FAR))
        for _ in range(3):
            assert (await hear(line, "heartbeat"))["version"] == version
        async with opened("/ws/tables/mesa/", secret=secret) as other:
            assert (await hear(other, "snapshot"))["version"] == version
            assert (await hear(other, "heartbeat"))["version"] == version
        assert (await hear_after_join(line)) == version + 1


async def hear_after_join(line: Any) -> int:
    await give(command="join", player="eva")
    found: int = (await hear(line, "snapshot"))["version"]
    return found


if settings.REDIS_URL:

    @pytest.mark.django_db(transaction=True)
    async def test_whoever_speaks_in_redis_the_sockets_stay_and_show_the_truth(quick: None) -> None:
        from redis.asyncio import Redis

        async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
            version = (await hear(line, "snapshot"))["version"]
            false = json.dumps({"origin": "other", "changes": [["mesa", FAR, True]]}).encode()
            async with Redis.from_url(settings.REDIS_URL) as redis:
                await _until(lambda: redis.publish(settings.NOTIFICATIONS, b"{}"))
                for text in (*UNREADABLE, false):
                    assert await redis.publish(settings.NOTIFICATIONS, text) == 1
            for _ in range(3):
                assert (await hear(line, "heartbeat"))["version"] == version
            assert (await hear_after_join(line)) == version + 1

    async def _until(heard: Callable[[], Any]) -> None:
        async with asyncio.timeout(WAIT):
            while not await heard():
                await asyncio.sleep(0.01)
