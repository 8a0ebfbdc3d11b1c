"""What runs that were killed have left, and what restores have kept aside."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from casino.operations.answer import Fault
from casino.operations.backup import contents
from casino.operations.backup.postgresql import KEPT
from casino.operations.backup.source import database

LOCK = "backup.lock"  # in VAR_DIR, held while a backup or restore works
FOLDERS = ("backup-*", "restore-*")  # of copies, in VAR_DIR
PARTS = ".*.part"  # of backups that were not finished, in their folder


def now() -> str:
    """The end of the names under which a restore keeps what stood in its place."""
    return f"{datetime.now(UTC):before_%Y%m%d_%H%M%S}"


@contextmanager
def alone() -> Iterator[None]:
    """Work on backups of this house as the only one on this machine. Raises Fault while another does."""
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR_DIR / LOCK).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Fault(_("Another backup or restore of this house is under way.")) from error
        yield


def remove(into: Path) -> list[str]:
    """Remove what killed runs have left: scratch databases, copies, and halves of backups in the folder `into`. Only
    for who works alone. Returns the names of what was removed."""
    removed = database().drop_scratch()
    for pattern in FOLDERS:
        for folder in settings.VAR_DIR.glob(pattern):
            shutil.rmtree(folder)
            removed.append(str(folder))
    for part in into.glob(PARTS) if into.is_dir() else ():
        part.unlink()
        removed.append(str(part))
    return removed


def put_back(name: str) -> str:
    """Let a database that a restore has kept take the place of the house's again, with the keys that were kept with it.
    Returns the name under which the house's is kept. Raises Fault."""
    _refuse_unknown(name)
    database().refuse_if_served()
    aside, kept = now(), KEPT.search(name)
    before = database().put_back(name, aside)
    for file in contents.KEPT_FILES:
        path = settings.VAR_DIR / file
        old = path.with_name(f"{file}.{kept[0] if kept else ''}")
        if old.exists():
            path.rename(path.with_name(f"{file}.{aside}"))
            old.rename(path)
    return before


def drop(name: str) -> None:
    """Remove a database that a restore has kept. Raises Fault."""
    _refuse_unknown(name)
    database().drop(name)


def _refuse_unknown(name: str) -> None:
    if name not in database().kept_aside():
        says = _("No restore of this house has kept %(name)s: novamas aside lists what is kept.")
        raise Fault(says % {"name": name})
