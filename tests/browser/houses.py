"""Houses for the tests: each a server process of its own.

Most of the start of a house is loading its code. So one process loads it (`tests.browser.loaded`), and the houses of
the tests are forks of it, which then do what `manage.py serve` does.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from tests.support import embedded_houses
from tests.support.ports import free_port, wait_until_ready

STARTS_WITHIN = 240  # seconds: only for a server that hangs, one that ends is noticed at once

Start = Callable[[int, Path], int]


def environment(folder: Path) -> dict[str, str]:
    """Of a demo casino in `folder`, and nothing of the machine's settings."""
    return embedded_houses.environment(folder) | {"DEMO": "1"}


class Loaded:
    """A process that has loaded the code of a house in `folder`, at first a copy of `built`."""

    def __init__(self, folder: Path, built: Path, **more: str) -> None:
        self._folder, self._built = Path(shutil.copytree(built, folder)), built
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.loaded"],
            env=environment(folder) | more,
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        # It reads the house's keys from the folder, which every house begins by making anew.
        assert self._process.stdout and self._process.stdout.readline() == "loaded\n"

    def house(self) -> "House":
        """A house as it was built, not yet started. There is one at a time: its folder is that of the one before."""
        shutil.rmtree(self._folder)
        shutil.copytree(self._built, self._folder)
        return House(self._folder, self._fork)

    def _fork(self, port: int, log: Path) -> int:
        """Start a server at `port` that writes to `log`. Returns its process id."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{port} {log}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def end(self) -> None:
        self._process.communicate()


class House:
    """The demo casino on a port of its own; it can be stopped and started again."""

    def __init__(self, folder: Path, start: Start) -> None:
        self.port = free_port()
        self.folder, self._log, self._start = folder, folder / "server.log", start
        self.secrets = json.loads((folder / "demo_logins.json").read_text())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._process = self._start(self.port, self._log)
        assert wait_until_ready(self.port, self._runs, STARTS_WITHIN), self._log.read_text()

    def _runs(self) -> bool:
        return Path(f"/proc/{self._process}").exists()

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGKILL)
        while self._runs():
            time.sleep(0.01)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Meanwhile the server is there and does nothing: its sockets stay open."""
        os.kill(self._process, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._process, signal.SIGCONT)

    def log(self) -> str:
        return self._log.read_text()

    def errors(self) -> str:
        """The log from a little before the first traceback; nothing if there is none."""
        before, found, after = self.log().partition("Traceback")
        return before[-300:] + found + after if found else ""
