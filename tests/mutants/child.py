"""One mutant in a process of its own, which ends at the first test that notices it."""

import os
import resource
import signal
from collections.abc import Callable, Mapping

from tests.mutants.outcomes import KILLED, SURVIVED, TIMEOUT

FAST, TIMES = 5.0, 10.0  # processor seconds that any test may take, and how often its usual time
LONGEST = 600.0  # seconds by the clock, for what waits for ever
MEMORY = 4 << 30  # bytes
UNFIT = 2  # the exit status when the mutant cannot be put into a running process

Tell = Callable[[str], None]


def tried(work: Callable[[Tell], int]) -> tuple[str | None, str, int]:
    """Runs `work` in a child. It is given a function to be told the test that is next, and returns 0 if none noticed.

    Returns the outcome (None: unfit), the test that noticed, and how many were begun."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _be(work, writing)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            tests = told.read().splitlines()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except BaseException:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    last = tests[-1] if tests else "import"
    if status == UNFIT and not tests:
        return None, "", 0
    if status == 0:
        return SURVIVED, "", len(tests)
    return (TIMEOUT if status in (-signal.SIGPROF, -signal.SIGALRM) else KILLED), last, len(tests)


def _be(work: Callable[[Tell], int], writing: int) -> None:
    status = 1
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        status = work(lambda test: _next(test, writing))
    finally:
        os._exit(status)


def _next(test: str, writing: int) -> None:
    os.write(writing, f"{test}\n".encode())


def allow(test: str, seconds: Mapping[str, float]) -> None:
    """Ends this process if the next test takes far longer than usual."""
    signal.setitimer(signal.ITIMER_PROF, FAST + TIMES * seconds.get(test, LONGEST))
