"""The game engine. `decide` turns a command into events; `evolve` applies an event to the state. Which commands could
be accepted now says `tables.engine.available`.

>>> from tables.engine import NoHistory, decide, new_state, parse
>>> from tables.rules.reglamentos import argentina
>>> command = parse({"command": "open_table", "reglamento": "argentina", "minimum": 10, "maximum": 1000, "chip": 1})
>>> decide(new_state(), command, "jefe", NoHistory(), argentina.REGLAMENTO).state.phase
'seating'
"""

from casino.common.refusals import Refusal
from tables.engine.chapters import COMMANDS, INCIDENTS, parse
from tables.engine.command import Command
from tables.engine.decide import Decision, decide, fold, standing_after
from tables.engine.event import (
    Event,
    decode_event,
    decode_events,
    decode_state,
    encode_event,
    encode_state,
    evolve,
    transfers,
)
from tables.engine.game import Bounds, Game, History, NoHistory, Standing
from tables.engine.state import State, new_state
from tables.engine.transfers import Transfer

__all__ = [
    "COMMANDS",
    "INCIDENTS",
    "Bounds",
    "Command",
    "Decision",
    "Event",
    "Game",
    "History",
    "NoHistory",
    "Refusal",
    "Standing",
    "State",
    "Transfer",
    "decide",
    "decode_event",
    "decode_events",
    "decode_state",
    "encode_event",
    "encode_state",
    "evolve",
    "fold",
    "new_state",
    "parse",
    "standing_after",
    "transfers",
]
