"""The processes of the stack: each can be killed, frozen, stopped in order and started again."""

import asyncio
import glob
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.live.wire import HOST, Connection

STARTING = 120.0  # seconds until a service must be ready
STOPPING = 20.0  # from the signal to the end: more than twice what a loaded machine has needed
BETWEEN = 0.03  # between two questions whether it is ready
ASKING = 6.0  # that a service may take to say so
POSTGRES_PLACES = "/usr/lib/postgresql/*/bin/initdb"

IsReady = Callable[[], Awaitable[bool]]


@dataclass
class Service:
    """`owner`: the user as whom it runs, if not this one's; `stops_with`: the signal that stops it in order."""

    name: str
    command: list[str]
    is_ready: IsReady
    environment: dict[str, str]
    log: Path
    owner: str | None = None
    stops_with: int = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it and wait until it is ready. Raises RuntimeError if it never is."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **_as(self.owner),
            )
        await self.wait_until_ready()

    async def wait_until_ready(self) -> None:
        """Raises RuntimeError if it ends, or does not become ready."""
        deadline = time.monotonic() + STARTING
        while not await self.is_ready():
            if time.monotonic() > deadline or not self.runs:
                raise RuntimeError(f"{self.name} does not start: see {self.log}")
            await asyncio.sleep(BETWEEN)

    @property
    def runs(self) -> bool:
        """Whether its process lives."""
        return self.process is not None and self.process.poll() is None

    def processes(self) -> list[int]:
        """All its processes, the first one first."""
        assert self.process
        return [self.process.pid, *_children(self.process.pid)]

    def send(self, number: int) -> None:
        """A signal to every process of it."""
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    async def kill(self) -> None:
        """All of it at once, as when the machine fails it."""
        self.send(signal.SIGKILL)
        await self._gone(STOPPING)

    def freeze(self) -> None:
        """Let it live and do nothing."""
        self.send(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.send(signal.SIGCONT)

    async def stop(self, number: int | None = None) -> int | None:
        """Stop it in order, by this signal. Returns its status; None if it did not end and was killed."""
        assert self.process
        self.process.send_signal(number or self.stops_with)
        if not await self._gone(STOPPING):
            await self.kill()
            return None
        return self.process.returncode

    async def _gone(self, patience: float) -> bool:
        deadline = time.monotonic() + patience
        while self.runs:
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.01)
        return True

    def kilobytes(self) -> int:
        """Memory in use, of its first process."""
        with open(f"/proc/{self.processes()[0]}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def _children(pid: int) -> Iterable[int]:
    with suppress(FileNotFoundError, ProcessLookupError):
        for child in map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
            yield child
            yield from _children(child)


def _as(owner: str | None) -> dict[str, Any]:
    return {"user": owner, "group": owner, "extra_groups": []} if owner else {}


def postgres(folder: Path, disk: Path, port: int) -> Service:
    """A new cluster on this disk. Raises RuntimeError where PostgreSQL is not installed."""
    initdb = shutil.which("initdb") or next(iter(sorted(glob.glob(POSTGRES_PLACES))), None)
    if initdb is None:
        raise RuntimeError("PostgreSQL is not installed")
    binaries, data = Path(initdb).resolve().parent, disk / "postgres"
    owner = None if os.geteuid() else "postgres"
    data.mkdir()
    if owner:
        shutil.chown(data, owner, owner)
    options = "-U postgres -A trust -E UTF8 --locale=C"
    made = [f"{binaries}/initdb", "-D", str(data), *options.split()]
    subprocess.run(made, check=True, capture_output=True, cwd="/", **_as(owner))
    settings = (f"listen_addresses={HOST}", "unix_socket_directories=", "max_wal_size=128MB")
    said = [part for setting in settings for part in ("-c", setting)]
    command = [f"{binaries}/postgres", "-D", str(data), "-p", str(port), *said]

    async def is_ready() -> bool:
        try:
            url = f"postgres://postgres@{HOST}:{port}/postgres?connect_timeout=2"
            (await asyncio.to_thread(psycopg.connect, url)).close()
        except psycopg.Error:
            return False
        return True

    log = folder / "postgres.log"
    return Service("postgres", command, is_ready, dict(os.environ), log, owner, stops_with=signal.SIGINT)


def redis(folder: Path, port: int) -> Service:
    """Without a disk."""
    command = ["redis-server", "--port", str(port), "--bind", HOST, "--save", "", "--appendonly", "no"]

    async def is_ready() -> bool:
        try:
            async with asyncio.timeout(ASKING):
                reader, writer = await asyncio.open_connection(HOST, port)
                writer.write(b"PING\r\n")
                answer = await reader.readline()
                writer.close()
        except (OSError, TimeoutError):
            return False
        return answer.startswith(b"+PONG")

    return Service("redis", command, is_ready, dict(os.environ), folder / "redis.log")


def web(name: str, command: list[str], port: int, environment: dict[str, str], folder: Path) -> Service:
    """A worker or nginx: ready when /healthz at this port says so."""

    async def is_ready() -> bool:
        connection = Connection(port, {})
        try:
            async with asyncio.timeout(ASKING):
                return (await connection.get("/healthz")).status == 200
        except (OSError, EOFError, TimeoutError, ValueError):
            return False
        finally:
            connection.close()

    return Service(name, command, is_ready, environment, folder / f"{name}.log")
