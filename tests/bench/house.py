"""What the contenders have in common: a database each, a process with its settings, a server, tables, people."""

import json
import multiprocessing
import os
import platform
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.live.wire import CSRF
from tests.support.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
POSTGRES = os.environ.get("DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/9"
Json = dict[str, Any]


@contextmanager
def postgres_database(server: str = POSTGRES) -> Iterator[str]:
    """The address of a new database, which is dropped afterwards."""
    name = f"novamas_bench_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def house(folder: Path, settings: str) -> Iterator[tuple[Json, ProcessPoolExecutor]]:
    """The environment of a house with a migrated database, and a process that has its settings."""
    with postgres_database() as url:
        own = {"VAR_DIR": str(folder), "SECRET_KEY": secrets.token_urlsafe(50), "LOG_LEVEL": "ERROR"}
        environment = {"DATABASE_URL": url, "REDIS_URL": REDIS, "DJANGO_SETTINGS_MODULE": settings, **own}
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=os.environ | environment | {"DJANGO_SETTINGS_MODULE": "casino.site.settings"},
            check=True,
        )
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), set_up, (environment,)) as process:
            yield environment, process


def machine() -> str:
    """What a run is measured on, in one line that says nothing of where or whose it is."""
    with open("/proc/cpuinfo") as lines:
        named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    with psycopg.connect(POSTGRES) as base:
        postgres = base.info.server_version // 10_000
    cores, load = (
        f"{os.cpu_count()} x {named[0] if named else platform.machine()}",
        f"load {os.getloadavg()[0]:.1f}",
    )
    return f"{cores}, {load}, {platform.system()}, Python {platform.python_version()}, PostgreSQL {postgres}"


def set_up(environment: Json) -> None:
    """Set Django up in this process."""
    import django

    os.environ |= environment
    django.setup()


@contextmanager
def serving(line: Sequence[str], environment: Json) -> Iterator[tuple[int, int]]:
    """A server's port and process number; `PORT` in its command line stands for the port."""
    port = free_port()
    command = [sys.executable, *(part.replace("PORT", str(port)) for part in line)]
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ | environment, stdout=subprocess.DEVNULL)
    try:
        while not _listens(port):
            if server.poll() is not None:
                raise RuntimeError(f"{command} ended with {server.returncode}")
            time.sleep(0.1)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def furnish(tables: int, is_product: bool) -> Json:
    """Make tables, people and tokens.

    Returns the secrets that open the doors, the evening's commands as bodies of requests, and how many of them each
    table has behind it: in the product bets lie on every one."""
    from casino.people.models import Token, User
    from casino.people.permissions import Role
    from casino.people.sessions import displays
    from tables.robot.client import Session
    from tests.bench.evening import evening

    steps = evening()
    slugs = [f"mesa-{number}" for number in range(tables)]
    commands = [step.command if is_product else {"step": place} for place, step in enumerate(steps)]
    first_bet = next(place for place, step in enumerate(steps) if step.command["command"] == "place_bet")
    begun = [first_bet + 5 * (number % 12) if is_product else 0 for number in range(tables)]
    for slug, given in zip(slugs, begun, strict=True):
        writer = Writer(slug, is_product)
        for _ in range(given):
            writer.write()
    jefes = [f"julio-{number}" for number in range(tables)]  # one for each table: nobody is as fast as all
    for name in ("carla", *jefes):
        User.objects.create_user(name, role=Role.CROUPIER if name == "carla" else Role.JEFE, password=None)
    glasses = [Token.objects.find(Token.objects.issue("bench", Role.DISPLAY, slug)) for slug in slugs]
    return {
        "devices": [Token.objects.issue("bench", Role.DEVICE, slug) for slug in slugs],
        "walls": [displays.sealed(token) for token in glasses if token],
        "jefes": [Session(name).cookies(CSRF) for name in jefes],
        "carla": Session("carla").cookies(CSRF),
        "commands": list(map(json.dumps, commands)),
        "begun": begun,
    }


class Writer:
    """A new table at which the evening is written again and again. Nobody hears of it."""

    def __init__(self, slug: str, is_product: bool) -> None:
        from tables.door import service
        from tests.bench.evening import evening

        self._slug, self._steps = slug, cycle(evening())
        if is_product:
            service.create_table(slug, slug)
            self.write = self._execute
        else:
            from tests.bench import plain

            plain.create_table(slug)
            self.write = lambda: plain.write(slug, next(self._steps))

    def _execute(self) -> None:
        from casino.people.permissions import Role
        from tables.door import notify, service
        from tables.rules.roles import Actor

        with notify.silence():
            answer = service.execute(self._slug, next(self._steps).command, Actor("julio", Role.JEFE))
        if not answer.ok:
            raise RuntimeError(answer.error)


@cache
def _timed(is_product: bool) -> Writer:
    return Writer("timed", is_product)


def rate(is_product: bool, seconds: float) -> float:
    """Commands a second that one writer makes durable."""
    writer, done, start = _timed(is_product), 0, time.perf_counter()
    while (now := time.perf_counter()) < start + seconds:
        writer.write()
        done += 1
    return done / (now - start)
