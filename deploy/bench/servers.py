"""Server processes on ports of their own, and the processor time and memory that they use."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass

from deploy.bench.context import HOUSE
from deploy.bench.databases import Environment
from deploy.ports import free_port
from deploy.worker import EMBEDDED, STACK

STARTING = 60.0  # seconds
STOPPING = 10.0
TICKS = os.sysconf("SC_CLK_TCK")
SERVE = ("manage.py", "serve", "--port", "{port}", "--server")
ON_STACK, ALONE = (*SERVE, STACK), (*SERVE, EMBEDDED)
DAPHNE = ("-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", "{port}")
FLOOR, PLAIN = "deploy.bench.floor_app:application", "deploy.bench.plain.asgi:application"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server process."""

    port: int
    pid: int

    def processor_seconds(self) -> float:
        """User and system time so far, that of its children included. The database's is not."""
        return sum(_processor_seconds(pid) for pid in self._pids())

    def kilobytes(self) -> int:
        """Memory in use."""
        return sum(_kilobytes(pid) for pid in self._pids())

    def stop(self) -> None:
        """Ask it to stop, and go on at once."""
        os.kill(self.pid, signal.SIGTERM)

    def has_ended(self) -> bool:
        """Whether it has stopped. It still waits for the end of `_running` then."""
        with open(f"/proc/{self.pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] == "Z"

    def _pids(self) -> list[int]:
        """Its own, and those of its children: some servers work in a child."""
        with open(f"/proc/{self.pid}/task/{self.pid}/children") as children:
            return [self.pid, *map(int, children.read().split())]


def _processor_seconds(pid: int) -> float:
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def _kilobytes(pid: int) -> int:
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def asgi(application: str, environment: Environment) -> AbstractContextManager[Server]:
    """Another ASGI application under Daphne."""
    return running([*DAPHNE, application], environment)


@contextmanager
def running(line: Sequence[str], environment: Environment, program: str = sys.executable) -> Iterator[Server]:
    """A server process; `{port}` in its command line is a free port."""
    port = free_port()
    process = subprocess.Popen(
        [program, *(part.format(port=port) for part in line)],
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
