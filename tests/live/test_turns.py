"""Topics are worked on side by side, fairly, and each by one worker at a time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from tables.live.turns import Turns


class Work:
    """Work that ends when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.at_once: Counter[str] = Counter()

    async def __call__(self, topic: str) -> None:
        self.begun.append(topic)
        self.at_once[topic] += 1
        assert self.at_once[topic] == 1
        if topic in self.gates:
            await self.gates[topic].wait()
        self.at_once[topic] -= 1


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
async def turns(work: Work) -> AsyncIterator[Turns]:
    turns = Turns(work, 2)
    running = asyncio.create_task(turns.run())
    yield turns
    running.cancel()


async def settle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


async def test_a_slow_topic_delays_no_other(turns: Turns, work: Work) -> None:
    work.gates["slow"] = asyncio.Event()
    for topic in ("slow", "a", "b", "a", "c"):
        turns.ask(topic)
    await settle()
    assert work.begun == ["slow", "a", "b", "c"]


async def test_what_is_asked_for_often_meanwhile_is_done_once_more(turns: Turns, work: Work) -> None:
    work.gates["slow"] = asyncio.Event()
    turns.ask("slow")
    await settle()
    for _ in range(9):
        turns.ask("slow")
    await settle()
    assert work.begun == ["slow"]
    work.gates["slow"].set()
    await settle()
    assert work.begun == ["slow", "slow"]


async def test_one_that_changes_all_the_time_takes_its_turn_behind_the_others(work: Work) -> None:
    turns = Turns(work, 1)
    for topic in ("busy", "a", "b"):
        turns.ask(topic)
    work.gates["busy"] = asyncio.Event()
    running = asyncio.create_task(turns.run())
    await settle()
    turns.ask("busy")
    work.gates["busy"].set()
    await settle()
    assert work.begun == ["busy", "a", "b", "busy"]
    running.cancel()
