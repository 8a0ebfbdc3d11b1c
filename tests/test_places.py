"""Places for work side by side: who waits for one, who gives up, and how long a place rests."""

import asyncio
from collections.abc import Callable

import pytest

from casino.common.errors import Refusal
from casino.common.places import Places

WAIT = 30.0  # seconds: far more than anything here takes


async def test_who_gives_up_waiting_takes_nobody_s_place() -> None:
    places = Places(1, 5)
    order: list[int] = []

    async def work(number: int) -> None:
        async with places.taken():
            order.append(number)
            await asyncio.sleep(0)

    async with places.taken():
        tasks = [asyncio.create_task(work(number)) for number in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
    await asyncio.wait(tasks, timeout=WAIT)
    assert order == [0, 2] and tasks[1].cancelled()
    await asyncio.wait_for(work(3), WAIT)  # the place is free again


async def test_who_gives_up_while_another_leaves_is_given_up_and_no_more() -> None:
    """A queue of whom a server had given up was once a traceback each."""
    places = Places(1, 5)

    async def work() -> None:
        async with places.taken():
            await asyncio.sleep(0)  # some time passes

    async with places.taken():
        first, second = asyncio.create_task(work()), asyncio.create_task(work())
        await asyncio.sleep(0)
        first.cancel()  # it has not heard of that when the place is left
    await asyncio.wait([first, second], timeout=WAIT)
    assert first.cancelled() and second.exception() is None


async def test_whose_turn_has_come_when_he_gives_up_passes_it_on() -> None:
    places = Places(1, 5)

    async def work() -> None:
        async with places.taken():
            await asyncio.sleep(0)

    async with places.taken():
        first, second = asyncio.create_task(work()), asyncio.create_task(work())
        await asyncio.sleep(0)
    first.cancel()  # it has the place, and does not know it yet
    await asyncio.wait([first, second], timeout=WAIT)
    assert first.cancelled() and second.exception() is None


async def test_a_place_rests_as_long_as_its_work_took_but_no_longer_than_it_may() -> None:
    loop = asyncio.get_running_loop()
    places = Places(1, 1, rest=1.0)
    begun = loop.time()
    async with places.taken():
        await asyncio.sleep(0.05)
        worked = loop.time() - begun  # the place counts a little more
    async with places.taken():
        assert loop.time() - begun >= 2 * worked - 0.01  # a loop's timers come a little early


async def test_who_comes_while_a_place_rests_waits_and_the_next_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rested: list[Callable[[], None]] = []
    loop = asyncio.get_running_loop()
    places = Places(1, 1, rest=1.0)
    with monkeypatch.context() as until_it_has_rested:
        until_it_has_rested.setattr(loop, "call_later", lambda seconds, end: rested.append(end))
        async with places.taken():
            await asyncio.sleep(0)  # some time passes
        waiting = asyncio.create_task(places.taken().__aenter__())
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="too_busy"):
            async with places.taken():
                raise AssertionError
        assert not waiting.done()
    (end,) = rested
    end()
    await asyncio.wait_for(waiting, WAIT)
