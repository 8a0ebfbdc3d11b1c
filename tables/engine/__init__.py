"""The engine: state, commands, events; `decide` says what a command does, `evolve` folds what happened.

>>> from tables.engine import decide, new_state, parse
>>> command = parse({"command": "open_table", "reglamento": "argentina", "minimum": 10, "maximum": 1000, "chip": 1})
>>> decide(new_state(), command, "jefe").state.phase
'seating'
"""

from tables.engine.can import actions
from tables.engine.codec import decode_state, encode_state
from tables.engine.commands import COMMANDS, Command, parse, parse_role
from tables.engine.decide import Decision, decide
from tables.engine.errors import MESSAGES, Refused
from tables.engine.events import Event, Transfer, decode_event, encode_event, evolve, transfers
from tables.engine.history import History, NoHistory, Standing, fold, standing_after
from tables.engine.state import State, new_state

__all__ = [
    "COMMANDS",
    "MESSAGES",
    "Command",
    "Decision",
    "Event",
    "History",
    "NoHistory",
    "Refused",
    "Standing",
    "State",
    "Transfer",
    "actions",
    "decide",
    "decode_event",
    "decode_state",
    "encode_event",
    "encode_state",
    "evolve",
    "fold",
    "new_state",
    "parse",
    "parse_role",
    "standing_after",
    "transfers",
]
