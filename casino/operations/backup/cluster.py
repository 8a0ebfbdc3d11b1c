"""A restored cluster beside the house's, on a socket of its own that only its owner and root reach."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.conf import settings
from django.utils.translation import gettext as _
from psycopg import sql

from casino.operations.answer import Fault
from casino.operations.backup.pgbackrest import Repository

PORT = 5432  # names the socket
BINARIES = "/usr/lib/postgresql/{version}/bin/postgres"  # Debian's
# Said on the command line, above all that the house has set. Its own log of changes waits for the archive of the house
# whose place it may take: with an empty command PostgreSQL keeps what it would have archived.
SETTINGS = {
    "listen_addresses": "",
    "port": str(PORT),
    "hot_standby": "off",
    "archive_mode": "on",
    "archive_command": "",
    "synchronous_standby_names": "",
    "dynamic_shared_memory_type": "mmap",
    "lc_messages": "C",
}
FILES = {"config": "conf", "hba": "hba", "ident": "ident"}
RECOVERY = "restore_command", "recovery_target_time", "recovery_target_action", "recovery_target_timeline"


class Cluster:
    """`folder`: all that belongs to it. `data`: what takes the house's place."""

    def __init__(self, of: Repository) -> None:
        self._of, self.folder = of, beside(of)
        self.data, self.files = self.folder / "data", self.folder / "var"

    @property
    def environment(self) -> dict[str, str]:
        """With which the product works on it."""
        house = settings.DATABASES["default"]
        who, name = quote(house["USER"] or self._of.owner.pw_name), quote(house["NAME"])
        url = f"postgres://{who}@/{name}?host={quote(str(self.folder), safe='')}&port={PORT}"
        return {"DATABASE_URL": url, "DATABASE_POOL": "2", "VAR_DIR": str(self.files)}

    def connected(self) -> psycopg.Connection[tuple[object, ...]]:
        """A connection as the superuser. Raises OperationalError."""
        who = self._of.owner.pw_name
        return psycopg.connect(
            dbname="postgres",
            user=who,
            host=str(self.folder),
            port=PORT,
            autocommit=True,
            options="-c lock_timeout=0",
        )

    @contextmanager
    def running(self, *, safely: bool) -> Iterator[None]:
        """Let it reach its moment and serve; stopped in the end, in order. `safely`: what it writes survives a power
        cut. Raises Fault."""
        for name in FILES.values():
            (self.folder / name).write_text("local all all trust\n" if name == "hba" else "")
            self._give(self.folder / name)
        said = SETTINGS | {"unix_socket_directories": str(self.folder), "fsync": "on" if safely else "off"}
        said |= {f"{what}_file": f"{self.folder}/{name}" for what, name in FILES.items()}
        version = (self.data / "PG_VERSION").read_text().strip()
        more = [word for name, value in said.items() for word in ("-c", f"{name}={value}")]
        words = self._of.called(BINARIES.format(version=version), "-D", self.data, *more, ends_by="QUIT")
        with (self.folder / "log").open("wb") as log:
            try:
                process = subprocess.Popen(words, stdout=log, stderr=log, cwd="/")  # noqa: S603
            except OSError as error:
                raise Fault(_("There is no PostgreSQL %(version)s here.") % {"version": version}) from error
        try:
            self._await(process)
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()

    def _await(self, process: "subprocess.Popen[bytes]") -> None:
        while process.poll() is None:
            try:
                with self.connected() as server:
                    if server.execute("SELECT NOT pg_is_in_recovery()").fetchone() == (True,):
                        return
            except psycopg.OperationalError:
                pass  # it has not reached its moment yet
            time.sleep(0.1)
        text = (self.folder / "log").read_text(errors="replace")
        said = [line.partition("FATAL:")[2].strip() for line in text.splitlines() if "FATAL:" in line]
        if any("before configured recovery target" in line for line in said):
            raise Fault(_("The archive ends before that moment: without --to all that there is comes back."))
        says = _("The restored PostgreSQL does not start: %(said)s.")
        raise Fault(says % {"said": said[-1] if said else process.returncode})

    def reached(self) -> datetime | None:
        """When the last change was made that it has; None if there was none since the backup."""
        with self.connected() as server:
            found: Any = server.execute("SELECT pg_last_xact_replay_timestamp()").fetchone()
            reached: datetime | None = found[0]
            return reached

    def forget_recovery(self, passwords: dict[str, str]) -> None:
        """Leave no trace in its settings of how it came about, and give roles the passwords that they have here."""
        with self.connected() as server:
            for name in RECOVERY:
                server.execute(f"ALTER SYSTEM RESET {name}")
            for role, password in passwords.items():
                parts = sql.Identifier(role), sql.Literal(password)
                server.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(*parts))

    def _give(self, path: Path) -> None:
        os.chown(path, self._of.owner.pw_uid, self._of.owner.pw_gid)

    def make(self) -> None:
        """Its folders, empty."""
        for folder in (self.folder, self.data, self.files):
            folder.mkdir(mode=0o700)
            self._give(folder)


@contextmanager
def scratch(of: Repository) -> Iterator[Cluster]:
    """One with nothing in it yet; removed in the end, but for what has taken the house's place."""
    found = Cluster(of)
    try:
        found.make()
        yield found
    finally:
        remove(of)


def branch_off(of: Repository, data: Path) -> None:
    """Let a cluster that was kept go on, when it starts, on a branch of its own in the archive, later than that of the
    one which has taken its place meanwhile."""
    get = f'pgbackrest --config-path={of.config} --stanza={of.stanza} archive-get %f "%p"'
    with (data / "postgresql.auto.conf").open("a") as out:
        out.write(f"restore_command = '{get}'\nrecovery_target_timeline = 'current'\n")
    (data / "recovery.signal").touch(mode=0o600)
    os.chown(data / "recovery.signal", of.owner.pw_uid, of.owner.pw_gid)


def beside(of: Repository) -> Path:
    """The folder of the restored cluster, on the same disk as the house's."""
    return of.data.with_name(f"{of.data.name}.scratch")


def remove(of: Repository) -> list[str]:
    """Remove it, and stop what still runs there, as after a run that was killed; returns its name if there was one."""
    folder = beside(of)
    if not folder.exists():
        return []
    while running := works_in(folder / "data"):
        for process in running:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGQUIT)
        time.sleep(0.05)
    shutil.rmtree(folder)
    return [str(folder)]


def works_in(data: Path) -> list[int]:
    """The numbers of PostgreSQL's processes that work in this directory."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is another user's
            if (process / "cwd").readlink() == data.resolve():
                found.append(int(process.name))
    return found
