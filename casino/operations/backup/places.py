"""The place of the house's database, a file or a folder: what is there goes aside and comes back, and is never lost."""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.utils.translation import gettext as _

from casino.operations.answer import Fault

KEPT = re.compile(r"before_\d{8}_\d{6}$")  # the end of a name under which a restore has kept something


@contextmanager
def alone(folder: Path, busy: str = "") -> Iterator[None]:
    """Hold the folder's own lock, which a killed process lets go. Raises Fault while another has it, with the sentence
    `busy` or that of backups."""
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise Fault(busy or _("Another backup or restore of this house is under way.")) from error
    finally:
        os.close(number)


def ending() -> str:
    """The end of a name under which something is kept from now on."""
    return f"{datetime.now(UTC):before_%Y%m%d_%H%M%S}"


def ending_of(name: str) -> str:
    """That of a name under which something is kept; empty for any other."""
    found = KEPT.search(name)
    return found[0] if found else ""


def take(place: Path, new: Path) -> str:
    """Let `new` take the place; what was there is kept beside it. Returns the name of that, empty if nothing was."""
    before = place.with_name(f"{place.name}.{ending()}")
    is_there = place.exists()
    if is_there:
        place.rename(before)
    new.rename(place)
    sync(place.parent)
    return str(before) if is_there else ""


def put_right(place: Path) -> list[str]:
    """If a run was killed between the two steps of `take`, put back what was there; returns its name."""
    kept = _kept(place)
    if place.exists() or not kept:
        return []
    kept[-1].rename(place)
    return [str(kept[-1])]


def kept_aside(place: Path) -> dict[str, int]:
    """What was kept, with the sizes in bytes, oldest first."""
    return {str(one): _size(one) for one in _kept(place)}


def kept(place: Path, name: str) -> Path:
    """One of them by its name. Raises Fault."""
    if name not in map(str, _kept(place)):
        says = _("No restore of this house has kept %(name)s: novamas aside lists what is kept.")
        raise Fault(says % {"name": name})
    return Path(name)


def drop(place: Path, name: str) -> None:
    """Remove one of them. Raises Fault."""
    remove(kept(place, name))


def remove(path: Path) -> None:
    """Remove a file or a folder."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def refuse_without_room(folder: Path, needed: int) -> None:
    """Raises Fault if the folder has fewer bytes left."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        says = _("%(folder)s has %(free)s MiB left, and %(needed)s MiB are needed: make room first.")
        raise Fault(says % {"folder": folder, "free": free >> 20, "needed": needed >> 20})


def _kept(place: Path) -> list[Path]:
    return sorted(one for one in place.parent.glob(f"{place.name}.before_*") if KEPT.search(one.name))


def _size(path: Path) -> int:
    return sum(one.lstat().st_size for one in (path, *path.rglob("*")))


def sync(folder: Path) -> None:
    """Have the names in a folder on the disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
