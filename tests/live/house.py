"""A real house in a folder of its own: PostgreSQL on a small disk, Redis, workers of `manage.py serve`, nginx, and the
lines between them. Everything is stopped and removed at the end, also on failure."""

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

from deploy.gateway import nginx_conf
from tests.live import lines
from tests.live.services import Service, postgres, redis, web
from tests.live.wire import HOST
from tests.support.clocks import Clock, library
from tests.support.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
WORKERS = (1, 2)
LINES = tuple(f"{name}-{worker}" for name in ("door", "postgres", "redis") for worker in WORKERS)
DISK = 6 << 30  # bytes; a tmpfs holds only what is written
ATTEMPTS = 20  # to make it as small as what it holds, while the database writes
PASSWORD = secrets.token_urlsafe(16)  # of the database's role, and the passphrase of the house's people
SERVING = "serving"  # the role of the workers
FURNISHING = "from tests.live.furnish import furnish; furnish({}, {!r})"

Json = dict[str, Any]


class Broken(Exception):
    """A promise is broken: the run ends here."""


@dataclass
class House:
    """`is_small`: whether its disk is one of its own, which can be filled; `clocks`: the workers', if they can have
    their own; `furniture`: what `furnish` has made."""

    folder: Path
    is_small: bool = False
    ports: dict[str, int] = field(default_factory=dict)
    services: dict[str, Service] = field(default_factory=dict)
    network: asyncio.subprocess.Process | None = None
    clocks: dict[int, Clock] = field(default_factory=dict)
    furniture: Json = field(default_factory=dict)

    @property
    def disk(self) -> Path:
        """Where the database and the workers' files lie."""
        return self.folder / "disk"

    @property
    def tables(self) -> list[Json]:
        """For each table its slug, its opening, its sessions by role, and its wall's cookie."""
        found: list[Json] = self.furniture["tables"]
        return found

    def workers(self) -> list[Service]:
        """Both."""
        return [self.services[f"worker-{number}"] for number in WORKERS]

    def doors(self) -> list[int]:
        """The ports at which clients are served: nginx, and each worker's own line."""
        return [self.ports["nginx"], *(self.ports[f"door-{number}"] for number in WORKERS)]

    def statements(self) -> psycopg.Connection[Any]:
        """A connection of its own to the database, by no line that fails."""
        return psycopg.connect(self._url("postgres", self.ports["postgres"]), autocommit=True)

    def manage(self, *command: str, role: str = "postgres") -> str:
        """The output of a management command, for who owns the database. Raises RuntimeError if it fails."""
        environment = self._environment(self._url(role, self.ports["postgres"]), self.ports["redis"])
        line = [sys.executable, "manage.py", *command]
        done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        return done.stdout

    async def set_lines(self, modes: dict[str, str]) -> None:
        """Change the modes of some lines; returns when they hold."""
        assert self.network and self.network.stdin and self.network.stdout
        self.network.stdin.write(json.dumps(modes).encode() + b"\n")
        if await self.network.stdout.readline() != b"ok\n":
            raise RuntimeError("the lines have failed")

    def fill_disk(self) -> None:
        """Leave not one block. Raises RuntimeError if the disk cannot be made so small."""
        for _ in range(ATTEMPTS):
            facts = os.statvfs(self.disk)
            if self._resize((facts.f_blocks - facts.f_bfree) * facts.f_frsize):
                return
        raise RuntimeError("the disk cannot be filled")

    def free_disk(self) -> None:
        """Make it as large as it was. Raises RuntimeError."""
        if not self._resize(DISK):
            raise RuntimeError("the disk cannot be made larger again")

    def _resize(self, size: int) -> bool:
        """Whether it is so large now: it is not made smaller than what the database has written meanwhile."""
        line = ["mount", "-o", f"remount,size={size}", str(self.disk)]
        return subprocess.run(line, capture_output=True).returncode == 0

    async def start(self, tables: int) -> None:
        """Start everything, with so many tables."""
        await self._start_below()
        for command in (["migrate"], ["collectstatic", "--noinput"], ["serving_role", SERVING]):
            self.manage(*command, "--verbosity", "0")
        made = self.manage("shell", "--verbosity", "0", "-c", FURNISHING.format(tables, PASSWORD))
        self.furniture = json.loads(made)
        self.services |= {f"worker-{number}": self._worker(number) for number in WORKERS}
        self.services["nginx"] = self._nginx()
        await asyncio.gather(*(service.start() for service in (*self.workers(), self.services["nginx"])))

    async def close(self) -> None:
        """Stop it in order and audit what it leaves, as a role that owns nothing. Raises Broken, RuntimeError."""
        await self.services["nginx"].stop()
        statuses = [await worker.stop() for worker in self.workers()]  # also of one that has ended by itself
        if any(status != 0 for status in statuses):
            raise Broken(f"the workers ended with {statuses}")
        print(self.manage("audit", role=f"{SERVING}:{PASSWORD}").strip().splitlines()[-1], flush=True)

    def _url(self, role: str, port: int) -> str:
        return f"postgres://{role}@{HOST}:{port}/postgres"

    def _environment(self, url: str, redis_port: int) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **kept,
            "SERVING_PASSWORD": PASSWORD,
            "SECRET_KEY": PASSWORD * 3,
            "VAR_DIR": str(self.disk / "var"),
            "STATIC_ROOT": str(self.folder / "statics"),
            "DATABASE_URL": url,
            "REDIS_URL": f"redis://{HOST}:{redis_port}/0",
            "BEHIND_PROXY": "1",
            "LOG_LEVEL": "WARNING",
            "PYTHONUNBUFFERED": "1",
        }

    def _worker(self, number: int) -> Service:
        url = self._url(f"{SERVING}:{PASSWORD}", self.ports[f"postgres-{number}"])
        environment = self._environment(url, self.ports[f"redis-{number}"])
        if number in self.clocks:
            environment |= self.clocks[number].environment
        port = self.ports[f"worker-{number}"]
        command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
        return web(f"worker-{number}", command, port, environment, self.folder)

    def _nginx(self) -> Service:
        port = self.ports["nginx"]
        conf = nginx_conf(self.folder, [self.ports[f"door-{number}"] for number in WORKERS], port)
        return web("nginx", ["nginx", "-c", str(conf)], port, dict(os.environ), self.folder)

    async def _start_below(self) -> None:
        """Start PostgreSQL, Redis and the lines."""
        self.services["postgres"] = postgres(self.folder, self.disk, self.ports["postgres"])
        self.services["redis"] = redis(self.folder, self.ports["redis"])
        await asyncio.gather(*(service.start() for service in self.services.values()))
        targets = {"door": "worker-{}", "postgres": "postgres", "redis": "redis"}
        wires = []
        for name in LINES:
            kind, _, number = name.partition("-")
            target = self.ports[targets[kind].format(number)]
            wires.append({"name": name, "port": self.ports[name], "target": target})
        line = [sys.executable, lines.__file__, json.dumps(wires)]
        pipe = asyncio.subprocess.PIPE
        self.network = await asyncio.create_subprocess_exec(*line, stdin=pipe, stdout=pipe)
        await self.set_lines({})

    async def end(self) -> None:
        """Kill what still runs."""
        for service in self.services.values():
            if service.runs:
                service.thaw()
                await service.kill()
        if self.network:
            with contextlib.suppress(ProcessLookupError):  # whoever stops this may have ended it, too
                self.network.kill()
            await self.network.wait()


@contextlib.asynccontextmanager
async def house(folder: Path, tables: int) -> AsyncIterator[House]:
    """A house that runs, with so many tables. In the end it is stopped in order and audited. Raises Broken."""
    folder.chmod(0o755)  # nginx reads the static files as another user
    here = House(folder)
    names = ["postgres", "redis", "nginx", *(f"worker-{number}" for number in WORKERS), *LINES]
    here.ports = {name: free_port() for name in names}
    with contextlib.ExitStack() as stack:
        here.is_small = _mounted(here.disk, stack)
        (here.disk / "var").mkdir()
        if made := library(folder):
            here.clocks = {number: Clock(folder / f"clock-{number}", made) for number in WORKERS}
        try:
            await here.start(tables)
            yield here
            await here.close()
        finally:
            await here.end()


def _mounted(disk: Path, stack: contextlib.ExitStack) -> bool:
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=777", "novamas-stack", str(disk)]
    if os.geteuid() or subprocess.run(command, check=False, capture_output=True).returncode:
        disk.chmod(0o777)
        return False
    stack.callback(subprocess.run, ["umount", "-l", str(disk)], check=True)
    return True
