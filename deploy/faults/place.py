"""The stack in a folder of its own: PostgreSQL on a small disk, Redis, two workers, nginx, and the lines between them."""

import asyncio
import contextlib
import json
import os
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from deploy.faults import clocks, lines
from deploy.faults.below import is_served, postgres, redis
from deploy.faults.clocks import Clock
from deploy.faults.services import Service
from deploy.gateway import nginx_conf
from deploy.ports import free_port
from deploy.stack import HOUSE
from deploy.worker import STACK

WORKERS = (1, 2)
LINES = tuple(f"{name}-{worker}" for name in ("door", "postgres", "redis") for worker in WORKERS)
DISK = 6 << 30  # bytes; a tmpfs holds only what is written
ATTEMPTS = 20  # to make it as small as what it holds, while the database writes
PASSWORD = secrets.token_urlsafe(16)
SERVING = "serving"
ORIGIN = "origin"


@dataclass
class Place:
    """`disk`: where the database lies; `is_small`: whether it is a disk of its own, which can be filled;
    `clocks`: the workers', if they can have their own."""

    folder: Path
    is_small: bool = False
    ports: dict[str, int] = field(default_factory=dict)
    services: dict[str, Service] = field(default_factory=dict)
    network: asyncio.subprocess.Process | None = None
    database: str = ""
    clocks: dict[int, Clock] = field(default_factory=dict)

    @property
    def disk(self) -> Path:
        """Where the database and the workers' files lie."""
        return self.folder / "disk"

    def workers(self) -> list[Service]:
        """Both."""
        return [self.services[f"worker-{number}"] for number in WORKERS]

    def doors(self) -> list[int]:
        """The ports at which clients are served: nginx, and each worker's own line."""
        return [self.ports["nginx"], *(self.ports[f"door-{number}"] for number in WORKERS)]

    def owner_url(self) -> str:
        """The database for who owns it, by no line that fails."""
        return f"postgres://postgres@127.0.0.1:{self.ports['postgres']}/{self.database}"

    def environment(self, url: str, redis_port: int) -> dict[str, str]:
        """Of a command of the product."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **kept,
            "SERVING_PASSWORD": PASSWORD,
            "SECRET_KEY": PASSWORD * 3,
            "VAR_DIR": str(self.disk / "var" / self.database),
            "DATABASE_URL": url,
            "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
            "LOG_LEVEL": "WARNING",
            "PYTHONUNBUFFERED": "1",
        }

    async def manage(self, *command: str) -> str:
        """The output of a management command, for who owns the database. Raises RuntimeError if it fails."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "manage.py",
            *command,
            cwd=HOUSE,
            env=self.environment(self.owner_url(), self.ports["redis"]),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        output, errors = await process.communicate()
        if process.returncode:
            raise RuntimeError(f"{' '.join(command)}: {output.decode()}{errors.decode()}")
        return output.decode()

    async def set_lines(self, modes: dict[str, str]) -> None:
        """Change the modes of some lines; returns when they hold."""
        assert self.network and self.network.stdin and self.network.stdout
        self.network.stdin.write(json.dumps(modes).encode() + b"\n")
        if await self.network.stdout.readline() != b"ok\n":
            raise RuntimeError("the lines have failed")

    def fill_disk(self) -> None:
        """Not one block is left. Raises RuntimeError if the disk cannot be made so small."""
        for _ in range(ATTEMPTS):
            facts = os.statvfs(self.disk)
            if self._resize((facts.f_blocks - facts.f_bfree) * facts.f_frsize):
                return
        raise RuntimeError("the disk cannot be filled")

    def free_disk(self) -> None:
        """As it was. Raises RuntimeError."""
        if not self._resize(DISK):
            raise RuntimeError("the disk cannot be made larger again")

    def _resize(self, size: int) -> bool:
        """Whether it is so large now: it is not made smaller than what the database has written meanwhile."""
        line = ["mount", "-o", f"remount,size={size}", str(self.disk)]
        return subprocess.run(line, capture_output=True).returncode == 0

    def statements(self) -> psycopg.Connection[Any]:
        """A connection of its own to the database, by no line that fails."""
        return psycopg.connect(self.owner_url(), autocommit=True)


@contextlib.asynccontextmanager
async def place(folder: Path) -> AsyncIterator[Place]:
    """PostgreSQL, Redis and the lines run; the workers and nginx start with each house (`open_house`)."""
    folder.chmod(0o755)
    here = Place(folder)
    names = ["postgres", "redis", "nginx", *(f"worker-{number}" for number in WORKERS), *LINES]
    here.ports = {name: free_port() for name in names}
    with contextlib.ExitStack() as stack:
        here.is_small = _mounted(here.disk, stack)
        (here.disk / "var").mkdir()
        if made := clocks.library(folder):
            here.clocks = {number: clocks.Clock(folder / f"clock-{number}", made) for number in WORKERS}
        try:
            await _start_below(here)
            yield here
        finally:
            await _end(here)


async def make_origin(here: Place, furnishing: str) -> str:
    """The database that every house begins with. Returns what the furnishing, a line of Python, has printed."""
    _create(here, ORIGIN)
    here.database = ORIGIN
    for command in (["migrate"], ["serving_role", SERVING]):
        await here.manage(*command, "--verbosity", "0")
    return await here.manage("shell", "--verbosity", "0", "--command", furnishing)


async def open_house(here: Place, name: str) -> None:
    """Workers and nginx before a new house's database."""
    _create(here, name, f'TEMPLATE "{ORIGIN}"')
    here.database = name
    for number in WORKERS:
        here.services[f"worker-{number}"] = _worker(here, number)
    here.services["nginx"] = _nginx(here)
    await asyncio.gather(*(service.start() for service in (*here.workers(), here.services["nginx"])))


def _create(here: Place, name: str, source: str = "") -> None:
    url = f"postgres://postgres@127.0.0.1:{here.ports['postgres']}/postgres"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" {source}')
        # A copied sequence believes that its next numbers are in the log already. Without a checkpoint it gives them
        # out again after a crash.
        server.execute("CHECKPOINT")


async def close_house(here: Place) -> list[int | None]:
    """Stop them in order; the database stays. Returns the workers' statuses."""
    await here.services["nginx"].stop()
    return [await worker.stop() for worker in here.workers()]


def _mounted(disk: Path, stack: contextlib.ExitStack) -> bool:
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=777", "novamas-faults", str(disk)]
    if os.geteuid() or subprocess.run(command, check=False, capture_output=True).returncode:
        disk.chmod(0o777)
        return False
    stack.callback(subprocess.run, ["umount", "-l", str(disk)], check=True)
    return True


async def _start_below(here: Place) -> None:
    here.services |= {
        "postgres": postgres(here.folder, here.disk, here.ports["postgres"]),
        "redis": redis(here.folder, here.ports["redis"]),
    }
    await asyncio.gather(*(service.start() for service in here.services.values()))
    targets = {"door": "worker-{}", "postgres": "postgres", "redis": "redis"}
    wires = []
    for name in LINES:
        kind, _, number = name.partition("-")
        target = here.ports[targets[kind].format(number)]
        wires.append({"name": name, "port": here.ports[name], "target": target})
    here.network = await asyncio.create_subprocess_exec(
        sys.executable, lines.__file__, json.dumps(wires), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    await here.set_lines({})


async def _end(here: Place) -> None:
    for service in here.services.values():
        if service.runs:
            service.thaw()
            await service.kill()
    if here.network:
        with contextlib.suppress(ProcessLookupError):  # whoever stops this may have ended it, too
            here.network.kill()
        await here.network.wait()


def _worker(here: Place, number: int) -> Service:
    url = f"postgres://{SERVING}:{PASSWORD}@127.0.0.1:{here.ports[f'postgres-{number}']}/{here.database}"
    environment = here.environment(url, here.ports[f"redis-{number}"])
    if number in here.clocks:
        environment |= here.clocks[number].environment
    port = here.ports[f"worker-{number}"]
    command = [sys.executable, str(HOUSE / "manage.py"), "serve", "--server", STACK, "--port", str(port)]

    async def is_ready() -> bool:
        return await is_served(port)

    return Service(f"worker-{number}", command, is_ready, environment, here.folder / f"worker-{number}.log")


def _nginx(here: Place) -> Service:
    port = here.ports["nginx"]
    conf = nginx_conf(here.folder, [here.ports[f"door-{number}"] for number in WORKERS], port)

    async def is_ready() -> bool:
        return await is_served(port)

    log = here.folder / "nginx.log"
    return Service("nginx", ["nginx", "-c", str(conf)], is_ready, dict(os.environ), log)
