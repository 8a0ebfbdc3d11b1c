"""The house that is stopped: a database of its own, tables, and logins; and its server."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.ports import free_port, wait_until_ready

HOUSE = Path(__file__).resolve().parents[2]
STARTING = 60.0  # seconds
PEOPLE = 4  # who give commands, each at his own table

Environment = dict[str, str]
CSRF = "0123456789abcdef0123456789abcdef"
FURNISH = f"""
import json
from casino.people.models import Token, User
from tables.rules.roles import Actor
from tables.robot.client import Session
from tables.door.service import create_table, execute
opening = {{"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 1000, "chip": 1}}
sessions = []
for number in range({PEOPLE}):
    user = User.objects.create_user(f"jefe-{{number}}", password=None, role="jefe")
    create_table(f"mesa-{{number}}", f"Mesa {{number}}")
    assert execute(f"mesa-{{number}}", opening, Actor(user.username, "jefe")).ok
    sessions.append(Session(user.username).cookies({CSRF!r}))
print(json.dumps(sessions))
"""
RECORDED = """
import json
from tables.models import Record
print(json.dumps(list(Record.objects.exclude(key="").values_list("key", flat=True))))
"""


@dataclass(frozen=True, slots=True)
class House:
    """`sessions`: the cookies of each of PEOPLE."""

    environment: Environment
    sessions: Sequence[str]

    def recorded(self) -> set[str]:
        """The keys of the commands that are in the record."""
        return set(json.loads(self.manage("shell", "--verbosity", "0", "-c", RECORDED)))

    def manage(self, *command: str) -> str:
        """The output of a management command. Raises CalledProcessError."""
        return managed(self.environment, *command)


def furnished(folder: Path, database_url: str = "", redis_url: str = "") -> House:
    """A new house, on SQLite in `folder` if no database is given."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment = {**kept, "VAR_DIR": str(folder), "LOG_LEVEL": "WARNING"}
    environment |= {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    managed(environment, "migrate", "--verbosity", "0")
    return House(environment, json.loads(managed(environment, "shell", "--verbosity", "0", "-c", FURNISH)))


def managed(environment: Environment, *command: str) -> str:
    """The output of a management command. Raises CalledProcessError."""
    line = [sys.executable, "manage.py", *command]
    return subprocess.run(line, cwd=HOUSE, env=environment, check=True, capture_output=True, text=True).stdout


@dataclass
class Server:
    """A server process that answers. `log`: what it wrote."""

    port: int
    process: "subprocess.Popen[Any]"
    log: Path

    def stop(self, number: signal.Signals, patience: float) -> tuple[int | None, float]:
        """Send the signal. Returns the exit status, None if it has not ended in time, and the seconds it took."""
        begun = time.monotonic()
        self.process.send_signal(number)
        try:
            return self.process.wait(patience), time.monotonic() - begun
        except subprocess.TimeoutExpired:
            return None, patience


@contextmanager
def serving(house: House, port: int | None = None) -> Iterator[Server]:
    """A server of this house, at a free port if none is given; killed at the end if it still runs. Raises RuntimeError
    if it does not get ready."""
    port = port or free_port()
    log = Path(house.environment["VAR_DIR"]) / "server.log"
    line = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with log.open("a") as out:
        process = subprocess.Popen(line, cwd=HOUSE, env=house.environment, stdout=out, stderr=out)
    try:
        if not wait_until_ready(port, lambda: process.poll() is None, STARTING):
            raise RuntimeError("the server never became ready")
        yield Server(port, process, log)
    finally:
        process.kill()
        process.wait()


def headers_of(session: str) -> dict[str, str]:
    """What the browser of somebody with these cookies sends along with a form."""
    return {"Cookie": session, "X-CSRFToken": CSRF}
