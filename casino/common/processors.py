"""One processor for all threads of a server process, on machines that have several.

Only one thread of a Python process computes at a time. Where its threads lie on several processors, each handing over
of the interpreter wakes another processor, whose caches know nothing of the work
(`docs/decisions/0040-a-worker-keeps-to-one-processor.md`). Here they share one, and move together where another has
more room. What computes outside the interpreter, and other processes, may use all (`everywhere`).
"""

import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import random
from typing import NamedTuple

import structlog

FIRST_LOOK, LOOK = 0.5, 1.0  # seconds after which it is looked where there is room: at the start, and then
MORE_ROOM = 0.3  # of a processor, that another must have for a move
MOVES = 0.5  # how probable a move is then: several processes on one processor must not all go to the same other one
LOADS, THREADS = Path("/proc/stat"), Path("/proc/self/task")
TICKS = os.sysconf("SC_CLK_TCK")  # a second
PROCESSOR = re.compile(r"cpu(\d+) ")  # begins the line of one in LOADS
COLUMNS = 8  # of it that count; those after them are counted among these
IDLE, WAITING = 3, 4  # the columns of what it did not work

Shares = Mapping[int, float]
log = structlog.get_logger("processors")


class Load(NamedTuple):
    """How many seconds each processor has worked so far, and this process, at a moment."""

    at: float
    busy: Shares
    own: float


def load() -> Load:
    """As it is now."""
    busy: dict[int, float] = {}
    for line in LOADS.read_text().splitlines():
        if found := PROCESSOR.match(line):
            ticks = list(map(int, line.split()[1 : 1 + COLUMNS]))
            busy[int(found[1])] = (sum(ticks) - ticks[IDLE] - ticks[WAITING]) / TICKS
    return Load(time.monotonic(), busy, time.process_time())


def others(before: Load, now: Load, here: int | None) -> dict[int, float]:
    """Which share of each processor others have used in between; this process was on `here`."""
    took = now.at - before.at
    return {
        number: (now.busy[number] - before.busy.get(number, 0.0) - (now.own - before.own) * (number == here))
        / took
        for number in now.busy
    }


def best(used: Shares, here: int | None, draw: Callable[[], float] = random) -> int:
    """Where to compute from now on. `used`: by others, of those processors that may be chosen."""
    found = min(used, key=lambda number: (round(used[number], 1), draw()))
    if here is None:
        return found
    return found if used[here] - used[found] > MORE_ROOM and draw() < MOVES else here


class OneProcessor:
    """A thread that keeps all threads of the process on one processor. It does nothing where there is only one, or
    where the system does not let a process choose."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="processor", daemon=True)

    def start(self) -> None:
        """Begin. The processors among which it chooses are those that the process may use now."""
        if hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1 and LOADS.exists():
            _bound.all = os.sched_getaffinity(0)
            self._thread.start()

    def stop(self) -> None:
        """Stay where the threads are."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            self._look()
        except OSError as error:  # a container may forbid it, or have other processors than before
            _bound.here = None
            log.warning("the process is left to the kernel", error=str(error))

    def _look(self) -> None:
        before, wait = load(), FIRST_LOOK
        while not self._ended.wait(wait):
            now, wait = load(), LOOK
            used = others(before, now, _bound.here)
            if _bound.all <= used.keys():  # a container may number them otherwise
                _bound.move(best({number: used[number] for number in _bound.all}, _bound.here))
            before = now


class _Bound:
    """`all`: the processors that may be used, empty before the start; `here`: the one on which the threads are."""

    def __init__(self) -> None:
        self.all: set[int] = set()
        self.here: int | None = None

    def move(self, to: int) -> None:
        """Have every thread compute on this processor; those that they start later do, too."""
        self.here = to
        for thread in os.listdir(THREADS):
            with suppress(ProcessLookupError):  # it has ended
                os.sched_setaffinity(int(thread), {to})


_bound = _Bound()


@contextmanager
def everywhere() -> Iterator[None]:
    """Within this context the calling thread may use every processor, and so may the processes that it starts. For
    what does not hold the interpreter."""
    if _bound.here is None:
        yield
        return
    _may_use(_bound.all)
    try:
        yield
    finally:
        _may_use({_bound.here} if _bound.here is not None else _bound.all)


def _may_use(processors: set[int]) -> None:
    """For the calling thread. If they have been taken from the process meanwhile, it uses those that it has."""
    with suppress(OSError):
        os.sched_setaffinity(0, processors)
