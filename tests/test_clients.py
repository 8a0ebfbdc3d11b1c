"""Who asks for a page and goes: before his turn he is forgotten, after it the work is done to its end."""

import asyncio
from typing import Any

import pytest

from casino.common.places import Places
from casino.crowds import Crowds
from casino.sockets import Receive, Scope, Send

WAIT = 30.0  # seconds: far more than anything here takes
never_sent = "…"  # in place of a part


class Asked:
    """A request whose client sends `parts` of a body and goes when it is told to. `heard`: the application's part."""

    def __init__(self, *parts: str) -> None:
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        for number, part in enumerate(parts, 1):
            more = number < len(parts)
            if part != never_sent:
                self._said.put_nowait({"type": "http.request", "body": part.encode(), "more_body": more})
        self.heard: list[bytes] = []
        self.begun, self.may_end, self.ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    def goes(self) -> None:
        self._said.put_nowait({"type": "http.disconnect"})

    async def application(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reads the body as Django does, and stops where it is told that nobody waits for the answer."""
        self.begun.set()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionAbortedError
            self.heard.append(message["body"])
            more = message["more_body"]
        told = asyncio.ensure_future(receive())
        may_end = asyncio.create_task(self.may_end.wait())
        await asyncio.wait([told, may_end], return_when=asyncio.FIRST_COMPLETED)
        assert not told.done(), "told to give up"
        told.cancel()
        self.ended.set()

    def by(self, crowds: Crowds) -> "asyncio.Task[None]":
        async def send(message: dict[str, Any]) -> None:
            """Nothing is said."""

        scope = {"type": "http", "path": "/reports/floor/", "asked": self}
        return asyncio.create_task(crowds(scope, self._said.get, send))


async def _of_who_asks(scope: Scope, receive: Receive, send: Send) -> None:
    await scope["asked"].application(scope, receive, send)


@pytest.fixture
def crowds(monkeypatch: pytest.MonkeyPatch) -> Crowds:
    monkeypatch.setattr(Places, "LONGEST_REST", 0.0)
    return Crowds(_of_who_asks)


async def test_who_goes_while_waiting_is_forgotten_at_once_and_never_served(crowds: Crowds) -> None:
    """Else a slow house would answer those who have given up, before those who have asked again."""
    first, second, third = Asked(""), Asked("two"), Asked("three")
    tasks = [one.by(crowds) for one in (first, second, third)]
    await asyncio.wait_for(first.begun.wait(), WAIT)
    second.goes()
    await asyncio.wait_for(tasks[1], WAIT)
    third.may_end.set()
    first.may_end.set()
    await asyncio.wait_for(asyncio.gather(*tasks), WAIT)
    assert third.heard == [b"three"] and not second.begun.is_set()


async def test_who_has_waited_is_heard_from_the_first_word(crowds: Crowds) -> None:
    first, second = Asked(""), Asked("a slip ", "in two ", "parts")
    tasks = [one.by(crowds) for one in (first, second)]
    await asyncio.wait_for(first.begun.wait(), WAIT)
    await asyncio.sleep(0)
    first.may_end.set()
    second.may_end.set()
    await asyncio.wait_for(asyncio.gather(*tasks), WAIT)
    assert b"".join(second.heard) == b"a slip in two parts"


async def test_who_has_sent_half_a_form_takes_no_place(crowds: Crowds) -> None:
    half, whole = Asked("half", never_sent), Asked("whole")
    tasks = [one.by(crowds) for one in (half, whole)]
    await asyncio.wait_for(whole.begun.wait(), WAIT)
    whole.may_end.set()
    await asyncio.wait_for(tasks[1], WAIT)
    assert not half.begun.is_set()
    half.goes()
    await asyncio.wait_for(tasks[0], WAIT)


async def test_who_goes_once_the_work_has_begun_does_not_cut_it_off(crowds: Crowds) -> None:
    asked, following = Asked("all of it"), Asked("")
    task = asked.by(crowds)
    await asyncio.wait_for(asked.begun.wait(), WAIT)
    asked.goes()
    next_one = following.by(crowds)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not asked.ended.is_set() and not following.begun.is_set()
    asked.may_end.set()
    following.may_end.set()
    await asyncio.wait_for(asyncio.gather(task, next_one), WAIT)
    assert asked.ended.is_set() and asked.heard == [b"all of it"]


async def test_many_who_go_leave_their_waiting_places_to_others(crowds: Crowds) -> None:
    first, last = Asked(""), Asked("")
    crowd = [Asked("") for _ in range(20)]
    tasks = [one.by(crowds) for one in (first, *crowd)]
    await asyncio.wait_for(first.begun.wait(), WAIT)
    for one in crowd:
        one.goes()
    await asyncio.wait_for(asyncio.gather(*tasks[1:]), WAIT)
    tasks.append(last.by(crowds))
    first.may_end.set()
    last.may_end.set()
    await asyncio.wait_for(last.ended.wait(), WAIT)
    await asyncio.wait_for(asyncio.gather(*tasks), WAIT)
