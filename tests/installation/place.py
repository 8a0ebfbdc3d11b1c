"""The folder that a trial installs into, with its database, its nginx and what stands for systemctl; and the lines that
a trial prints."""

import contextlib
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.installation.tablet import Tablet
from tests.operations.archived import Archived, machine

HOUSE = Path(__file__).resolve().parent.parent.parent
DATABASE, SERVING = "house", "serving"
REDIS = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")
NAME = "tables.casino.example"
STRICT = 0o077  # the umask of a machine that was made safe
NGINX = """\
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{ include /etc/nginx/mime.types; access_log off; include {root}/etc/nginx/conf.d/*.conf; }}
"""


class Proofs:
    """Counts from when it was made."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since it was made."""
        return time.monotonic() - self._began

    def begin(self, what: str) -> None:
        """Say what may take minutes now."""
        print(f".. {self.seconds:5.0f} s {what} ...", flush=True)

    def __call__(self, what: str, holds: object) -> None:
        """Print the result of a check; exit with 1 if it failed."""
        print("ok" if holds else "NO", f"{self.seconds:5.0f} s", what, flush=True)
        if not holds:
            sys.exit(1)


@dataclass
class Place:
    """`root` stands for the machine."""

    folder: Path
    database: str  # as the owner of its tables
    serving: str  # as the role that serves
    server: Archived
    ports: list[int] = field(default_factory=lambda: _free_ports())  # those of nginx come last
    count: int = 2  # workers
    _nginx: "subprocess.Popen[bytes] | None" = None

    @property
    def root(self) -> Path:
        """The installed tree."""
        return self.folder / "root"

    @property
    def environment(self) -> dict[str, str]:
        """With which commands run: nothing of this machine's settings but where to find programs and packages."""
        kept = {key: value for key, value in os.environ.items() if key == "HOME" or key.startswith("PIP_")}
        pids = self.folder / "pids"
        return {
            **kept,
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
            "UNITS": str(self.root / "etc/systemd/system"),
            "PIDS": str(pids),
            "LANG": "C.UTF-8",  # what is said before the house's settings are read
        }

    def install(self, *wishes: str) -> subprocess.CompletedProcess[str]:
        """`make install` into the tree, by a root who keeps what he makes to himself."""
        command = [sys.executable, "-m", "deploy.installation", "--root", str(self.root), *wishes]
        return subprocess.run(
            command,
            cwd=HOUSE,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            umask=STRICT,
        )

    @property
    def wishes(self) -> list[str]:
        """For the first time."""
        worker, (http, https) = self.ports[0], self.ports[-2:]
        where = ["--name", NAME, "--database", self.serving, "--owner", self.database, "--redis", REDIS]
        return [*where, "--http", str(http), "--https", str(https), "--first-port", str(worker)]

    def archive(self) -> None:
        """Say where the backups are, as an installation of a machine with its PostgreSQL does."""
        said = {
            "BACKUP_CONFIG": self.server.config,
            "BACKUP_TO": self.server.repository,
            "BACKUP_KEY_FILE": self.server.var / "backup_key",
        }
        with (self.root / "etc/novamas/novamas.env").open("a") as out:
            out.writelines(f"{name}={value}\n" for name, value in said.items())

    def tablet(self, name: str = NAME) -> Tablet:
        """One that reaches the house under this name."""
        return Tablet(name, self.ports[-1], self.root / "etc/novamas/tls/certificate.pem")

    def novamas(self, *arguments: object) -> tuple[int, Any]:
        """The exit status of the installed command, and its answer."""
        command = [str(self.root / "usr/local/bin/novamas"), *map(str, arguments), "--json"]
        done = subprocess.run(
            command,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            cwd=HOUSE,
            umask=STRICT,
        )
        try:
            return done.returncode, json.loads(done.stdout)
        except ValueError:
            return done.returncode, done.stdout + done.stderr

    def systemctl(self, verb: str, *units: str) -> None:
        """Start or stop units, as processes."""
        subprocess.run(["systemctl", verb, *units], env=self.environment, check=True)

    @property
    def workers(self) -> list[str]:
        """The units of the workers."""
        return [f"novamas@{port}.service" for port in self.ports[: self.count]]

    @contextlib.contextmanager
    def nginx(self) -> Iterator[None]:
        """nginx with the installed site, as a process."""
        conf = self.folder / "nginx.conf"
        conf.write_text(NGINX.format(folder=self.folder, root=self.root))
        subprocess.run(["nginx", "-t", "-q", "-c", str(conf)], check=True)
        with subprocess.Popen(["nginx", "-c", str(conf)], stderr=subprocess.DEVNULL) as process:
            self._nginx = process
            try:
                yield
            finally:
                process.terminate()

    def reload_nginx(self) -> None:
        """Have nginx read its site again, and wait until nobody is let in by the processes of before."""
        assert self._nginx is not None
        number = self._nginx.pid
        before = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        self._nginx.send_signal(signal.SIGHUP)
        while any(_lets_in(process) for process in before):
            time.sleep(0.1)
        certificate = (self.root / "etc/novamas/tls/certificate.pem").read_text()
        while ssl.get_server_certificate(("127.0.0.1", self.ports[-1])).strip() != certificate.strip():
            time.sleep(0.1)


def _lets_in(process: str) -> bool:
    """Whether this process of nginx still takes connections."""
    try:
        return "shutting down" not in Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return False


@contextlib.contextmanager
def place(folder: Path) -> Iterator[Place]:
    """A folder with a PostgreSQL of its own; in the end its processes are stopped."""
    folder.chmod(0o755)  # nginx reads the static files as another user
    for name in ("bin", "pids"):
        (folder / name).mkdir()
    shutil.copy(Path(__file__).with_name("fake_systemctl.py"), folder / "bin/systemctl")
    (folder / "bin/systemctl").chmod(0o755)
    with machine("trial") as server:
        here = Place(folder, *_database(server), server)
        try:
            yield here
        finally:
            here.systemctl("stop", *here.workers)


def _database(server: Archived) -> tuple[str, str]:
    """An empty database, as its owner and as a role that serves."""
    server.ask(f"CREATE DATABASE {DATABASE}", "postgres")
    server.ask(f"CREATE ROLE {SERVING} LOGIN PASSWORD '{SERVING}'", "postgres")
    where = urllib.parse.urlsplit(server.url)._replace(path=f"/{DATABASE}")
    serving = where._replace(netloc=f"{SERVING}:{SERVING}@{where.hostname}:{where.port}")
    return where.geturl(), serving.geturl()


def _free_ports() -> list[int]:
    """Three neighbours for the workers, and two for nginx."""
    while True:
        with contextlib.ExitStack() as kept:
            first, *others = [kept.enter_context(socket.socket()) for _ in range(5)]
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            with contextlib.suppress(OSError):
                for one, wished in zip(others, (port + 1, port + 2, 0, 0), strict=True):
                    one.bind(("127.0.0.1", wished))
                return [port, *(one.getsockname()[1] for one in others)]
