"""Checks the stack of docker-compose.yml on this machine without containers: `make stack`.

It runs two workers on loopback, PostgreSQL, Redis, and nginx with deploy/nginx.conf if nginx is installed. It makes a
database of its own, checks what only several workers can get wrong (logins, live screens, a worker that stops), prints
a line for each check, and cleans up.
For servers elsewhere than on 127.0.0.1, set DATABASE_URL and REDIS_URL.
"""

import asyncio
import contextlib
import math
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg

from casino.common.progress import carry_out
from deploy.gateway import nginx_conf
from deploy.ports import free_port, wait_until_ready
from deploy.visitor import Person, Screen
from deploy.worker import STACK

HOUSE = Path(__file__).resolve().parent.parent
POSTGRES = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")
PASSWORD = secrets.token_urlsafe(16)
TABLE = "mesa-1"
CONSOLE = f"/ws/screens/console/{TABLE}/"
OPENING = {"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 1000, "chip": 1}
AT_ONCE = 1.0  # seconds; half of the heartbeat, which makes up for lost notifications
STOPPED_IN_ORDER = 4503
SCREENS = 4
SERVING = f"novamas_serving_{os.getpid()}"
FURNISH = f"""
from casino.accounts.models import User
from casino.accounts.permissions import Role
from tables.service import create_table
User.objects.create_user("jefa", password={PASSWORD!r}, role=Role.JEFE)
create_table({TABLE!r}, "Mesa 1")
"""


def main() -> None:
    """Start everything, run every check and clean up."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # nginx reads the static files as another user
        owner = house(stack.enter_context(database()), folder)
        for command in (["migrate"], ["collectstatic", "--noinput"], ["serving_role", SERVING]):
            manage(owner, *command)
        environment = house(served(owner["DATABASE_URL"]), folder)
        manage(environment, "shell", "-c", FURNISH)
        ports = [free_port(), free_port()]
        workers = [stack.enter_context(worker(environment, port)) for port in ports]
        prove("both workers are ready", all(wait_until_ready(port) for port in ports))
        jefa = Person()
        prove("a login at one worker counts at the other", shares_login(jefa, *ports))
        asyncio.run(prove_news(jefa, *ports))
        if shutil.which("nginx"):
            prove_nginx(stack.enter_context(nginx(folder, ports)), workers, jefa)
        else:
            print("–  nginx is not installed here: not tried")
        prove("the workers stop in order", all(stops(process) for process in workers))
        manage(environment, "audit", "--anchors", environment["ANCHORS"])
        prove("the audit holds, for a role that owns nothing", True)


def prove(what: str, holds: bool) -> None:
    """Print the result of a check; exit with 1 if it failed."""
    print("ok" if holds else "NO", what, flush=True)
    if not holds:
        sys.exit(1)


async def prove_news(jefa: Person, first: int, second: int) -> None:
    """Check that commands given to one worker reach a screen of the other."""
    screen = Screen(second, CONSOLE, jefa)
    prove("a screen gets its page over a worker's socket", await screen.connect())
    slowest = await slowest_news(jefa, first, screen)
    screen.leave()
    # Heartbeats alone could not deliver several in a row this quickly.
    prove(
        f"commands given to one worker reach the other's screen at once ({slowest:.2f} s)", slowest < AT_ONCE
    )


async def slowest_news(jefa: Person, port: int, screen: Screen) -> float:
    """The longest time, in seconds, from a command to the screen; infinite if the screen was closed."""
    seconds = []
    for command in [OPENING] + [{"command": "join", "player": f"p{number}"} for number in range(4)]:
        version = await asyncio.to_thread(jefa.give, port, TABLE, command)
        given = time.monotonic()
        seconds.append(time.monotonic() - given if await screen.hears(version) else math.inf)
    return max(seconds)


def prove_nginx(port: int, workers: list[subprocess.Popen[bytes]], jefa: Person) -> None:
    """Check requests and sockets through nginx, also when a worker stops."""
    prove("nginx answers through a worker", wait_until_ready(port))
    prove("nginx passes on the login page with its policy", "script-src 'self'" in policy(port))
    asyncio.run(prove_restart(port, workers, jefa))
    prove("nginx goes on with the other", all(get(port, "/healthz") == 200 for _ in range(10)))


async def prove_restart(port: int, workers: list[subprocess.Popen[bytes]], jefa: Person) -> None:
    """Check that screens on both workers all go on with the other when one worker stops."""
    screens = [Screen(port, CONSOLE, jefa) for _ in range(SCREENS)]
    prove("nginx passes sockets on", all([await screen.connect() for screen in screens]))
    prove("through nginx every screen hears of a command", await all_hear(jefa, port, screens, "leo"))
    ends = [asyncio.create_task(screen.closed()) for screen in screens]
    prove("one worker stops in order", await asyncio.to_thread(stops, workers[0]))
    await asyncio.sleep(AT_ONCE)
    lost = [screen for screen, end in zip(screens, ends, strict=True) if end.done()]
    codes = {end.result() for end in ends if end.done()}
    for end in ends:
        end.cancel()
    prove(
        f"it closed its own screens with {STOPPED_IN_ORDER}", codes == {STOPPED_IN_ORDER} and lost != screens
    )
    prove("they come back at the other worker", all([await screen.reconnect() for screen in lost]))
    prove("and hear of the next command", await all_hear(jefa, port, screens, "max"))
    for screen in screens:
        screen.leave()


async def all_hear(jefa: Person, port: int, screens: list[Screen], player: str) -> bool:
    """Whether every screen is shown the effect of a command."""
    version = await asyncio.to_thread(jefa.give, port, TABLE, {"command": "join", "player": player})
    return all(await asyncio.gather(*(screen.hears(version) for screen in screens)))


@contextlib.contextmanager
def database() -> Iterator[str]:
    """An empty PostgreSQL database for this run; yields its URL."""
    name = f"novamas_stack_{os.getpid()}"
    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urllib.parse.urlsplit(POSTGRES)._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
            server.execute(f'DROP ROLE IF EXISTS "{SERVING}"')


def served(url: str) -> str:
    """The same database for the role that serves."""
    parts = urllib.parse.urlsplit(url)
    return parts._replace(netloc=f"{SERVING}:{PASSWORD}@{parts.hostname}:{parts.port or 5432}").geturl()


def house(database_url: str, folder: Path) -> dict[str, str]:
    """The environment of the workers."""
    return {
        **os.environ,
        "SERVING_PASSWORD": PASSWORD,
        "ANCHORS": str(folder / "anchors.jsonl"),
        "DATABASE_URL": database_url,
        "REDIS_URL": REDIS,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "VAR_DIR": str(folder / "var"),
        "STATIC_ROOT": str(folder / "statics"),
        "BEHIND_PROXY": "1",
    }


def manage(environment: dict[str, str], *command: str) -> None:
    """Run a management command. Raises CalledProcessError if it fails."""
    verbosity = ["--verbosity", "0"]
    subprocess.run(
        [sys.executable, "manage.py", *command, *verbosity], cwd=HOUSE, env=environment, check=True
    )


@contextlib.contextmanager
def worker(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A running server process."""
    command = [sys.executable, "manage.py", "serve", "--server", STACK, "--port", str(port)]
    with started(command, environment) as process:
        yield process


@contextlib.contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    """nginx in front of workers at these ports; yields its port."""
    listening = free_port()
    with started(["nginx", "-c", str(nginx_conf(folder, ports, listening))], dict(os.environ)):
        yield listening


@contextlib.contextmanager
def started(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A running process, stopped on exit."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=HOUSE, env=environment, stdout=quiet, stderr=quiet)
    try:
        yield process
    finally:
        process.kill() if process.poll() is None and command[0] != "nginx" else process.terminate()
        process.wait()


def stops(process: subprocess.Popen[bytes]) -> bool:
    """Whether the process ends on SIGTERM with status 0, or has already done so."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    return process.wait(15) == 0


def shares_login(jefa: Person, first: int, second: int) -> bool:
    """Log in at one worker; the other must redirect a logged-in person away from its login page."""
    return jefa.log_in(first, "jefa", PASSWORD) and jefa.status(second, "/login/") == 302


def get(port: int, path: str) -> int:
    """The status of a GET request without a login."""
    return Person().status(port, path)


def policy(port: int) -> str:
    """The Content-Security-Policy of the login page."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/login/", timeout=5) as answer:
        return str(answer.headers["Content-Security-Policy"])


if __name__ == "__main__":
    carry_out(main)
