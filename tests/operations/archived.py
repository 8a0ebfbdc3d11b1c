"""A house on a PostgreSQL of its own, whose log pgBackRest archives, as `make install` sets it up."""

import glob
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from django.conf import settings

from deploy.installation import backups
from tests.operations.houses import KEPT, SPEAKS_ENGLISH, Novamas
from tests.support.ports import free_port

BINARIES = Path(next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin")))))
OWNER = "postgres"


class Archived:
    """`root` stands for the machine: `data`, `repository` and `config` lie in it, and `var` is VAR_DIR."""

    def __init__(self, root: Path, name: str) -> None:
        self.root, self.port = root, free_port()
        self.data, self.repository, self.config = (root / one / name for one in ("data", "backups", "config"))
        self.var = root / "var" / name
        for folder in (self.data.parent, self.repository, self.config, self.var):
            folder.mkdir(parents=True, exist_ok=True)
            shutil.chown(folder, OWNER)
        self.configure(str(self.repository))
        self.archiving = backups.settings(self.config) | {"archive_timeout": "0"}
        self.url = f"postgres://{OWNER}@127.0.0.1:{self.port}/house"

    def configure(self, place: str) -> None:
        """Write pgBackRest's configuration, with the house's key as it is now."""
        server = backups.Server(str(self.data), str(self.port), str(self.root))
        key = backups.key(self.var / "backup_key")
        (self.config / backups.CONFIG).write_text(backups.text(server, place, key))

    @property
    def environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if key in KEPT}
        return kept | {
            "VAR_DIR": str(self.var),
            "PYTHONPATH": str(settings.BASE_DIR),
            "PYTHONUTF8": "1",
            "DATABASE_URL": self.url,
            "BACKUP_CONFIG": str(self.config),
            "BACKUP_TO": str(self.repository),
        }

    def make(self) -> None:
        """An empty cluster, that runs."""
        self._do("initdb", "-D", self.data, "-A", "trust", "-E", "UTF8", "--locale=C", "-U", OWNER)
        self.start()

    def start(self) -> None:
        said = {"listen_addresses": "127.0.0.1", "port": str(self.port)}
        said |= {"unix_socket_directories": str(self.root)} | self.archiving
        options = " ".join(f"-c {name}='{value}'" for name, value in said.items())
        self._do("pg_ctl", "-D", self.data, "-l", self.root / "log", "-w", "-o", options, "start")

    def stop(self) -> None:
        self._do("pg_ctl", "-D", self.data, "-m", "fast", "-w", "stop")

    def ask(self, query: str, name: str = "house") -> list[tuple[object, ...]]:
        with psycopg.connect(self.url, dbname=name, autocommit=True) as server:
            answer = server.execute(query)  # type: ignore[call-overload]
            return answer.fetchall() if answer.description else []

    def archive(self) -> datetime:
        """Wait until all that was written is in the archive; returns a moment after it."""
        (moment,) = self.ask("SELECT clock_timestamp()")[0]
        (log,) = self.ask("SELECT pg_walfile_name(pg_switch_wal())")[0]
        last = "SELECT last_archived_wal FROM pg_stat_archiver"
        while str(self.ask(last)[0][0] or "") < str(log):
            time.sleep(0.05)
        assert isinstance(moment, datetime)
        return moment

    def _do(self, program: str, *words: object) -> None:
        command = ["runuser", "-u", OWNER, "--", str(BINARIES / program), *map(str, words)]
        subprocess.run(command, check=True, capture_output=True, cwd="/")


@contextmanager
def machine(name: str) -> Iterator[Archived]:
    """A machine with an empty PostgreSQL that archives."""
    with TemporaryDirectory(prefix="nvm-") as folder:
        Path(folder).chmod(0o755)
        shutil.chown(folder, OWNER)
        found = Archived(Path(folder), name)
        found.make()
        try:
            list(backups.begin(found.config, OWNER))
            yield found
        finally:
            if (found.data / "postmaster.pid").exists():
                found.stop()


@contextmanager
def archived(name: str) -> Iterator[tuple[Archived, Novamas]]:
    """The same with a migrated house that speaks English."""
    with machine(name) as here:
        here.ask("CREATE DATABASE house", "postgres")
        novamas = Novamas(here.environment)
        try:
            assert novamas.run("manage", "migrate", "--verbosity", "0")[0] == 0
            assert novamas.run("manage", "shell", "--verbosity", "0", "-c", SPEAKS_ENGLISH)[0] == 0
            yield here, novamas
        finally:
            novamas.end()
