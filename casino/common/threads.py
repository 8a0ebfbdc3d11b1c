"""Threads that read and write the database for the event loop."""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

from casino.common import metrics

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Threads:
    """A fixed number of threads. Work waits its turn in the order in which it came."""

    def __init__(self, name: str, size: int) -> None:
        self._executor = ThreadPoolExecutor(size, thread_name_prefix=name)
        # The pool does not tell how much waits, but its queue knows, and is not slowed down by being asked.
        metrics.WORK_WAITING.labels(name).set_function(self._executor._work_queue.qsize)

    async def run(self, work: Callable[Given, Found], *given: Given.args, **more: Given.kwargs) -> Found:
        """Call `work` in one of the threads, in an empty context: no language is active, and no request."""
        call = get_running_loop().run_in_executor(
            self._executor, lambda: Context().run(_clean, work, given, more)
        )
        found: Found = await call
        return found


def _clean(work: Callable[..., Found], given: tuple[object, ...], more: dict[str, object]) -> Found:
    """Afterwards the connection goes back to the pool, or is closed if it is broken: the next work begins without."""
    try:
        return work(*given, **more)
    finally:
        close_old_connections()
