"""Restores a backup, beside the house first: it takes the house's place only when it has been proved."""

import base64
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from casino.common.json_input import Json
from casino.common.progress import Advance, progress
from casino.common.version import VERSION
from casino.operations import settings_file
from casino.operations.answer import Fault
from casino.operations.backup import contents, key, leftovers, manifest
from casino.operations.backup.sealed import CHUNK, Head, Opening, read_head
from casino.operations.backup.source import Scratch, database
from tables.reports.figures.reader import readers


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored and proved; `aside`: what the former database is called, empty if there was none."""

    head: Head
    facts: Json
    aside: str
    warnings: list[str]


def head_of(file: Path) -> Head:
    """What a backup says of itself in the clear. Raises Fault."""
    with _opened(file) as source:
        return read_head(source, file.name)


def prove(file: Path) -> Head:
    """Restore a backup into a scratch database, compare it with what the backup says, audit it, and drop it. Raises
    Fault."""
    with _scratch(file) as (opened, _manifest, _scratch_database):
        return opened.head


def restore(file: Path, *, replace: bool) -> Restored:
    """Put a backup in the place of the house's database. Raises Fault; nothing has changed then."""
    _check_all(file)
    database().refuse_if_served()
    if not replace and not database().is_empty():
        raise Fault(
            _(
                "This house has tables or logins already. With --replace the backup takes the place of its database,"
                " which is kept under another name."
            )
        )
    ending = leftovers.now()
    with _scratch(file) as (opened, found, scratch):
        aside = scratch.take_place(ending)
        _put_files(found["files"], settings.VAR_DIR, ending)
        return Restored(
            opened.head, {name: found[name] for name in ("ends", "rows")}, aside, _warnings(found)
        )


@contextmanager
def _scratch(file: Path) -> Iterator[tuple[Opening, Json, Scratch]]:
    """The backup in a database beside the house's, compared with what it says and audited; removed in the end."""
    house = database()
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (
        _opened(file) as source,
        tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix="restore-") as folder,
    ):
        opened = Opening(source, file.name, partial(_key_for, file.name))
        found = manifest.read(opened, file.name)
        _put_files(found["files"], Path(folder))
        with (
            progress(_("restoring"), file.stat().st_size) as advance,
            house.scratch(_counted(opened, advance), Path(folder)) as scratch,
        ):
            _prove(file.name, opened.head, found, scratch)
            yield opened, found, scratch


def _key_for(name: str, head: Head) -> bytes:
    """The key of a backup that fits this house and this version. Raises Fault."""
    if head["vendor"] != connection.vendor:
        says = _("%(file)s is a backup of %(theirs)s, and this house runs on %(ours)s.")
        raise Fault(says % {"file": name, "theirs": head["vendor"], "ours": connection.vendor})
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    if any(tuple(one) not in known for one in head.get("migrations", [])):
        says = _("%(file)s was made by a newer version (%(theirs)s; this is %(ours)s): upgrade first.")
        raise Fault(says % {"file": name, "theirs": head["version"], "ours": VERSION})
    return key.of(head["key"])


def _prove(name: str, head: Head, found: Json, scratch: Scratch) -> None:
    with scratch.cursor() as cursor:
        restored = contents.facts(cursor, found["rows"])
    for difference in contents.differences(found, restored):
        says = _("%(file)s was restored, but is not what it says: %(difference)s.")
        raise Fault(says % {"file": name, "difference": difference})
    applied = {tuple(one) for one in head["migrations"]}
    if not applied.issuperset(MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes()):
        _manage(scratch.environment, "migrate", "--verbosity", "0")
    _manage(scratch.environment, "audit")
    if role := settings_file.serving_role():
        _manage(scratch.environment, "serving_role", role)
    for reader, people in readers():  # of the house that is replaced
        _manage(scratch.environment, "figures_role", reader, *(["--people"] if people else []))


def _manage(variables: Mapping[str, str], *arguments: str) -> None:
    """Run a command of the product on another database. Raises Fault with its first words if it fails."""
    done = subprocess.run(  # noqa: S603 (all ours)
        [sys.executable, "-m", "django", *arguments],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "casino.site.settings", **variables},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = [
            line for line in (done.stdout + done.stderr).splitlines() if "BROKEN" in line
        ] or done.stderr.splitlines()
        says = _("The backup was restored beside the house, but %(command)s refuses it: %(said)s")
        raise Fault(says % {"command": arguments[0], "said": said[-1] if said else ""})


def _check_all(file: Path) -> None:
    """Read the whole backup once, before anything is written. Raises Fault."""
    with _opened(file) as source, progress(_("checking the backup"), file.stat().st_size) as advance:
        read = _counted(Opening(source, file.name, partial(_key_for, file.name)), advance)
        while read(CHUNK):
            pass


@contextmanager
def _opened(file: Path) -> Iterator[BinaryIO]:
    try:
        source = file.open("rb")
    except OSError as error:
        raise Fault(f"{file}: {error.strerror}.") from error
    with source:
        yield source


def _counted(opened: Opening, advance: Advance) -> Callable[[int], bytes]:
    def read(size: int) -> bytes:
        found = opened.read(size)
        advance(len(found))
        return found

    return read


def _put_files(files: Mapping[str, str], folder: Path, aside: str = "") -> None:
    """Write the house's own files; one that is there and differs is kept under another name."""
    for name in contents.KEPT_FILES:
        if name not in files:
            continue
        path, data = folder / name, base64.b64decode(files[name])
        if path.exists() and path.read_bytes() == data:
            continue
        if path.exists():
            path.rename(path.with_name(f"{name}.{aside}"))
        fresh = path.with_name(f"{name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_bytes(data)
        fresh.replace(path)


def _warnings(found: Json) -> list[str]:
    """Where this house is set up otherwise than the one that made the backup."""
    here, there = json.loads(json.dumps(contents.house_settings())), found["settings"]
    return [
        _("%(name)s was %(there)s there, and is %(here)s here.")
        % {"name": name, "there": there[name], "here": here[name]}
        for name in here
        if here[name] != there.get(name)
    ]
