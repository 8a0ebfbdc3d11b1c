"""A server of its own for the inputs that come over the network: people of every role, tables underway, and its log."""

import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings
from psycopg import sql

from casino.accounts.permissions import STAFF
from deploy.ports import free_port, wait_until_ready

MANAGE = str(Path(settings.BASE_DIR, "manage.py"))
OF_A_ROLE = 6  # logins, and tokens: one caller may not ask as fast as these tests do
ERRORS = re.compile(r"Traceback|\[(?:error|critical)\s*\]|Internal Server Error")

# Runs in the house that is attacked: people, tokens, and two tables with cards, slips and a dispute behind them.
BUILD = """
import json
from django.conf import settings
from django.test import Client
from casino.accounts.models import Token, User
from tests.counter import cage, table
from tests.house import Croupier, game
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
cage()
for slug in ("mesa", "otra"):
    table(slug)
    game(slug, 60, Croupier(5))
callers = []
for role in {staff!r}:
    for number in range({many}):
        user = User.objects.create_user(f"{{role}}-{{number}}", role=role, password="fuzz-fuzz-fuzz")
        client = Client()
        client.force_login(user)
        callers.append([role, "cookie", client.cookies[settings.SESSION_COOKIE_NAME].value])
for kind in ("device", "display"):
    for number in range({many}):
        callers.append([kind, "token", Token.objects.issue(f"{{kind}}-{{number}}", kind, "mesa")])
print(json.dumps(callers))
"""


@dataclass(frozen=True)
class Caller:
    """Somebody with a login or a token."""

    role: str
    headers: dict[str, str]


@dataclass(frozen=True)
class House:
    """The server, and who may call it."""

    port: int
    pid: int
    callers: list[Caller]
    log: Path
    environment: dict[str, str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def errors(self) -> list[str]:
        """The lines of the log that no input may cause."""
        return [line for line in self.log.read_text(errors="replace").splitlines() if ERRORS.search(line)]

    def audit(self) -> str | None:
        """What `manage.py audit` complains of; None if all holds."""
        done = _run(self.environment, "audit")
        return None if done.returncode == 0 else done.stdout


@contextmanager
def house() -> Iterator[House]:
    """A house in a folder of its own, on the kind of database that DATABASE_URL names."""
    with tempfile.TemporaryDirectory() as folder, _database() as database:
        kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
        # A long round would meet nothing but locked tablets after a quarter of an hour.
        own = {"VAR_DIR": folder, "PYTHONUNBUFFERED": "1", "IDLE_MINUTES": "0"}
        environment = kept | own | database
        _manage(environment, "migrate", "--verbosity", "0")
        build = BUILD.format(staff=sorted(map(str, STAFF)), many=OF_A_ROLE)
        said = _manage(environment, "shell", "--verbosity", "0", "--command", build)
        callers = [_caller(*told) for told in json.loads(said.splitlines()[-1])]
        with _serving(environment, Path(folder, "log")) as (port, pid, log):
            yield House(port, pid, callers, log, environment)


def _caller(role: str, how: str, secret: str) -> Caller:
    csrf = secrets.token_hex(16)
    if how == "token":
        return Caller(role, {"Authorization": f"Bearer {secret}"})
    cookies = f"{settings.SESSION_COOKIE_NAME}={secret}; {settings.CSRF_COOKIE_NAME}={csrf}"
    return Caller(role, {"Cookie": cookies, "X-CSRFToken": csrf})


def _manage(environment: dict[str, str], *words: str) -> str:
    done = _run(environment, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _run(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, MANAGE, *words]
    return subprocess.run(
        command, env=environment, cwd=settings.BASE_DIR, check=False, capture_output=True, text=True
    )


@contextmanager
def _database() -> Iterator[dict[str, str]]:
    """The settings of a new database, which is dropped afterwards."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield {}
        return
    name = f"fuzz_{secrets.token_hex(6)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield {"DATABASE_URL": urlunsplit(urlsplit(url)._replace(path=f"/{name}"))}
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def _serving(environment: dict[str, str], log: Path) -> Iterator[tuple[int, int, Path]]:
    port = free_port()
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, MANAGE, "serve", "--port", str(port)],
            env=environment,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            assert wait_until_ready(port), "the server never became ready"
            yield port, process.pid, log
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
