"""Starting a coroutine without a task where it need not wait."""

import asyncio
from collections.abc import Coroutine, Generator
from functools import partial
from types import coroutine
from typing import Any


def start(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run `work` up to the first thing that it waits for. Returns the task that goes on with it; None if it has ended.

    What it raises before that is raised here.
    """
    try:
        awaited = work.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_rest(work, awaited))


async def _rest(work: Coroutine[Any, Any, None], awaited: Any) -> None:
    await _resumed(work, awaited)


@coroutine
def _resumed(work: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """What the event loop sees is what `work` itself waits for."""
    while True:
        try:
            outcome = yield awaited
        except GeneratorExit:  # the loop is gone with its tasks, in any order
            work.close()
            raise
        except BaseException as error:  # noqa: BLE001 - a cancellation, too, is for `work`
            step = partial(work.throw, error)
        else:
            step = partial(work.send, outcome)
        try:
            awaited = step()
        except StopIteration:
            return
