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


def digest_of(slug: str, record: Record) -> str:
    """SHA-256, in hex, over the canonical JSON of every recorded field except the digest itself."""
    fields: dict[str, Any] = {name: getattr(record, name) for name in RECORDED if name != "digest"}
    fields |= {"table": slug, "at": record.at.astimezone(UTC).isoformat()}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
