"""Work of several threads, done by one of them in one transaction.

A commit waits for the disk about as long as a command takes. Whoever comes while somebody writes waits for the next
transaction; what waits then is done in the order in which it came, and committed as one.

Where some work raises, everything is undone and each is done by itself, so work may be called twice: what it does
outside the database must be harmless then. Where the commit fails nobody knows what the disk has, and each is told of
that failure.
"""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from django.db import transaction
from django.utils import translation

from casino.common.errors import Refusal

T = TypeVar("T")
Work = Callable[[], Any]


class _UndoneError(Exception):
    """Some work has raised: the transaction is rolled back."""


def _locked() -> Lock:
    lock = Lock()
    lock.acquire()
    return lock


@dataclass(eq=False, slots=True)
class _Job:
    """Some work, called in the context and the language of the thread that brought it. `signal`: released when it has
    ended, or when its thread `leads`."""

    work: Work
    context: Context = field(default_factory=copy_context)
    language: str | None = field(default_factory=translation.get_language)  # Django keeps it for each thread
    signal: Lock = field(default_factory=_locked)
    leads: bool = False
    found: Any = None
    error: Exception | None = None

    def run(self) -> None:
        """Raises _UndoneError where the work raises."""
        try:
            self.found, self.error = self.context.run(self._spoken), None
        except Exception as error:
            self.error = error
            raise _UndoneError from error

    def _spoken(self) -> Any:
        if translation.get_language() == self.language:
            return self.work()
        with translation.override(self.language):
            return self.work()

    def end(self, error: Exception | None = None) -> None:
        """It has been done, or this prevented it."""
        self.error = error or self.error
        self.signal.release()

    def outcome(self) -> Any:
        """What the work returned. Raises what it raised, or what prevented it."""
        if self.error is not None:
            raise self.error
        return self.found


class Together:
    """The work that waits for one database."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._waiting: deque[_Job] = deque()
        self._is_led = False  # whether a thread will do what waits

    def do(self, work: Callable[[], T], patience: float) -> T:
        """What `work` returns, called in a transaction which is committed then. Raises what it raises; Refusal
        (`too_busy`) if it has not begun within so many seconds."""
        job = _Job(work)
        self._come(job)
        if not job.leads:
            self._wait(job, patience)
        if job.leads:
            self._lead(job)
        found: T = job.outcome()
        return found

    def _come(self, job: _Job) -> None:
        with self._guard:
            self._waiting.append(job)
            job.leads, self._is_led = not self._is_led, True

    def _wait(self, job: _Job, patience: float) -> None:
        """Until the job has ended, or its thread leads. Raises Refusal."""
        if job.signal.acquire(timeout=patience):
            return
        with self._guard:
            if job in self._waiting and not job.leads:
                self._waiting.remove(job)
                raise Refusal("too_busy")
        job.signal.acquire()  # it has begun meanwhile

    def _lead(self, mine: _Job) -> None:
        """Do what waits once the transaction has begun, this thread's own job among it."""
        jobs: list[_Job] = []
        # Of those that an interrupt of this thread leaves undone
        error: Exception | None = Refusal("too_busy")
        try:
            self._do(jobs)
            error = None
        except Exception as failure:  # noqa: BLE001 - it is raised in each of the threads
            error = failure
        finally:
            self._leave(mine, jobs, error)

    def _do(self, jobs: list[_Job]) -> None:
        try:
            with transaction.atomic():
                jobs += self._take()
                for job in jobs:
                    job.run()
        except _UndoneError:
            if len(jobs) > 1:
                _do_each(jobs)

    def _take(self) -> Sequence[_Job]:
        with self._guard:
            jobs = list(self._waiting)
            self._waiting.clear()
        return jobs

    def _leave(self, mine: _Job, jobs: Sequence[_Job], error: Exception | None) -> None:
        """End the jobs, or this thread's own if no transaction began, and have the next thread lead."""
        with self._guard:
            if not jobs:
                self._waiting.remove(mine)
                jobs = [mine]
            following = self._waiting[0] if self._waiting else None
            self._is_led = following is not None
            if following:
                following.leads = True
        for job in jobs:
            job.end(error)
        if following:
            following.signal.release()


def _do_each(jobs: Sequence[_Job]) -> None:
    """Each in a transaction of its own. One that fails keeps no other from being done."""
    for job in jobs:
        try:
            with suppress(_UndoneError), transaction.atomic():
                job.run()
        except Exception as error:  # noqa: BLE001 - it is raised in its thread
            job.error = error
