"""State and events to JSON and back. pydantic is the one schema system; the classes themselves stay plain."""

from pydantic import TypeAdapter

from tables.engine.state import State

_STATE = TypeAdapter(State)


def encode_state(state: State) -> str:
    """The whole state as JSON text."""
    return _STATE.dump_json(state).decode()


def decode_state(text: str | bytes) -> State:
    """The state that `encode_state` wrote."""
    return _STATE.validate_json(text)
