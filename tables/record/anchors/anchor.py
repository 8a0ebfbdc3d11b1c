"""An anchor as a line of JSON: what it says, its signature and its fingerprint."""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from casino.common import signing

KIND = "no-va-mas anchor 1"


class NoAnchor(ValueError):
    """A line that is no anchor."""


@dataclass(frozen=True, slots=True)
class ChainHead:
    """The number of a chain's links, and the digest of the last, empty if there is none."""

    number: int
    digest: str


@dataclass(frozen=True, slots=True)
class BookMark:
    """The last transfer of a book, and digests of what its accounts held then, and its hours that may still grow."""

    transfer: int
    balances: str
    totals: str


@dataclass(frozen=True, slots=True)
class Proved:
    """An audit found that all held up to these heads. `at`: when they were the heads, ISO 8601 in UTC; `tables`: by
    slug; `books`: by code; `whole`: slug, or `the house` → when it was last proved from its first link on."""

    at: str
    journal: ChainHead
    tables: Mapping[str, ChainHead]
    books: Mapping[str, BookMark]
    whole: Mapping[str, str]

    @property
    def moment(self) -> datetime:
        """When they were the heads."""
        return datetime.fromisoformat(self.at)


@dataclass(frozen=True, slots=True)
class Anchor:
    """The heads of all chains at one moment. `number`: from 1 in its file; `at`: ISO 8601 in UTC; `tables`: by slug;
    `previous`: the fingerprint of the anchor before it; `key`: the public key that verifies `signature`, in base64;
    `proved`: what an audit has just proved, if one made the anchor."""

    number: int
    at: str
    journal: ChainHead
    tables: Mapping[str, ChainHead]
    previous: str
    key: str
    signature: str = ""
    proved: Proved | None = None

    @property
    def moment(self) -> datetime:
        """When it was made."""
        return datetime.fromisoformat(self.at)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the line, in hex."""
        return hashlib.sha256(line_of(self)).hexdigest()

    @property
    def short(self) -> str:
        """The begin of the fingerprint, for people."""
        return " ".join(self.fingerprint[at : at + 4] for at in range(0, 16, 4))

    @property
    def printed(self) -> str:
        """The anchor as a QR code has it."""
        return f"anchor {self.number} {self.at} {self.fingerprint}"


def signed(anchor: Anchor) -> Anchor:
    """The same with its signature, by the installation's key."""
    fields = {name: getattr(anchor, name) for name in Anchor.__slots__}
    return Anchor(**fields | {"signature": signing.sign(_signed_bytes(anchor))})


def is_signed(anchor: Anchor) -> bool:
    """Whether the signature is that of the anchor's key."""
    try:
        public = Ed25519PublicKey.from_public_bytes(base64.b64decode(anchor.key))
        public.verify(base64.b64decode(anchor.signature), _signed_bytes(anchor))
    except (InvalidSignature, ValueError):
        return False
    return True


def line_of(anchor: Anchor) -> bytes:
    """The anchor as its line, without the end of line."""
    return _encoded(_fields(anchor))


def read_line(line: bytes) -> Anchor:
    """Raises NoAnchor."""
    try:
        said: dict[str, Any] = json.loads(line)
        if said.pop("anchor") != KIND:
            raise NoAnchor("it is of another kind")
        journal = ChainHead(**said.pop("journal"))
        tables = {slug: ChainHead(**head) for slug, head in said.pop("tables").items()}
        proved = _proved(said.pop("proved")) if "proved" in said else None
        anchor = Anchor(journal=journal, tables=tables, proved=proved, **said)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        raise NoAnchor(f"it cannot be read: {fault}") from fault
    if line_of(anchor) != line.strip():
        raise NoAnchor("it is not written as anchors are")
    return anchor


def _proved(said: dict[str, Any]) -> Proved:
    return Proved(
        said.pop("at"),
        ChainHead(**said.pop("journal")),
        {slug: ChainHead(**head) for slug, head in said.pop("tables").items()},
        {book: BookMark(**mark) for book, mark in said.pop("books").items()},
        **said,
    )


def _fields(anchor: Anchor) -> dict[str, Any]:
    told = {"anchor": KIND, **asdict(anchor)}
    if anchor.proved is None:
        del told["proved"]  # most have none
    return told


def _signed_bytes(anchor: Anchor) -> bytes:
    return _encoded(_fields(anchor) | {"signature": ""})


def _encoded(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
