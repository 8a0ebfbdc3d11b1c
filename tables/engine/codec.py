"""State to JSON and back. The state classes are plain dataclasses; pydantic supplies the schema."""

from pydantic import TypeAdapter

from tables.engine.exact import exact_validator
from tables.engine.state import State

_STATE = TypeAdapter(State)
_STORED_STATE = exact_validator(_STATE)


def encode_state(state: State) -> str:
    """The whole state as JSON text."""
    return _STATE.dump_json(state).decode()


def decode_state(text: str | bytes) -> State:
    """The state that `encode_state` wrote. Raises ValueError if a field is missing or unknown, at any depth."""
    state: State = _STORED_STATE.validate_json(text)
    return state
