"""Threads that read and write the database for the event loop."""

import threading
from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, ParamSpec, TypeVar

from django.db import close_old_connections, connection

from casino.common import metrics, outage

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Threads:
    """A fixed number of threads. Work waits its turn in the order in which it came.

    After its work a thread gives its connection back to the pool, unless more work waits: a twentieth of a busy
    server's time went into that. Where another thread takes that work, the connection is kept until the next; the pool
    has one for each thread (`casino.environment`). One that was kept is tried first where the database was away since.
    """

    def __init__(self, name: str, size: int) -> None:
        self._executor = ThreadPoolExecutor(size, thread_name_prefix=name)
        self._kept = _Kept()
        # The pool does not tell how much waits, but its queue knows, and is not slowed down by being asked.
        self._waiting = self._executor._work_queue.qsize
        metrics.WORK_WAITING.labels(name).set_function(self._waiting)

    async def run(self, work: Callable[Given, Found], *given: Given.args, **more: Given.kwargs) -> Found:
        """Call `work` in one of the threads, in an empty context: no language is active, and no request."""
        call = get_running_loop().run_in_executor(
            self._executor, lambda: Context().run(self._clean, work, given, more)
        )
        found: Found = await call
        return found

    def answers_within(self, seconds: float) -> bool:
        """Whether one of the threads is free, or is so in time. For a thread that may wait."""
        call = self._executor.submit(bool)
        try:
            call.result(seconds)
        except TimeoutError:
            call.cancel()
            return False
        return True

    def _clean(self, work: Callable[..., Found], given: tuple[object, ...], more: dict[str, Any]) -> Found:
        """The next work begins with a connection that is whole, or without one."""
        if self._kept.outages != outage.how_many():
            _let_go_if_broken()
            self._kept.outages = outage.how_many()
        try:
            found = work(*given, **more)
        except BaseException:
            close_old_connections()
            raise
        if connection.errors_occurred or not self._waiting():
            close_old_connections()
        return found


class _Kept(threading.local):
    """Of each thread: how many outages there had been when its connection was last known to be whole."""

    outages = 0


def _let_go_if_broken() -> None:
    if connection.connection is not None:
        connection.errors_occurred = True  # so that Django tries it
        connection.close_if_unusable_or_obsolete()
