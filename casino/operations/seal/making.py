"""Writing a year into its folder: beside it first, then read again and verified, then under its name, then entered.

Killed at any step, the same command goes on: what was written is kept if it holds. Whoever interrupts it, or a full
disk, leaves nothing.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

from casino.common import clock, signing
from casino.common.house import house
from casino.common.json_input import Json
from casino.journal.models import Entry
from casino.operations.answer import Fault
from casino.operations.backup import places
from casino.operations.language import gettext as _
from casino.operations.seal.extent import Extent, Part, extent_of
from casino.operations.seal.proved import proof_of
from shift_proof import year as sealed
from shift_proof.bundle_file import parse
from shift_proof.faults import UNREADABLE
from shift_proof.faults import Fault as NotWhole
from shift_proof.replay import proved
from shift_proof.year import JOURNAL, KIND, MANIFEST, Year
from tables.models import Seal
from tables.record.bundle import bundle_of_records, bundle_of_shift, entry_as_json, line_of

Advance = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed year: its row, the folder that has its files, and how many these are and how large."""

    seal: Seal
    folder: Path
    files: int
    bytes: int


def seal(year: int, folder: Path, actor: str, advance: Advance) -> Sealed:
    """Seal a year in a folder of this folder, which has its number as its name. `advance`: told of each record that is
    written, and each that is verified. Raises Fault, OSError."""
    with alone(folder):
        extent = extent_of(year)
        anchor = proof_of(extent)
        place, part = folder / str(year), folder / f".{year}.part"
        if place.exists():
            found = _verified_again(place, extent, advance)
        else:
            with _taken_back(part):
                _write(extent, part, advance, {"anchor": anchor.number, "fingerprint": anchor.fingerprint})
                found = _verified(part, advance)
                part.rename(place)
            places.sync(folder)
        return _told(_entered(extent, found, actor), place, found)


def check(year: int, folder: Path, advance: Advance) -> Sealed:
    """Verify a sealed year that lies in this folder: by itself, and that it is the one that was entered. Raises Fault,
    OSError."""
    row = Seal.objects.filter(year=year).first()
    if row is None:
        raise Fault(_("%(year)s has not been sealed.") % {"year": year})
    found = _verified(folder / str(year), advance, any_key=True)
    if found.digest != row.digest:
        says = _(
            "%(folder)s is not %(year)s as it was sealed: its manifest has another digest than %(digest)s."
        )
        raise Fault(says % {"folder": folder / str(year), "year": year, "digest": row.digest})
    return _told(row, folder / str(year), found)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the folder's own lock, which a killed process lets go. Raises Fault while another has it, or where there is
    no folder: none is made, which would hide that nothing is mounted."""
    if not folder.is_dir():
        raise Fault(_("There is no folder %(folder)s: is it mounted?") % {"folder": folder})
    busy = _("A year is being sealed in %(folder)s.") % {"folder": folder}
    with places.alone(folder, busy):
        yield


@contextmanager
def _taken_back(part: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if part.exists():
            shutil.rmtree(part)
        raise


def _write(extent: Extent, part: Path, advance: Advance, proof: Json) -> None:
    part.mkdir(mode=0o700, exist_ok=True)
    files: list[Json] = []
    for one in extent.parts():
        files.append(_written(part / one.name, one))
        advance(one.last - one.after)
    files.append(_journal(part / JOURNAL, extent))
    manifest = line_of(_manifest(extent, files, proof))
    _put(part / MANIFEST, iter([manifest, line_of({"signature": signing.sign(manifest)})]))
    _sweep(part, {MANIFEST, *(file["name"] for file in files)})


def _written(path: Path, part: Part) -> Json:
    """Write the bundle of a part, unless a run that was killed has."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    if not _is_whole(path, part):
        table = part.table
        data = (
            bundle_of_shift(table, part.shift)
            if part.shift
            else bundle_of_records(table, part.after, part.last)
        )
        _put(path, iter([data]))
    data = path.read_bytes()
    told = {"name": part.name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    return told | {"table": part.table.slug, "first": part.after + 1, "last": part.last}


def _is_whole(path: Path, part: Part) -> bool:
    """Whether it is there and holds: what was written before the machine fell may be torn."""
    if not path.exists():
        return False
    try:
        bundle = parse(path.read_bytes())
        proved(bundle, signing.public_key())
    except (NotWhole, *UNREADABLE):
        return False
    told = bundle.manifest
    return bool((told["table"], told["first"], told["last"]) == (part.table.slug, part.after + 1, part.last))


def _journal(path: Path, extent: Extent) -> Json:
    size, digest, span = 0, hashlib.sha256(), extent.journal
    entries = Entry.objects.filter(number__gt=span.before.number, number__lte=span.head.number)

    def lines() -> Iterator[bytes]:
        nonlocal size
        for entry in entries.order_by("number").iterator(chunk_size=500):
            line = line_of(entry_as_json(entry, in_full=True))
            size += len(line)
            digest.update(line)
            yield line

    _put(path, lines())
    return {"name": JOURNAL, "bytes": size, "sha256": digest.hexdigest()}


def _manifest(extent: Extent, files: list[Json], proof: Json) -> Json:
    return {
        "bundle": KIND,
        "year": extent.year,
        "house": house().house_name,
        "language": house().language_code,
        "time_zone": house().time_zone,
        "from": extent.begin.astimezone(UTC).isoformat(),
        "to": extent.end.astimezone(UTC).isoformat(),
        "previous": extent.previous,
        "tables": {slug: span.as_dict() for slug, span in extent.tables.items()},
        "journal": extent.journal.as_dict(),
        "proved": proof,
        "files": files,
        "key": signing.public_key(),
    }


def _put(path: Path, data: Iterator[bytes]) -> None:
    """All of it, on the disk, under its name, or nothing under that name."""
    new = path.with_name(f"{path.name}.new")
    number = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(number, "wb") as out:
        out.writelines(data)
        out.flush()
        os.fsync(out.fileno())
    new.replace(path)


def _sweep(part: Path, names: set[str]) -> None:
    """Remove what a run that was killed has left there besides, and have the names on the disk."""
    for path in [one for one in part.rglob("*") if one.is_file()]:
        if path.relative_to(part).as_posix() not in names:
            path.unlink()
    for folder in [part, *(one for one in part.rglob("*") if one.is_dir())]:
        places.sync(folder)


def _verified(folder: Path, advance: Advance, *, any_key: bool = False) -> Year:
    """Read it from the disk, and not from what was kept in memory of it. `any_key`: the house's may have been replaced
    since; its digest says that it is the same."""
    for path in folder.rglob("*.jsonl") if hasattr(os, "posix_fadvise") else ():
        if path.is_file():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    try:
        return sealed.verify(folder, None if any_key else signing.public_key(), lambda: advance(0))
    except NotWhole as fault:
        says = _("%(folder)s does not hold: %(fault)s.")
        raise Fault(says % {"folder": folder, "fault": fault}) from fault


def _verified_again(place: Path, extent: Extent, advance: Advance) -> Year:
    """The year under its name, which a run that was killed has put there. Raises Fault for another one."""
    found = _verified(place, advance)
    told = {slug: span.as_dict() for slug, span in extent.tables.items()}
    if (found.manifest["tables"], found.manifest["journal"]) != (told, extent.journal.as_dict()):
        says = _("%(folder)s is there already, and is not this house's year: move it away.")
        raise Fault(says % {"folder": place})
    return found


def _entered(extent: Extent, found: Year, actor: str) -> Seal:
    return Seal.objects.create(
        year=extent.year,
        digest=found.digest,
        tables={slug: [head.number, head.digest] for slug, head in extent.ends.items()},
        journal=extent.journal.head.number,
        journal_head=extent.journal.head.digest,
        actor=actor,
        at=clock.now(),
    )


def _told(row: Seal, folder: Path, found: Year) -> Sealed:
    files = found.manifest["files"]
    return Sealed(row, folder, len(files), sum(file["bytes"] for file in files))
