"""Server processes on ports of their own, and the processor time and memory that they use."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from deploy.bench.context import HOUSE
from deploy.bench.databases import Environment

STARTING = 60.0  # seconds
STOPPING = 10.0
TICKS = os.sysconf("SC_CLK_TCK")
PRODUCT = ("manage.py", "serve", "--port")
DAPHNE = ("-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p")
FLOOR, PLAIN = "deploy.bench.floor_app:application", "deploy.bench.plain.asgi:application"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server process."""

    port: int
    pid: int

    def processor_seconds(self) -> float:
        """User and system time so far, that of ended children included. The database's is not."""
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / TICKS

    def kilobytes(self) -> int:
        """Memory in use."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


@contextmanager
def product(environment: Environment) -> Iterator[Server]:
    """The product as `manage.py serve` runs it."""
    port = free_port()
    with _running([*PRODUCT, str(port)], environment, port) as server:
        yield server


@contextmanager
def asgi(application: str, environment: Environment) -> Iterator[Server]:
    """Another ASGI application under Daphne."""
    port = free_port()
    with _running([*DAPHNE, str(port), application], environment, port) as server:
        yield server


@contextmanager
def _running(line: Sequence[str], environment: Environment, port: int) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, *line],
        cwd=HOUSE,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the tool, which then ends its servers in order
    )
    try:
        _wait_until_it_listens(process, port)
        yield Server(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOPPING)
        process.kill()
        process.wait()


def _wait_until_it_listens(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with status {process.returncode}")
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"no server answers on port {port}")


def free_port() -> int:
    """A free port on this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
