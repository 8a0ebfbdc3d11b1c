"""Work with the database for the event loop, in threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async

Given = ParamSpec("Given")
Found = TypeVar("Found")


async def in_thread(
    threads: ThreadPoolExecutor, work: Callable[Given, Found], *given: Given.args, **more: Given.kwargs
) -> Found:
    """Call `work` in one of these threads, in an empty context: no language is active, and no request. Its database
    connection goes back to the pool afterwards."""

    def call() -> Found:
        return Context().run(work, *given, **more)

    found: Found = await database_sync_to_async(call, thread_sensitive=False, executor=threads)()
    return found
