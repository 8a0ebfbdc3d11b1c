"""A server's threads share a few arenas of memory."""

import os
import re
import subprocess
import sys

# Each thread keeps some memory that is too small for a mapping of its own; then the C library says what arenas it has.
MANY_THREADS = """
import ctypes, threading
{before}
library, barrier = ctypes.CDLL(None), threading.Barrier(16)
library.malloc.restype = ctypes.c_void_p
def keep():
    library.malloc(60_000)
    barrier.wait(60)
threads = [threading.Thread(target=keep) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library.malloc_stats()
"""
SHARED = "from casino.common.arenas import share_arenas; assert share_arenas()"


def arenas(before: str) -> int:
    """How many arenas sixteen threads have in a new process."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    said = subprocess.run(
        [sys.executable, "-c", MANY_THREADS.format(before=before)],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return len(re.findall(r"^Arena \d+:", said.stderr, re.MULTILINE))


def test_many_threads_share_two_arenas() -> None:
    assert arenas(SHARED) <= 2 < arenas("")
