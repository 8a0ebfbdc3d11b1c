"""Proves the stack of docker-compose.yml on this machine, without containers: `make stack`.

Two workers on loopback, PostgreSQL, Redis, and nginx with deploy/nginx.conf where nginx is installed. It makes
a database of its own, tries what only several workers can get wrong, prints a line for each, and cleans up.
Servers other than 127.0.0.1's: DATABASE_URL and REDIS_URL.
"""

import contextlib
import http.cookiejar
import os
import re
import secrets
import shutil
import signal
import socket
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

HOUSE = Path(__file__).resolve().parent.parent
POSTGRES = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")
PASSWORD = secrets.token_urlsafe(16)
STAFF = "from casino.models import User; User.objects.create_user('jefa', password={!r}, role='jefe')"


def main() -> None:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # nginx's own user reads the static files
        environment = house(stack.enter_context(database()), folder)
        for command in (["migrate"], ["collectstatic", "--noinput"], ["shell", "-c", STAFF.format(PASSWORD)]):
            manage(environment, *command)
        ports = [free_port(), free_port()]
        workers = [stack.enter_context(worker(environment, port)) for port in ports]
        prove("both workers are ready", all(wait_until_ready(port) for port in ports))
        prove("a login at one worker counts at the other", shares_login(*ports))
        if shutil.which("nginx"):
            prove_nginx(stack.enter_context(nginx(folder, ports)), workers)
        else:
            print("–  nginx is not installed here: not tried")
        prove("the workers stop in order", all(stops(process) for process in workers))


def prove(what: str, holds: bool) -> None:
    print("ok" if holds else "NO", what, flush=True)
    if not holds:
        sys.exit(1)


def prove_nginx(port: int, workers: list[subprocess.Popen[bytes]]) -> None:
    prove("nginx answers through a worker", wait_until_ready(port))
    prove("nginx passes on the login page with its policy", "script-src 'self'" in policy(port))
    prove("one worker stops in order", stops(workers[0]))
    prove("nginx goes on with the other", all(get(port, "/healthz") == 200 for _ in range(10)))


@contextlib.contextmanager
def database() -> Iterator[str]:
    """An empty PostgreSQL database for this run; gives its URL."""
    name = f"novamas_stack_{os.getpid()}"
    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urllib.parse.urlsplit(POSTGRES)._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def house(database_url: str, folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": database_url,
        "REDIS_URL": REDIS,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "VAR_DIR": str(folder / "var"),
        "STATIC_ROOT": str(folder / "statics"),
        "BEHIND_PROXY": "1",
    }


def manage(environment: dict[str, str], *command: str) -> None:
    verbosity = ["--verbosity", "0"]
    subprocess.run(
        [sys.executable, "manage.py", *command, *verbosity], cwd=HOUSE, env=environment, check=True
    )


@contextlib.contextmanager
def worker(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with started(command, environment) as process:
        yield process


@contextlib.contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    """nginx with the conf of docker-compose.yml, its names changed to this machine's; gives its port."""
    listening, conf = free_port(), folder / "nginx.conf"
    text = (HOUSE / "deploy" / "nginx.conf").read_text()
    servers = " ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in ports)
    text = re.sub(r"server house:8000[^;]*;", servers, text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{listening};").replace("/dev/stdout", "/dev/null")
    text = text.replace("include mime.types", "include /etc/nginx/mime.types")
    text = text.replace("alias /statics/", f"alias {folder}/statics/")
    conf.write_text(f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n{text}")
    with started(["nginx", "-c", str(conf)], dict(os.environ)):
        yield listening


@contextlib.contextmanager
def started(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=HOUSE, env=environment, stdout=quiet, stderr=quiet)
    try:
        yield process
    finally:
        process.kill() if process.poll() is None and command[0] != "nginx" else process.terminate()
        process.wait()


def stops(process: subprocess.Popen[bytes]) -> bool:
    """True if it ends by itself on SIGTERM with status 0 (or had done so before)."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    return process.wait(15) == 0


def shares_login(first: int, second: int) -> bool:
    """Logs in at one worker; the other sends a person who is logged in away from its login page."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar), NoRedirect())
    with browser.open(f"http://127.0.0.1:{first}/login/", timeout=5):
        token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"username": "jefa", "password": PASSWORD, "csrfmiddlewaretoken": token}
    sent = urllib.parse.urlencode(form).encode()
    answers = [
        status(browser, f"http://127.0.0.1:{first}/login/", sent),
        status(browser, f"http://127.0.0.1:{second}/login/"),
    ]
    return answers == [302, 302]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def status(browser: urllib.request.OpenerDirector, url: str, data: bytes | None = None) -> int:
    try:
        with browser.open(url, data, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def get(port: int, path: str) -> int:
    return status(urllib.request.build_opener(), f"http://127.0.0.1:{port}{path}")


def policy(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/login/", timeout=5) as answer:
        return str(answer.headers["Content-Security-Policy"])


def wait_until_ready(port: int) -> bool:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            if get(port, "/healthz") == 200:
                return True
        time.sleep(0.1)
    return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
