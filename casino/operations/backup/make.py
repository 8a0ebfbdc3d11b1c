"""Makes a backup, and proves it by restoring it."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from casino.common import signing
from casino.common.json_input import Json
from casino.common.version import VERSION
from casino.operations.answer import Fault
from casino.operations.backup import contents, key
from casino.operations.backup.manifest import write
from casino.operations.backup.sealed import Sealing
from casino.operations.backup.source import Database, database

ENDING, UNPROVED = ".novamas", ".unproved"


@dataclass(frozen=True, slots=True)
class Made:
    """A backup: its file, its size in bytes, and the key that opens it."""

    file: Path
    size: int
    key: str
    facts: Json


def folder() -> Path:
    """Where backups lie: BACKUP_DIR, or `backups` in VAR_DIR."""
    return Path(os.environ.get("BACKUP_DIR") or settings.VAR_DIR / "backups")


def make(into: Path, prove: Callable[[Path], object] | None) -> Made:
    """Write a backup into a folder while tables play. It has its name only once it is whole and `prove` has restored
    it; without that its name says that it is unproved. Raises Fault, and leaves no file then."""
    into.mkdir(parents=True, exist_ok=True, mode=0o700)
    house, secret = database(), key.present()
    signing.public_key()  # makes the key, if nothing was signed yet: it goes into the backup
    _refuse_without_room(into, house)
    now = datetime.now(UTC)
    file = into / f"{now:%Y%m%dT%H%M%SZ}{'' if prove else UNPROVED}{ENDING}"
    with _whole(file, prove) as out, house.moment() as moment:
        head = {
            "version": VERSION,
            "key": key.id_of(secret),
            "vendor": connection.vendor,
            "made": now.isoformat(timespec="seconds"),
            "migrations": contents.migrations(moment.cursor),
        }
        facts = contents.facts(moment.cursor)
        sealing = Sealing(out, secret, head)
        write(sealing, {**facts, "settings": contents.house_settings(), "files": contents.kept_files()})
        moment.dump(sealing.write)
        sealing.end()
    return Made(file, file.stat().st_size, key.id_of(secret), facts)


@contextmanager
def _whole(file: Path, prove: Callable[[Path], object] | None = None) -> Iterator[BinaryIO]:
    """A file that appears under its name when all of it is on the disk and proved, and not at all if something goes
    wrong."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(number, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        if prove:
            prove(part)
        os.link(part, file)  # never replaces another backup
        _sync(file.parent)
    except FileExistsError as error:
        raise Fault(_("%(file)s exists already.") % {"file": file}) from error
    except OSError as error:
        says = _("No backup was written to %(folder)s: %(said)s.")
        raise Fault(says % {"folder": file.parent, "said": error.strerror}) from error
    finally:
        part.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _refuse_without_room(into: Path, house: Database) -> None:
    free, needed = shutil.disk_usage(into).free, house.size()
    if free < needed:
        says = _("%(folder)s has %(free)s MiB left, and the database has %(needed)s MiB: make room first.")
        raise Fault(says % {"folder": into, "free": free >> 20, "needed": needed >> 20})
