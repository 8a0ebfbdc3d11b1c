"""Processes that write one contender's rows as fast as they can, all at once and for a set time.

A house on PostgreSQL has several processes, the embedded default has one with several threads: a contender's writers
are either. Each has a table of its own, and each process, whoever's it is, keeps to one processor as a server does
(`casino.common.processors`).
"""

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from deploy.bench.context import Bench
from deploy.bench.databases import Environment
from deploy.bench.measure import rate

Write = Callable[[], None]  # writes what the next command stores, and returns when it is durable


@dataclass(frozen=True, slots=True)
class Contender:
    """`opens`: MODULE:FUNCTION, which opens a table for writer number N of a contender and returns its Write.

    The function gets that number and the steps of an evening, in a process that has this `environment`.
    """

    opens: str
    environment: Environment


class Writers:
    """Some writers of a contender, ready to write. `processes` × `threads` of them."""

    def __init__(
        self, bench: Bench, contender: Contender, steps: bytes, processes: int, threads: int
    ) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        for number in range(processes):
            mine, its = spawn.Pipe()
            asked = (its, contender, steps, range(number * threads, (number + 1) * threads))
            process = spawn.Process(target=_serve, args=asked, daemon=True)
            process.start()
            its.close()
            bench.closing.callback(_end, process, mine)
            self._pipes.append(mine)
        for pipe in self._pipes:
            pipe.recv()  # it is ready

    def rate(self, writers: int, seconds: float) -> float:
        """Commands a second that so many of them write together."""
        asked = self._pipes[:writers]
        each = writers // len(asked)
        for pipe in asked:
            pipe.send((each, seconds))
        return sum(pipe.recv() for pipe in asked)


def _end(process: Any, pipe: Connection) -> None:
    pipe.close()
    process.join(5)
    process.kill()


def _serve(pipe: Connection, contender: Contender, steps: bytes, numbers: range) -> None:
    from deploy.bench.setting_up import with_django

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it leaves an interrupt to its parent, which ends it
    _keep_to_one_processor(numbers.start // len(numbers))
    with_django(contender.environment)
    module, _, name = contender.opens.partition(":")
    opens, played = getattr(import_module(module), name), pickle.loads(steps)  # noqa: S301  # our own
    writes = [opens(number, played) for number in numbers]
    with ThreadPoolExecutor(len(writes)) as pool:
        pipe.send("ready")
        while asked := _asked(pipe):
            count, seconds = asked
            pipe.send(sum(pool.map(rate, writes[:count], [seconds] * count)))


def _keep_to_one_processor(number: int) -> None:
    """Each process of a contender to another one, as far as there are so many."""
    if hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {processors[number % len(processors)]})


def _asked(pipe: Connection) -> tuple[int, float] | None:
    """How many writers shall write, and for how many seconds; None at the end of the run."""
    try:
        return pipe.recv()  # type: ignore[no-any-return]
    except (EOFError, ConnectionError):  # the parent has ended, in order or not
        return None
