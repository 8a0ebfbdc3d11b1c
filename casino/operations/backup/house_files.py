"""What a house keeps beside its database: its keys, and its anchors. A backup has them sealed with the backup key."""

import os
import shutil
import tarfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings

from casino.common.environment import OLD_SIGNING_KEYS
from casino.common.version import VERSION
from casino.operations import house_keys
from casino.operations.answer import Fault
from casino.operations.backup import key
from casino.operations.backup.sealed import Head, Opening, Sealing

ANCHORS = "anchors.jsonl"
PIECE = 1 << 20  # bytes


def places() -> dict[str, Path]:
    """The name of each in a backup, and where it lies here."""
    kept = (*house_keys.FILES, OLD_SIGNING_KEYS)
    return {name: settings.VAR_DIR / name for name in kept} | {ANCHORS: settings.ANCHORS}


def seal(out: BinaryIO, **more: Path) -> None:
    """Write them into a sealed file, with `more` under its name."""
    secret = key.present()
    made = datetime.now(UTC).isoformat(timespec="seconds")
    sealing: Any = Sealing(out, secret, {"version": VERSION, "key": key.id_of(secret), "made": made})
    with tarfile.open(fileobj=sealing, mode="w|") as archive:
        for name, path in (*places().items(), *more.items()):
            if path.is_file():
                archive.add(path, name, recursive=False)
    sealing.end()


def unseal(file: Path, into: Path, *more: str) -> Head:
    """Write what a sealed file has into a folder: the house's files, and `more`. Raises Fault; what was written by then
    is not to be believed."""
    known = {*places(), *more}
    try:
        source = file.open("rb")
    except OSError as error:
        raise Fault(f"{file}: {error.strerror}.") from error
    with source:
        opening: Any = Opening(source, file.name, lambda head: key.of(head["key"]))
        with tarfile.open(fileobj=opening, mode="r|") as archive:
            for member in archive:
                content = archive.extractfile(member)
                if content and member.name in known:
                    with open(into / member.name, "wb", opener=_private) as out:
                        shutil.copyfileobj(content, out, PIECE)
        while opening.read(PIECE):  # up to the end, which says that nothing is missing
            pass
        found: Head = opening.head
        return found


def put(folder: Path, ending: str) -> None:
    """Let the files of a folder take the place of the house's, unless they are of this house: then it has the newer
    ones. What is replaced is kept under a name with this ending."""
    owner = settings.VAR_DIR.stat()
    is_of_this_house = any(_same(folder / name, settings.VAR_DIR / name) for name in house_keys.FILES)
    for name, place in places().items():
        if not (folder / name).exists() or (is_of_this_house and place.exists()):
            continue
        if place.exists():
            place.rename(place.with_name(f"{place.name}.{ending}"))
        fresh = place.with_name(f".{place.name}.{os.getpid()}")
        with (folder / name).open("rb") as source, open(fresh, "xb", opener=_private) as out:
            shutil.copyfileobj(source, out)
        os.chown(fresh, owner.st_uid, owner.st_gid)
        fresh.replace(place)


def put_back(before: str, ending: str) -> None:
    """Let the files that were kept with the ending `before` take their place again."""
    for place in places().values():
        kept = place.with_name(f"{place.name}.{before}")
        if kept.exists():
            place.rename(place.with_name(f"{place.name}.{ending}"))
            kept.rename(place)


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)
