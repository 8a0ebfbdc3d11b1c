"""The hash chain of the record: each digest covers its record and the digest of the record before it."""

import hashlib
import json
from datetime import UTC
from typing import Any

from tables.models import Record

RECORDED = (
    *("number", "first_seq", "version", "schema", "name", "command", "events"),
    *("undone_to", "actor", "role", "key", "at", "state", "previous", "digest"),
)
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(slug: str, record: Record) -> str:
    """The digest of a record of the table with this slug, as `digest_of_fields`."""
    return digest_of_fields(slug, {name: getattr(record, name) for name in RECORDED if name != "digest"})


def digest_of_fields(slug: str, fields: dict[str, Any]) -> str:
    """SHA-256, in hex, over the canonical JSON of every recorded field except the digest itself."""
    told = {**fields, "table": slug, "at": fields["at"].astimezone(UTC).isoformat()}
    return hashlib.sha256(_CANONICAL.encode(told).encode()).hexdigest()
