"""The game engine. `decide` turns a command into events; `evolve` applies an event to the state.

>>> from tables.engine import NoHistory, decide, new_state, parse
>>> from tables.rules.reglamentos import argentina
>>> command = parse({"command": "open_table", "reglamento": "argentina", "minimum": 10, "maximum": 1000, "chip": 1})
>>> decide(new_state(), command, "jefe", NoHistory(), argentina.REGLAMENTO).state.phase
'seating'
"""

from casino.common.errors import Refusal
from tables.engine.available import actions, bounds_of, on_request
from tables.engine.codec import decode_state, encode_state
from tables.engine.command import Command
from tables.engine.commands import COMMANDS, INCIDENTS, parse, parse_role
from tables.engine.decide import Decision, decide
from tables.engine.events import Event, decode_event, decode_events, encode_event, evolve, transfers
from tables.engine.game import Bounds, Game
from tables.engine.history import History, NoHistory, Standing, fold, standing_after
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
    "actions",
    "bounds_of",
    "decide",
    "decode_event",
    "decode_events",
    "decode_state",
    "encode_event",
    "encode_state",
    "evolve",
    "fold",
    "new_state",
    "on_request",
    "parse",
    "parse_role",
    "standing_after",
    "transfers",
]
