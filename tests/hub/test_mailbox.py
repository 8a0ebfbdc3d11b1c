"""A mailbox: one message under way, the newest of everything behind it."""

import asyncio
import json
from typing import Any

from tables.live.mailbox import Mailbox, News


class Client:
    """A client that reads when it is told to."""

    def __init__(self, *, confirmed: bool = False) -> None:
        self.heard: list[Any] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.mailbox = Mailbox(self._send, confirmed=confirmed)

    async def _send(self, text: str) -> None:
        self.heard.append(json.loads(text))
        await self.reads.wait()

    def put(self, version: int, **parts: str) -> None:
        self.mailbox.put(News("screen", version, parts))


async def settled() -> None:
    """Wait until what can be sent has been sent."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_one_that_keeps_up_gets_each_message_at_once_and_with_others_the_same_text() -> None:
    news, clients = News("screen", 1, {"a": "x"}), [Client(), Client()]
    for client in clients:
        client.mailbox.put(news)
        await settled()
        assert client.heard == [{"type": "screen", "version": 1, "fragments": {"a": "x"}}]
    assert news.text is news.text


async def test_one_that_stops_reading_gets_the_newest_of_each_part_when_it_goes_on() -> None:
    client = Client()
    client.reads.clear()
    client.put(1, a="first")
    await settled()
    for version in range(2, 1000):
        client.put(version, **{f"part-{version % 3}": f"of {version}"})
    assert len(client.heard) == 1 and client.mailbox.stuck_for() > 0
    client.reads.set()
    await settled()
    assert client.heard[1:] == [
        {
            "type": "screen",
            "version": 999,
            "fragments": {"part-2": "of 998", "part-0": "of 999", "part-1": "of 997"},
        }
    ]
    assert client.mailbox.stuck_for() == 0


async def test_an_older_version_says_nothing() -> None:
    client = Client(confirmed=True)
    client.put(1, a="x")
    client.put(3, a="newest")
    client.put(2, a="older")
    client.mailbox.confirm()
    await settled()
    assert [message["version"] for message in client.heard] == [1, 3]
    assert client.heard[1]["fragments"] == {"a": "newest"}


async def test_no_heartbeat_behind_a_message_that_is_under_way() -> None:
    client = Client(confirmed=True)
    client.put(1, a="x")
    client.mailbox.heartbeat(1)
    await settled()
    assert len(client.heard) == 1
    client.mailbox.confirm()
    client.mailbox.heartbeat(1)
    await settled()
    assert client.heard[1:] == [{"type": "heartbeat", "version": 1}]


async def test_a_confirmation_that_comes_before_the_server_has_sent_all_counts() -> None:
    client = Client(confirmed=True)
    client.reads.clear()
    client.put(1, a="x")
    await settled()
    client.mailbox.confirm()
    client.put(2, a="y")
    client.reads.set()
    await settled()
    assert [message["version"] for message in client.heard] == [1, 2]


async def test_a_client_that_has_gone_disturbs_nobody() -> None:
    async def gone(text: str) -> None:
        raise ConnectionResetError

    mailbox = Mailbox(gone, confirmed=False)
    mailbox.put(News("screen", 1, {"a": "x"}))
    await settled()
