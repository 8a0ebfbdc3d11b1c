"""The events of a table, a file a room; importing this package registers them all."""

from tables.engine.events import bank, incidents, passes, people, shoe, table, undo
from tables.engine.events.base import Event, Transfer, decode_event, encode_event, evolve, transfers

__all__ = [
    "Event",
    "Transfer",
    "bank",
    "decode_event",
    "encode_event",
    "evolve",
    "incidents",
    "passes",
    "people",
    "shoe",
    "table",
    "transfers",
    "undo",
]
