"""Adding to the journal, and what its digests cover."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from casino.common import clock
from casino.journal.models import Entry, Head

JOURNAL = "journal"
Content = dict[str, Any]


def hold() -> Head:
    """The head of the journal, locked until the transaction ends: all acts beside the game are in one order.

    Whoever also locks other rows takes a table's before this one and accounts after it, so that nobody waits in a
    circle.
    """
    Head.objects.get_or_create(name=JOURNAL)
    return Head.objects.select_for_update().get(name=JOURNAL)


def add(kind: str, row: int, act: str, place: str, content: Content) -> Entry:
    """Add an entry, in the caller's transaction."""
    head = hold()
    entry = Entry(
        number=head.number + 1,
        at=clock.now(),
        kind=kind,
        row=row,
        act=act,
        place=place,
        content=plain(content),
        previous=head.digest,
    )
    entry.leaf = leaf_of(entry)
    entry.digest = digest_of(entry.number, entry.place, entry.leaf, entry.previous)
    entry.save(force_insert=True)
    Head.objects.filter(pk=head.pk).update(number=entry.number, digest=entry.digest)
    return entry


def number_of(kind: str, row: int) -> int:
    """The number of the first entry of a row; 0 if it has none."""
    entries = Entry.objects.filter(kind=kind, row=row).order_by("number")
    return entries.values_list("number", flat=True).first() or 0


def has_head(number: int, digest: str) -> bool:
    """Whether this was its head once."""
    return Entry.objects.filter(number=number, digest=digest).exists()


def leaf_of(entry: Entry) -> str:
    """SHA-256, in hex, over what the entry says."""
    said = {"at": in_utc(entry.at), "kind": entry.kind, "row": entry.row, "act": entry.act}
    return sha256({**said, "content": entry.content})


def digest_of(number: int, place: str, leaf: str, previous: str) -> str:
    """SHA-256, in hex, that chains an entry to the one before it. It can be computed without the entry's content, so
    that an exported shift shows what concerns its table and still proves that no entry is missing."""
    return sha256({"number": number, "place": place, "leaf": leaf, "previous": previous})


def sha256(fields: Mapping[str, Any]) -> str:
    """The digest, in hex, of the canonical JSON of some fields."""
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def plain(content: Mapping[str, Any]) -> Content:
    """The content as it comes back from the database: JSON, times in UTC."""
    found: Content = json.loads(json.dumps(content, default=_text))
    return found


def in_utc(moment: datetime) -> str:
    """The moment as the digests have it."""
    return moment.astimezone(UTC).isoformat()


def _text(value: object) -> str:
    return in_utc(value) if isinstance(value, datetime) else str(value)
