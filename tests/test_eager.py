"""A coroutine is begun at once, and goes on as a task only where it has to wait."""

import asyncio

import pytest

from casino.common.eager import start


async def test_what_need_not_wait_has_ended() -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("done")

    assert start(work()) is None
    assert done == ["done"]


async def test_what_waits_goes_on_when_that_has_come() -> None:
    steps: list[object] = []
    gate: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def work() -> None:
        steps.append(await gate)
        await asyncio.sleep(0)
        steps.append("end")

    task = start(work())
    assert task and not steps
    gate.set_result("go")
    await task
    assert steps == ["go", "end"]


async def test_a_cancellation_and_an_error_reach_the_work() -> None:
    caught: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            caught.append("cancelled")
            raise

    task = start(work())
    assert task
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert caught == ["cancelled"]

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    failing = start(fails())
    assert failing
    with pytest.raises(ZeroDivisionError):
        await failing
