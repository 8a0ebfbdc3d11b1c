"""Backups of the embedded database: one sealed file each, which has its name only once it was restored and audited."""

import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.db import connections
from django.utils.translation import gettext as _

from casino.common import signing
from casino.operations.answer import Fault
from casino.operations.backup import house_files, places, proving
from casino.operations.backup.kinds import Backup, Restored, Told
from casino.operations.serving_lock import IsServed, standing_still

DATABASE = "casino.sqlite3"
NAME = re.compile(r"(\d{8}T\d{6}Z)\.novamas")
FOLDERS = ("backup-*", "restore-*")  # of copies, in VAR_DIR
PARTS = ".*.part"  # of backups that were not finished


def folder() -> Path:
    """Where backups lie: BACKUP_TO, or `backups` in VAR_DIR."""
    return Path(os.environ.get("BACKUP_TO") or settings.VAR_DIR / "backups")


@contextmanager
def alone() -> Iterator[list[str]]:
    """See `Kind`."""
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with places.alone(settings.VAR_DIR):
        left = [path for pattern in FOLDERS for path in settings.VAR_DIR.glob(pattern)]
        left += folder().glob(PARTS) if folder().is_dir() else []
        for path in left:
            places.remove(path)
        yield [*map(str, left), *places.put_right(_house())]


def make(*, full: bool = True) -> Backup:
    """See `Kind`; each is a full one."""
    into, now = folder(), datetime.now(UTC)
    if not into.exists() and not os.environ.get("BACKUP_TO"):
        into.mkdir(mode=0o700)
    signing.public_key()  # makes the key, if nothing was signed yet: it goes into the backup
    file = into / f"{now:%Y%m%dT%H%M%SZ}.novamas"
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix="backup-") as copies:
        places.refuse_without_room(settings.VAR_DIR, 2 * _house().stat().st_size)
        copy = Path(copies) / DATABASE
        with closing(sqlite3.connect(_house())) as house:
            house.execute("VACUUM INTO ?", [str(copy)])
        with whole(file, lambda part: _proved(part, file.name)) as out:
            house_files.seal(out, **{DATABASE: copy})
    for one in listing():
        if now - one.made > timedelta(weeks=settings.BACKUP_KEEP_WEEKS):
            (into / one.name).unlink()
    return Backup(file.name, now, file.stat().st_size, True, now)


def listing() -> list[Backup]:
    """See `Kind`."""
    found = [(one, NAME.fullmatch(one.name)) for one in sorted(folder().glob("*"))]
    return [_backup(file, said[1]) for file, said in found if said]


def prove(name: str, to: datetime | None) -> Restored:
    """See `Kind`."""
    file = _file(name, to)
    return _proved(file, file.name)


def restore(name: str, to: datetime | None, *, replace: bool) -> Restored:
    """See `Kind`."""
    file = _file(name, to)
    if not replace and _house().exists():
        raise Fault(
            _("This house has a database. With --replace the backup takes its place, and it is kept aside.")
        )
    with _standing_still(), _restored(file, file.name) as (found, restored):
        return Restored(found.name, found.moment, found.facts, _take(restored / DATABASE, restored))


def told() -> Told:
    """See `Kind`."""
    return Told(listing(), kept_aside())


def kept_aside() -> dict[str, int]:
    """See `Kind`."""
    return places.kept_aside(_house())


def put_back(name: str) -> str:
    """See `Kind`."""
    kept = places.kept(_house(), name)
    with _standing_still():
        before = _take(kept)
        house_files.put_back(places.ending_of(name), places.ending_of(before))
        return before


def drop(name: str) -> None:
    """See `Kind`."""
    places.drop(_house(), name)


@contextmanager
def whole(file: Path, prove: Callable[[Path], object]) -> Iterator[BinaryIO]:
    """A file that has its name when all of it is on the disk and `prove` has found it right, and is not there at all if
    something goes wrong."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(number, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        prove(part)
        os.link(part, file)  # never replaces another backup
    except FileExistsError as error:
        raise Fault(_("%(file)s exists already.") % {"file": file}) from error
    except OSError as error:
        says = _("No backup was written to %(folder)s: %(said)s.")
        raise Fault(says % {"folder": file.parent, "said": error.strerror}) from error
    finally:
        part.unlink(missing_ok=True)


def _proved(file: Path, name: str) -> Restored:
    with _restored(file, name) as (found, _folder):
        return found


@contextmanager
def _restored(file: Path, name: str) -> Iterator[tuple[Restored, Path]]:
    """The backup in a folder of its own, as VAR_DIR is one, audited."""
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix="restore-") as beside:
        head = house_files.unseal(file, Path(beside), DATABASE)
        facts = proving.prove(name, {"VAR_DIR": beside, "DATABASE_URL": ""})
        _fold_log(Path(beside) / DATABASE)
        yield Restored(name, datetime.fromisoformat(head["made"]), facts), Path(beside)


def _take(file: Path, files: Path | None = None) -> str:
    """Let a database take the place of the house's, which is kept; and the house's files of a folder with it."""
    connections.close_all()
    if _house().exists():
        _fold_log(_house())
    before = places.take(_house(), file)
    if files:
        house_files.put(files, places.ending_of(before) or places.ending())
    return before


def _file(name: str, to: datetime | None) -> Path:
    if to:
        raise Fault(_("The embedded database has no moments between its backups: name one of them."))
    if name:
        return Path(name) if Path(name).exists() or "/" in name else folder() / name
    if found := listing():
        return folder() / found[-1].name
    raise Fault(_("There are no backups in %(folder)s.") % {"folder": folder()})


def _backup(file: Path, said: str) -> Backup:
    made = datetime.strptime(said, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    return Backup(file.name, made, file.stat().st_size, True, made)


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
