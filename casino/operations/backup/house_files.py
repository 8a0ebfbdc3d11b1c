"""What a house keeps beside its database: its keys, and its anchors. A backup has them sealed with the backup key."""

import io
import json
import os
import shutil
import tarfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from casino.common.house import house
from casino.common.version import VERSION
from casino.operations import house_keys
from casino.operations.answer import Fault
from casino.operations.backup import key
from casino.operations.backup.sealed import Head, Opening, Sealing

ANCHORS, SETTINGS_FILE = "anchors.jsonl", "settings.json"
SETTINGS = ("CURRENCY", "DECIMALS", "DENOMINATIONS", "COUNTER_LIMIT", "DAY_BEGINS", "TIME_ZONE")
PIECE = 1 << 20  # bytes


def places() -> dict[str, Path]:
    """The name of each in a backup, and where it lies here."""
    kept = (*house_keys.FILES, house_keys.OLD_SIGNING_KEYS)
    return {name: settings.VAR_DIR / name for name in kept} | {ANCHORS: settings.ANCHORS}


def seal(out: BinaryIO, **more: Path) -> None:
    """Write them into a sealed file, with the settings that figures depend on, and with `more` under its name."""
    secret = key.present()
    head = {"version": VERSION, "key": key.id_of(secret), "vendor": connection.vendor}
    sealing: Any = Sealing(out, secret, head | {"made": datetime.now(UTC).isoformat(timespec="seconds")})
    with tarfile.open(fileobj=sealing, mode="w|") as archive:
        text = json.dumps(here()).encode()
        about = tarfile.TarInfo(SETTINGS_FILE)
        about.size = len(text)
        archive.addfile(about, io.BytesIO(text))
        for name, path in (*places().items(), *more.items()):
            if path.is_file():
                archive.add(path, name, recursive=False)
    sealing.end()


def unseal(file: Path, into: Path, *more: str) -> Head:
    """Write what a sealed file has into a folder: the house's files, and `more`. Raises Fault; what was written by then
    is not to be believed."""
    known = {*places(), SETTINGS_FILE, *more}
    try:
        source = file.open("rb")
    except OSError as error:
        raise Fault(f"{file}: {error.strerror}.") from error
    with source:
        opening: Any = Opening(source, file.name, lambda head: _key_for(file.name, head))
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
        shutil.copyfile(folder / name, fresh)
        fresh.chmod(0o600)
        os.chown(fresh, owner.st_uid, owner.st_gid)
        fresh.replace(place)


def put_back(before: str, ending: str) -> None:
    """Let the files that were kept with the ending `before` take their place again."""
    for place in places().values():
        kept = place.with_name(f"{place.name}.{before}")
        if kept.exists():
            place.rename(place.with_name(f"{place.name}.{ending}"))
            kept.rename(place)


def here() -> dict[str, object]:
    """The settings that figures of this house depend on."""
    found: dict[str, object] = json.loads(json.dumps({name: house().of(name) for name in SETTINGS}))
    return found


def differences(restored: Mapping[str, object], folder: Path) -> list[str]:
    """Where the restored house counts otherwise on this machine than the one that was backed up, a sentence each."""
    there = json.loads((folder / SETTINGS_FILE).read_text())
    says = _("%(name)s was %(there)s there, and is %(here)s here.")
    return [
        says % {"name": name, "there": there[name], "here": value}
        for name, value in restored.items()
        if value != there.get(name)
    ]


def _key_for(name: str, head: Head) -> bytes:
    if head["vendor"] != connection.vendor:
        says = _("%(file)s is a backup of %(theirs)s, and this house runs on %(ours)s.")
        raise Fault(says % {"file": name, "theirs": head["vendor"], "ours": connection.vendor})
    return key.of(head["key"])


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)
