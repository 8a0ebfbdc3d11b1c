"""Events and states as they are stored, of any schema, decoded into those of the engine."""

import json
from typing import Any, Protocol

from tables.engine import Event, State, decode_event, decode_events, decode_state
from tables.record import upcasters

Json = dict[str, Any]


class Stored(Protocol):
    """What of a record is decoded."""

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
