"""Event loops without a clock: the time is simulated, and a seed chooses which of the ready callbacks comes next."""

import asyncio
import heapq
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import Context
from random import Random
from typing import Any

MOST_STEPS = 200_000  # callbacks: whoever needs more goes round in circles
THREADS = 4  # of an executor that does not say how many it has

Work = Callable[[], Any]


class Stuck(Exception):
    """Nothing is left that could happen, or what happens never ends."""


class Scheduler:
    """Runs what the loops have ready, one callback after the other. `enter`: called with the loop before one of its
    callbacks or of its threads' work runs, whenever another's ran before."""

    def __init__(self, random: Random, enter: Callable[["Loop"], None], *, shuffled: bool) -> None:
        self.random = random
        self.shuffled = shuffled  # whether ready callbacks come in any order, or in theirs
        self.now = 0.0
        self.steps = 0
        self.broken: Exception | None = None  # why it must not go on
        self.is_over = False  # only to let everything end
        self._enter = enter
        self._inside: Loop | None = None
        self._loops: list[Loop] = []
        self._timers: list[tuple[float, int, Loop, asyncio.Handle]] = []
        self._count = 0

    def add(self, loop: "Loop") -> None:
        """One more loop to run."""
        self._loops.append(loop)

    def remove(self, loop: "Loop") -> None:
        """From now on nothing of this loop runs."""
        self._loops.remove(loop)
        loop.is_dead = True

    def put(self, when: float, loop: "Loop", handle: asyncio.Handle) -> None:
        """Make it ready at this time."""
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, loop, handle))

    def run(self, until: float, done: Callable[[], bool] = lambda: False) -> bool:
        """Run up to this time, or until `done`, which is asked whenever time passes; answers whether it is."""
        while True:
            while loop := self._next_loop():
                self._run_one(loop)
            if done():
                return True
            if not self._pass_time(until):
                return done()

    def enter(self, loop: "Loop") -> None:
        """What runs from here on belongs to this loop."""
        if self._inside is not loop:
            self._inside = loop
            self._enter(loop)

    def _next_loop(self) -> "Loop | None":
        ready = [loop for loop in self._loops if loop.ready and loop.frozen_until <= self.now]
        if len(ready) < 2:
            return ready[0] if ready else None
        return ready[self.random.randrange(len(ready))]

    def _run_one(self, loop: "Loop") -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Stuck(f"more than {MOST_STEPS} callbacks")
        handle = loop.take(self.random if self.shuffled else None)
        if handle.cancelled():
            return
        self.enter(loop)
        asyncio._set_running_loop(loop)
        try:
            handle._run()
        finally:
            asyncio._set_running_loop(None)
        if self.broken is not None and not self.is_over:
            raise self.broken

    def _pass_time(self, until: float) -> bool:
        thaws = [loop.frozen_until for loop in self._loops if loop.ready]
        soonest = min([*thaws, *(when for when, *_ in self._timers[:1])], default=until)
        if soonest > until or (soonest == until and self.now == until):
            self.now = until
            return False
        self.now = max(self.now, soonest)
        while self._timers and self._timers[0][0] <= self.now:
            *_, loop, handle = heapq.heappop(self._timers)
            if not loop.is_dead and not handle.cancelled():
                loop.ready.append(handle)
        return True


class Pool:
    """The threads of one executor in one process: so many pieces of work at a time, the others wait their turn."""

    def __init__(self, size: int) -> None:
        self.free = size
        self.waiting: list[Work] = []


class Loop(asyncio.BaseEventLoop):
    """One process's event loop. Work for threads runs in one piece, when its time has come.

    `delays` says how long such work waits before it runs, and how long its outcome then takes to be told.
    """

    def __init__(self, scheduler: Scheduler, name: str) -> None:
        super().__init__()
        self.name = name
        self.scheduler = scheduler
        self.ready: list[asyncio.Handle] = []
        self.frozen_until = 0.0
        self.is_dead = False
        self.slow_until = 0.0  # when the last work that has been given to a thread begins
        self.errors: list[dict[str, Any]] = []
        self.delays: Callable[[str], tuple[float, float]] = lambda name: (0.0, 0.0)
        self.threadsafe: Callable[[Any, tuple[Any, ...]], float] = lambda callback, given: 0.0
        self._pools: dict[int, Pool] = {}
        scheduler.add(self)

    def take(self, random: Random | None) -> asyncio.Handle:
        """The next callback."""
        if random is None or len(self.ready) == 1:
            return self.ready.pop(0)
        return self.ready.pop(random.randrange(len(self.ready)))

    # What asyncio asks of a loop

    def time(self) -> float:
        return self.scheduler.now

    def call_soon(self, callback: Any, *given: Any, context: Context | None = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, list(given), self, context)
        self.ready.append(handle)
        return handle

    def call_soon_threadsafe(
        self, callback: Any, *given: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, list(given), self, context)
        self.scheduler.put(self.scheduler.now + self.threadsafe(callback, given), self, handle)
        return handle

    def call_at(
        self, when: float, callback: Any, *given: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, list(given), self, context)
        self.scheduler.put(when, self, handle)
        return handle

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, work: Callable[..., Any], *given: Any
    ) -> asyncio.Future[Any]:
        outcome = self.create_future()
        size = executor._max_workers if isinstance(executor, ThreadPoolExecutor) else THREADS
        pool = self._pools.setdefault(id(executor), Pool(size))
        name = getattr(executor, "_thread_name_prefix", "")
        pool.waiting.append(lambda: self._begin(pool, name, lambda: work(*given), outcome))
        self._go_on(pool)
        return outcome

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.errors.append(context)

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def get_debug(self) -> bool:
        return False

    def set_debug(self, enabled: bool) -> None:
        pass

    def _check_closed(self) -> None:
        pass

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def __del__(self) -> None:
        pass

    # Threads

    def _go_on(self, pool: Pool) -> None:
        while pool.free and pool.waiting:
            pool.free -= 1
            pool.waiting.pop(0)()

    def _begin(self, pool: Pool, name: str, work: Work, outcome: asyncio.Future[Any]) -> None:
        before, after = self.delays(name)
        self.slow_until = max(self.slow_until, self.time() + before)
        self.call_later(before, self._work, pool, work, outcome, after)

    def _work(self, pool: Pool, work: Work, outcome: asyncio.Future[Any], after: float) -> None:
        asyncio._set_running_loop(None)  # as in a thread
        try:
            found, error = work(), None
        except Exception as raised:  # noqa: BLE001 - it is raised where the outcome is awaited
            found, error = None, raised
        finally:
            asyncio._set_running_loop(self)
        self.call_later(after, self._end, pool, found, error, outcome)

    def _end(self, pool: Pool, found: Any, error: Exception | None, outcome: asyncio.Future[Any]) -> None:
        pool.free += 1
        self._go_on(pool)
        if outcome.cancelled():
            return
        if error is None:
            outcome.set_result(found)
        else:
            outcome.set_exception(error)
