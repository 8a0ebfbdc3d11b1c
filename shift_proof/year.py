"""A sealed year: a folder with a signed manifest, the bundles of its shifts, and the journal.

Each table's bundles follow one another without a gap, from the head of the year before to the one that the manifest
names, and so do the entries of the journal.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from shift_proof.bundle_file import LARGEST, BundleFile, check_signature, parse, signature_of
from shift_proof.faults import UNREADABLE, Broken, Fault, Json, NotOurs, same
from shift_proof.journal import chained
from shift_proof.replay import proved
from shift_proof.words import Words

KIND = "no-va-mas year 1"
MANIFEST, JOURNAL = "manifest.jsonl", "journal.jsonl"
LONGEST = 1 << 24  # bytes of a line of the journal
NAMED = {"year", "house", "from", "to", "previous", "tables", "journal", "files", "key"}


@dataclass(frozen=True)
class Year:
    """What was proved. `digest`: SHA-256, in hex, of the manifest's file; `payments`: how many were checked."""

    manifest: Json
    digest: str
    payments: int


def verify(folder: Path, key: str | None = None, told: Callable[[], object] = lambda: None) -> Year:
    """Verify the year in a folder. `key`: the public key that is trusted; None for whichever it names; `told`: called
    for each file. Raises NotOurs, Broken, OSError."""
    manifest, data = read_manifest(folder, key)
    try:
        _check_names(folder, manifest)
        payments = 0
        reached = {slug: (of["first"], of["previous"]) for slug, of in manifest["tables"].items()}
        for file in manifest["files"]:
            told()
            payments += _checked(folder, file, manifest, reached)
        for slug, table in manifest["tables"].items():
            due = (table["last"] + 1, table["head"])
            same("{table}: where its records end", reached[slug], due, table=slug)
    except UNREADABLE as fault:
        raise Broken("something in it cannot be read: {error}", error=type(fault).__name__) from fault
    return Year(manifest, hashlib.sha256(data).hexdigest(), payments)


def read_manifest(folder: Path, key: str | None = None) -> tuple[Json, bytes]:
    """The manifest, whose signature has been checked, and its file. Raises NotOurs, Broken, OSError."""
    with (folder / MANIFEST).open("rb") as file:
        data = file.read(LARGEST)
    line, _, rest = data.partition(b"\n")
    if not rest.endswith(b"\n"):
        raise NotOurs("it was cut: the signature at its end is missing")
    try:
        manifest = json.loads(line)
    except (ValueError, RecursionError):
        raise NotOurs("it is no sealed year") from None
    if not isinstance(manifest, dict) or manifest.get("bundle") != KIND:
        raise NotOurs("it is no sealed year")
    if missing := NAMED - manifest.keys():
        raise NotOurs("its manifest lacks {names}", names=", ".join(sorted(missing)))
    check_signature(BundleFile(manifest, [], signature_of(rest.strip()), line + b"\n"), key)
    return manifest, data


def _check_names(folder: Path, manifest: Json) -> None:
    listed = {file["name"] for file in manifest["files"]}
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    for name in sorted({*listed, MANIFEST} - found):
        raise Broken("{name} is missing", name=name)
    for name in sorted(
        name for name in found if name not in {*listed, MANIFEST} or not (folder / name).is_file()
    ):
        raise Broken("{name} does not belong to it", name=name)
    if JOURNAL not in listed:
        raise Broken("{name} is missing", name=JOURNAL)


def _checked(folder: Path, file: Json, manifest: Json, reached: dict[str, tuple[int, str]]) -> int:
    """How many payments were checked."""
    name = file["name"]
    try:
        if name == JOURNAL:
            _check_journal(folder / name, file, manifest["journal"])
            return 0
        with (folder / name).open("rb") as opened:
            data = opened.read(LARGEST + 1)
        _check_digest(file, len(data), hashlib.sha256(data).hexdigest())
        return _check_shift(data, file, manifest["key"], reached)
    except Fault as fault:
        raise Broken("{name}: {fault}", name=name, fault=fault.words) from fault
    except UNREADABLE as fault:
        told = Words("something in it cannot be read: {error}", error=type(fault).__name__)
        raise Broken("{name}: {fault}", name=name, fault=told) from fault


def _check_digest(file: Json, size: int, digest: str) -> None:
    if (size, digest) != (file["bytes"], file["sha256"]):
        raise Broken("it is not as it was when the year was sealed")


def _check_shift(data: bytes, file: Json, key: str, reached: dict[str, tuple[int, str]]) -> int:
    bundle, slug = parse(data), file["table"]
    told = bundle.manifest
    begins = (told["table"], told["first"], told["previous"])
    same("where its records begin", begins, (slug, *reached[slug]))
    payments = proved(bundle, key).payments
    reached[slug] = (told["last"] + 1, told["head"])
    return payments


def _check_journal(path: Path, file: Json, told: Json) -> None:
    number, previous, size, digest = told["first"], told["previous"], 0, hashlib.sha256()
    with path.open("rb") as lines:
        while line := lines.readline(LONGEST):
            size += len(line)
            digest.update(line)
            where = Words("entry {number} of the journal", number=number)
            previous = chained(where, json.loads(line), number, previous, in_full=True)
            number += 1
    _check_digest(file, size, digest.hexdigest())
    same("where the journal ends", (number - 1, previous), (told["last"], told["head"]))
