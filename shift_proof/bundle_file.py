"""The file: a manifest, the records, a signature; one line of JSON each."""

import base64
import hashlib
import json
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from shift_proof.faults import Broken, Json, NotOurs

# The oldest carries no journal; before the newest, chances have no lines.
KINDS = ("no-va-mas shift 2", "no-va-mas shift 3", "no-va-mas shift 4")
LARGEST = 1 << 29  # bytes
MANIFEST = {"bundle", "table", "name", "from", "to", "first", "last", "previous", "head", "begins", "ends"}
MANIFEST |= {"version", "schema", "reglamentos", "key"}


@dataclass(frozen=True)
class BundleFile:
    """`signed`: the bytes that the signature covers, which are all lines before it."""

    manifest: Json
    records: list[Json]
    signature: bytes
    signed: bytes


def parse(data: bytes) -> BundleFile:
    """Take the file apart. Raises NotOurs for anything but a whole bundle, Broken for a line that is no record."""
    if len(data) > LARGEST:
        raise NotOurs("it is larger than any shift")
    lines = data.split(b"\n")
    while lines and not lines[-1]:
        lines.pop()
    manifest = _manifest(lines[0] if lines else b"")
    signature = signature_of(lines[-1] if lines else b"")
    records = [_record(line, number) for number, line in enumerate(lines[1:-1], 2)]
    return BundleFile(manifest, records, signature, data[: data.rstrip(b"\n").rfind(b"\n") + 1])


def check_chain(file: BundleFile) -> None:
    """Every record is there once, in order, with the contents that its digest says."""
    manifest = file.manifest
    number, previous = manifest["first"], manifest["previous"]
    if number == 1 and previous:
        raise Broken("record 1 follows another one")
    for record in file.records:
        _check_link(record, number, previous, manifest["table"])
        number, previous = number + 1, record["digest"]
    if number != manifest["last"] + 1:
        raise Broken("records {first} to {last} are missing at the end", first=number, last=manifest["last"])
    if previous != manifest["head"]:
        raise Broken("record {last} is not the last one that the manifest names", last=manifest["last"])


def digest_of(record: Json) -> str:
    """SHA-256, in hex, over the canonical JSON of everything in the record but the digest itself."""
    fields = {name: value for name, value in record.items() if name != "digest"}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def check_signature(file: BundleFile, key: str | None) -> None:
    """The signature is the bundle's own key's and, where one is given, that key is `key`."""
    own = file.manifest["key"]
    if key is not None and key != own:
        raise Broken("it was signed with another key than the one given")
    try:
        public = Ed25519PublicKey.from_public_bytes(base64.b64decode(own))
        public.verify(file.signature, file.signed)
    except (InvalidSignature, ValueError, TypeError):
        raise Broken("the signature does not fit: the manifest, or all of it, has been changed") from None


def _manifest(line: bytes) -> Json:
    try:
        manifest = json.loads(line)
    except (ValueError, RecursionError):
        raise NotOurs("it is no bundle of a shift") from None
    if not isinstance(manifest, dict) or manifest.get("bundle") not in KINDS:
        raise NotOurs("it is no bundle of the kinds that this tool reads: {kinds}", kinds=", ".join(KINDS))
    if missing := MANIFEST - manifest.keys():
        raise NotOurs("its manifest lacks {names}", names=", ".join(sorted(missing)))
    if manifest["bundle"] != KINDS[0] and "journal" not in manifest:
        raise NotOurs("its manifest lacks {names}", names="journal")
    return manifest


def signature_of(line: bytes) -> bytes:
    """The signature that the last line of a file is. Raises NotOurs."""
    try:
        return base64.b64decode(json.loads(line)["signature"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NotOurs("it was cut: the signature at its end is missing") from None


def _record(line: bytes, number: int) -> Json:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise Broken("line {number} is no record any more", number=number) from None
    if not isinstance(record, dict):
        raise Broken("line {number} is no record", number=number)
    return record


def _check_link(record: Json, number: int, previous: str, table: str) -> None:
    if record.get("number") != number:
        raise Broken(
            "record {number} is missing or out of order: record {other} stands there",
            number=number,
            other=record.get("number"),
        )
    if digest_of(record) != record.get("digest"):
        raise Broken("record {number} has been changed: its digest does not fit its contents", number=number)
    if record["previous"] != previous:
        raise Broken("record {number} does not follow the one before it", number=number)
    if record["table"] != table:
        raise Broken("record {number} is of the table {table}", number=number, table=record["table"])
