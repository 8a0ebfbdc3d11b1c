"""Backups of the embedded database, with SQLite's online backup."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from casino.common.progress import progress
from casino.operations.answer import Fault
from casino.operations.backup.own_connections import let_go
from casino.operations.serving_lock import IsServed, standing_still

PAGES = 4096  # copied at once
EMBEDDED = "casino.sqlite3"  # in VAR_DIR
PIECE = 1 << 20  # bytes


class Moment:
    """A copy of the database, in a file."""

    def __init__(self, file: Path, cursor: sqlite3.Cursor) -> None:
        self._file, self.cursor = file, cursor

    def dump(self, write: Callable[[bytes], None]) -> None:
        """Write the file."""
        with self._file.open("rb") as source:
            while piece := source.read(PIECE):
                write(piece)


class Scratch:
    """A restored database in a folder of its own, as VAR_DIR is one."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / EMBEDDED
        self.environment = {"VAR_DIR": str(folder), "DATABASE_URL": ""}

    @contextmanager
    def cursor(self) -> Iterator[sqlite3.Cursor]:
        """A cursor on it."""
        with closing(sqlite3.connect(self._file)) as connected:
            yield connected.cursor()

    def take_place(self, aside: str) -> str:
        """Move its file to the place of the house's, which gets a new name. Raises Fault while a server runs."""
        return _take_place(self._file, aside)


@contextmanager
def moment() -> Iterator[Moment]:
    """A copy of the house's database as it is now. Writers are not held up: a reader in WAL mode sees one moment."""
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix="backup-") as folder:
        file = Path(folder) / "copy.sqlite3"
        with (
            closing(sqlite3.connect(_house(), isolation_level=None)) as house,
            closing(sqlite3.connect(file)) as copy,
        ):
            house.execute("BEGIN")
            house.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with progress(_("copying the database"), size()) as advance:
                _copy(house, copy, advance)
            yield Moment(file, copy.cursor())


def size() -> int:
    """The size of the file in bytes, with its log."""
    house = _house()
    return sum(file.stat().st_size for file in (house, house.with_name(f"{house.name}-wal")) if file.exists())


@contextmanager
def scratch(read: Callable[[int], bytes], folder: Path) -> Iterator[Scratch]:
    """A database from a dump, in a folder that the caller removes."""
    with (folder / EMBEDDED).open("wb") as out:
        while piece := read(PIECE):
            out.write(piece)
    yield Scratch(folder)


def refuse_if_served() -> None:
    """Raises Fault while a server runs."""
    with _standing_still():
        pass


def is_empty() -> bool:
    """Whether there is no file, or none with tables or logins in it."""
    if not _house().exists():
        return True
    with closing(sqlite3.connect(_house())) as house:
        try:
            return not any(_any(house, table) for table in ("tables_table", "accounts_user"))
        except sqlite3.OperationalError:  # no such table
            return True


def drop_scratch() -> list[str]:
    """Nothing: a scratch database is a file in a folder that goes as a whole."""
    return []


def kept_aside() -> dict[str, int]:
    """The files that restores have kept, with their sizes in bytes, oldest first."""
    found = sorted(_house().parent.glob(f"{_house().name}.before_*"))
    return {str(file): file.stat().st_size for file in found}


def put_back(name: str, aside: str) -> str:
    """Let a file that was kept take the place of the house's. Returns the name under which that is kept."""
    return _take_place(Path(name), aside)


def drop(name: str) -> None:
    """Remove a file that was kept."""
    Path(name).unlink()


def _take_place(file: Path, aside: str) -> str:
    house = _house()
    before = house.with_name(f"{house.name}.{aside}")
    let_go()
    with _standing_still():
        _fold_log(file)
        kept = house.exists()
        if kept:
            _fold_log(house)
            house.rename(before)
        file.rename(house)
    return str(before) if kept else ""


def _any(house: sqlite3.Connection, table: str) -> bool:
    return house.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None  # noqa: S608


def _copy(house: sqlite3.Connection, copy: sqlite3.Connection, advance: Callable[[int], None]) -> None:
    page = house.execute("PRAGMA page_size").fetchone()[0]
    left = None

    def step(status: int, remaining: int, total: int) -> None:
        nonlocal left
        advance(page * ((total if left is None else left) - remaining))
        left = remaining

    house.backup(copy, pages=PAGES, progress=step)


@contextmanager
def _standing_still() -> Iterator[None]:
    try:
        with standing_still(settings.VAR_DIR):
            yield
    except IsServed as error:
        says = _("The house is being served: stop it first, and start it again afterwards.")
        raise Fault(says) from error


def _fold_log(file: Path) -> None:
    """Write what the log holds into the file itself, so that the file can be moved."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _house() -> Path:
    name: Any = settings.DATABASES["default"]["NAME"]
    return Path(name)
