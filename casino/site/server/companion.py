"""A second process that runs as long as the server does: the demo's robot croupier."""

import ctypes
import signal
import subprocess
import sys
from collections.abc import Callable

from django.conf import settings

PR_SET_PDEATHSIG = 1  # prctl(2), Linux
PATIENCE = 5.0  # seconds to end after SIGTERM


class Companion:
    """`manage.py ARGUMENTS` in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process. On Linux it gets SIGTERM even if this process is killed.

        Call this from the main thread: the kernel ties the signal to the thread that starts the process.
        """
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *self._arguments]
        self._process = subprocess.Popen(command, preexec_fn=_bound_to_parent())  # noqa: S603 (all ours)

    def stop(self) -> None:
        """Stop the process, with SIGTERM first. Does nothing if it was never started or has ended."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _bound_to_parent() -> Callable[[], None] | None:
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
