"""A table and its records as they are stored: decoded into events and states of the engine, whatever their schema; and
the digests that chain the records, each over its record and the digest of the one before it."""

import hashlib
import json
from datetime import UTC
from typing import Any, Protocol

from casino.common.json_input import Json
from casino.common.refusals import Refusal
from tables.engine import Event, State, decode_event, decode_events, decode_state
from tables.models import PutAway, Record, Table
from tables.record import names, upcasters

RECORDED = (
    *("number", "first_seq", "version", "schema", "name", "command", "events"),
    *("undone_to", "actor", "role", "key", "at", "state", "previous", "digest"),
)
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Stored(Protocol):
    """The part of a record that is decoded."""

    @property
    def schema(self) -> int:
        """The format of its events."""

    @property
    def events(self) -> list[Json] | str:
        """As they were stored, or the JSON text of that."""


def stored_events(record: Stored) -> list[Event]:
    """The events of a record. Raises ValueError (UnknownSchema is one), or KeyError for a type that does not exist."""
    events = record.events
    if isinstance(events, str):
        if record.schema == upcasters.SCHEMA:
            return decode_events(events)
        events = json.loads(events)
    if record.schema == upcasters.SCHEMA:
        return [decode_event(event) for event in events]
    return [decode_event(upcasters.upcast_event(event, record.schema)) for event in events]


def stored_state(text: str, schema: int) -> State:
    """The state that a table or a record stores as `text`. Raises ValueError; UnknownSchema is one."""
    if schema == upcasters.SCHEMA:
        return decode_state(text)
    return decode_state(json.dumps(upcasters.upcast_state(json.loads(text), schema)))


def current(slug: str) -> tuple[Table, State]:
    """A table's row and its state for a reader. Raises Refusal (`no_such_table`)."""
    table = Table.objects.filter(slug=slug).first()
    if table is None:
        raise Refusal("no_such_table")
    return table, shown_state(table)


def current_all() -> list[tuple[Table, State]]:
    """The rows of the tables of the floor with their states for a reader, in no order."""
    return [(table, shown_state(table)) for table in Table.objects.filter(retired=None)]


def state_of(table: Table) -> State:
    """The state of a table whose row has been read, as it is recorded."""
    return stored_state(table.state, table.schema)


def shown_state(table: Table) -> State:
    """The same for a reader, with the names of those who are there."""
    return names.shown(state_of(table), names.at_hand(table))


def previous_of(record: Record) -> str:
    """The digest of the record before it, which its own covers; empty for the first."""
    before = Record.objects.filter(table=record.table_id, number=record.number - 1)
    found = before.values_list("digest", flat=True).first()
    if found is None and record.number > 1:
        away = PutAway.objects.filter(table=record.table_id, first=record.number)
        found = away.values_list("previous", flat=True).first()
    return found or ""


def digest_of(slug: str, record: Record) -> str:
    """The digest of a record of the table with this slug, as `digest_of_fields`; its `previous` has been filled in."""
    return digest_of_fields(slug, {name: getattr(record, name) for name in RECORDED if name != "digest"})


def digest_of_fields(slug: str, fields: dict[str, Any]) -> str:
    """SHA-256, in hex, over the canonical JSON of every recorded field except the digest itself."""
    told = {**fields, "table": slug, "at": fields["at"].astimezone(UTC).isoformat()}
    return hashlib.sha256(_CANONICAL.encode(told).encode()).hexdigest()
