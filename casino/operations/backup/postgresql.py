"""Backups of PostgreSQL, with pg_dump and pg_restore."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, LiteralString
from urllib.parse import quote

import psycopg
from django.conf import settings
from django.utils.translation import gettext as _
from psycopg import sql
from psycopg.conninfo import make_conninfo

from casino.common import environment
from casino.common.progress import progress
from casino.operations.answer import Fault
from casino.operations.backup.own_connections import let_go
from casino.operations.settings_file import OWNER_URL

PIECE = 1 << 20  # bytes
PATIENCE = 3.0  # seconds in which a connection that was closed disappears from the server
NOTHING = sql.SQL("")
KEPT = re.compile(r"before_\d{8}_\d{6}$")  # the end of the name of a database that a restore has kept
MAINTENANCE = "postgres"  # the database from which others are created and renamed


class Moment:
    """The database in the snapshot of one transaction, which pg_dump shares."""

    def __init__(self, cursor: psycopg.Cursor[Any], snapshot: str) -> None:
        self.cursor, self._snapshot = cursor, snapshot

    def dump(self, write: Callable[[bytes], None]) -> None:
        """Write pg_dump's archive. Raises Fault if pg_dump fails."""
        command = [
            "pg_dump",
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--snapshot={self._snapshot}",
        ]
        command.append(f"--dbname={_target(_name())}")
        with (
            progress(_("dumping the database"), size()) as advance,
            _program(command, stdout=subprocess.PIPE) as process,
        ):
            while process.stdout and (piece := process.stdout.read(PIECE)):
                write(piece)
                advance(len(piece))


class Scratch:
    """A restored database beside the house's."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.environment = {"DATABASE_URL": _url(name), "DATABASE_POOL": "2", "VAR_DIR": str(folder)}

    @contextmanager
    def cursor(self) -> Iterator[Any]:
        """A cursor on it."""
        with closing(_connected(self.name)) as connected:
            yield connected.cursor()

    def take_place(self, aside: str) -> str:
        """Rename it to the house's name, and the house's to one that ends with `aside`. Raises Fault while the house is
        in use."""
        house, before = _name(), _kept_name(aside)
        let_go()
        with closing(_connected(MAINTENANCE)) as server:
            kept = _exists(server, house)
            if kept:
                _refuse_if_used(server, house)
                _rename(server, house, before)
            try:
                _rename(server, self.name, house)
            except psycopg.Error:
                if kept:
                    _rename(server, before, house)
                raise
        return before if kept else ""


@contextmanager
def moment() -> Iterator[Moment]:
    """The house's database as it is now. No writer is held up."""
    for program in ("pg_dump", "pg_restore"):
        if shutil.which(program) is None:
            says = _("There is no %(program)s on this machine: install postgresql-client.")
            raise Fault(says % {"program": program})
    with closing(_connected(_name(), autocommit=False)) as house:
        house.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        cursor = house.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()
        yield Moment(house.cursor(), str(snapshot[0]) if snapshot else "")


def size() -> int:
    """The size of the house's database in bytes; its dump is compressed, and smaller."""
    with closing(_connected(_name())) as house:
        found = house.execute("SELECT pg_database_size(current_database())").fetchone()
        return int(found[0]) if found else 0


@contextmanager
def scratch(read: Callable[[int], bytes], folder: Path) -> Iterator[Scratch]:
    """A database from a dump, with `folder` as VAR_DIR beside it; dropped in the end, unless it has taken the house's
    place. Raises Fault."""
    name = _scratch_name(os.getpid())
    with closing(_connected(MAINTENANCE)) as server:
        _create(server, name)
        try:
            _fill(name, read)
            yield Scratch(name, folder)
        finally:
            _run(server, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def refuse_if_served() -> None:
    """Raises Fault while the house's database has connections. Our own are closed first."""
    let_go()
    with closing(_connected(MAINTENANCE)) as server:
        _refuse_if_used(server, _name())


def is_empty() -> bool:
    """Whether the house's database is missing, or has no tables and no logins."""
    try:
        with closing(_connected(_name())) as house:
            queries = sql.SQL(
                "SELECT EXISTS (SELECT 1 FROM tables_table) OR EXISTS (SELECT 1 FROM accounts_user)"
            )
            found = house.execute(queries).fetchone()
            return not (found and found[0])
    except psycopg.errors.UndefinedTable:
        return True
    except Fault:
        with closing(_connected(MAINTENANCE)) as server:
            if _exists(server, _name()):
                raise
        return True


def drop_scratch() -> list[str]:
    """Drop the scratch databases of runs that were killed, and return their names. Only for who works alone."""
    with closing(_connected(MAINTENANCE)) as server:
        pattern = re.compile(re.escape(_scratch_name("")) + r"\d+")
        found = [name for name in _databases(server) if pattern.fullmatch(name)]
        for name in found:
            _run(server, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    return found


def kept_aside() -> dict[str, int]:
    """The databases that restores have kept, with their sizes in bytes, oldest first."""
    with closing(_connected(MAINTENANCE)) as server:
        names = [name for name in _databases(server) if _is_kept(name)]
        query = "SELECT pg_database_size(%s)"
        return {name: server.execute(query, [name]).fetchall()[0][0] for name in sorted(names)}


def put_back(name: str, aside: str) -> str:
    """Let a database that was kept take the place of the house's. Returns the name under which that is kept."""
    return Scratch(name, Path()).take_place(aside)


def drop(name: str) -> None:
    """Drop a database that was kept. Raises Fault while somebody is connected to it."""
    with closing(_connected(MAINTENANCE)) as server:
        _run(server, "DROP DATABASE {}", name)


def _databases(server: psycopg.Connection[Any]) -> list[str]:
    return [name for (name,) in server.execute("SELECT datname FROM pg_database").fetchall()]


def _scratch_name(number: int | str) -> str:
    return f"{_name()[:40]}_restore_{number}"


def _is_kept(name: str) -> bool:
    found = KEPT.search(name)
    return bool(found) and name == _kept_name(found[0] if found else "")


def _kept_name(aside: str) -> str:
    return f"{_name()}_{aside}"[-63:]


def _fill(name: str, read: Callable[[int], bytes]) -> None:
    command = ["pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", f"--dbname={_target(name)}"]
    with _program(command, stdin=subprocess.PIPE) as process:
        while process.stdin and (piece := read(PIECE)):
            process.stdin.write(piece)


@contextmanager
def _program(command: list[str], **pipes: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """A program of PostgreSQL while it runs. Raises Fault with its own words if it fails."""
    variables = {**os.environ, "PGPASSWORD": _house()["PASSWORD"], "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, env=variables, stderr=subprocess.PIPE, **pipes) as process:  # noqa: S603
        try:
            yield process
            said = _ended(process)
        except BrokenPipeError:
            said = _ended(process)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise Fault(_("%(program)s failed: %(said)s") % {"program": command[0], "said": said})


def _ended(process: "subprocess.Popen[bytes]") -> str:
    if process.stdin:
        process.stdin.close()
        process.stdin = None
    said = process.stderr.read() if process.stderr else b""
    process.wait()
    return said.decode(errors="replace").strip().splitlines()[0] if said.strip() else ""


def _house() -> dict[str, Any]:
    """The connection of the owner of the tables: DATABASE_OWNER_URL, if the product serves as another role."""
    if url := os.environ.get(OWNER_URL):
        return environment.database(url, settings.VAR_DIR)
    found: dict[str, Any] = settings.DATABASES["default"]
    return found


def _name() -> str:
    # From the settings, as Django's own tests rename the database of the connection.
    name: str = _house()["NAME"]
    return name


def _target(name: str) -> str:
    """How libpq finds a database, without the password."""
    house = _house()
    given = {"user": house["USER"], "host": house["HOST"], "port": house["PORT"]}
    return make_conninfo(dbname=name, **{key: value for key, value in given.items() if value}, **_options())


def _options() -> dict[str, str]:
    """What libpq is told beside; the pool is the product's own."""
    return {key: str(value) for key, value in _house()["OPTIONS"].items() if isinstance(value, str | int)}


def _url(name: str) -> str:
    house = _house()
    more = [f"{key}={quote(value, safe='')}" for key, value in _options().items()]
    user, password = quote(house["USER"], safe=""), quote(house["PASSWORD"], safe="")
    who = f"{user}{':' if password else ''}{password}@" if user else ""
    host = f"[{house['HOST']}]" if ":" in house["HOST"] else house["HOST"]
    return f"postgres://{who}{host}:{house['PORT']}/{quote(name, safe='')}?{'&'.join(more)}"


def _connected(name: str, *, autocommit: bool = True) -> psycopg.Connection[Any]:
    try:
        return psycopg.connect(_target(name), password=_house()["PASSWORD"] or None, autocommit=autocommit)
    except psycopg.OperationalError as error:
        told = {"name": name, "said": str(error).strip().splitlines()[0]}
        raise Fault(_("PostgreSQL does not let us into %(name)s: %(said)s") % told) from error


def _exists(server: psycopg.Connection[Any], name: str) -> bool:
    return server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is not None


def _refuse_if_used(server: psycopg.Connection[Any], name: str) -> None:
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND backend_type = 'client backend'"
    deadline = time.monotonic() + PATIENCE
    while (found := server.execute(query, [name]).fetchone()) and found[0]:
        if time.monotonic() > deadline:
            says = _("The house is in use (%(number)s connections to %(name)s): stop its workers first.")
            raise Fault(says % {"number": found[0], "name": name})
        time.sleep(0.1)


def _create(server: psycopg.Connection[Any], name: str) -> None:
    """An empty database that keeps texts as the house's does, or as the server does where there is none."""
    query = "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = %s"
    found = server.execute(query, [_name()]).fetchone()
    texts = sql.SQL(" ENCODING {} LC_COLLATE {} LC_CTYPE {} TEMPLATE template0")
    more = texts.format(*map(sql.Literal, found)) if found else NOTHING
    _run(server, "CREATE DATABASE {}", name, more=more)


def _rename(server: psycopg.Connection[Any], old: str, new: str) -> None:
    _run(server, "ALTER DATABASE {} RENAME TO {}", old, new)


def _run(
    server: psycopg.Connection[Any],
    statement: LiteralString,
    *names: str,
    more: sql.Composable = NOTHING,
) -> None:
    try:
        server.execute(sql.SQL(statement).format(*map(sql.Identifier, names)) + more)
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.ObjectInUse) as error:
        said = str(error).strip().splitlines()[0]
        raise Fault(_("PostgreSQL refuses: %(said)s.") % {"said": said}) from error
