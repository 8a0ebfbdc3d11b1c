"""Servers of this machine: a port that is free for one, and the wait until it is ready."""

import socket
import time
from collections.abc import Callable
from urllib.request import urlopen

READY_WITHIN = 120.0  # seconds: the machine may do ten other things
ANSWERS_WITHIN = 2.0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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
