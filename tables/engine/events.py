"""All events of a table. Importing this module registers them. Each chapter's events are in its own package."""

from tables.engine.auction import events as auction
from tables.engine.bank import events as bank
from tables.engine.betting import events as betting
from tables.engine.cover import events as cover
from tables.engine.dealing import events as dealing
from tables.engine.event import Event, decode_event, decode_events, encode_event, evolve, transfers
from tables.engine.incidents import events as incidents
from tables.engine.offer import events as offer
from tables.engine.payment import events as payment
from tables.engine.seating import events as seating
from tables.engine.shoe import events as shoe
from tables.engine.suite import events as suite
from tables.engine.table import events as table
from tables.engine.undo import events as undo

CHAPTERS = (
    table,
    seating,
    shoe,
    auction,
    offer,
    bank,
    suite,
    betting,
    dealing,
    payment,
    cover,
    incidents,
    undo,
)

__all__ = ["CHAPTERS", "Event", "decode_event", "decode_events", "encode_event", "evolve", "transfers"]
