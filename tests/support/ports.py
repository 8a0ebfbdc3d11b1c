"""Servers of this machine: a port that is free for one, and the wait until it is ready."""

import fcntl
import os
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from urllib.request import urlopen

FIRST, LAST = 20_000, 32_000  # below those that the kernel usually gives to connections
AT_ONCE = 50  # ports of one process
READY_WITHIN = 120.0  # seconds: the machine may do ten other things
ANSWERS_WITHIN = 2.0


def free_port() -> int:
    """A port that nobody listens at, and that no other process which asks here is given while this one runs.

    The kernel's own choice is free only until somebody else is given it, and a server takes a second to start."""
    while True:
        port = next(_ports_of(os.getpid()))
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@cache
def _ports_of(process: int) -> Iterator[int]:
    """Those of this process, again and again. They are its own while it holds the lock, which is as long as it
    runs. Raises OSError if all have been given away."""
    folder = Path(tempfile.gettempdir(), f"novamas-ports-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    for first in range(FIRST, LAST, AT_ONCE):
        lock = os.open(folder / str(first), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            return cycle(range(first, first + AT_ONCE))
    raise OSError(f"all ports from {FIRST} to {LAST} are given away")


def wait_until_ready(
    port: int, runs: Callable[[], bool] = lambda: True, within: float = READY_WITHIN
) -> bool:
    """Ask the server at this port whether it is ready until it says so. Returns whether it did: not once its process
    no longer runs, nor after `within` seconds."""
    deadline = time.monotonic() + within
    while runs() and time.monotonic() < deadline:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=ANSWERS_WITHIN):
                return True
        except OSError:  # not yet, or not in time
            time.sleep(0.05)
    return False
