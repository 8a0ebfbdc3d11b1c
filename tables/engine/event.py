"""The base class of events, their registry, and how events and states are stored: as JSON with every field.

Applying the events in order to a new state gives the present state.

A stored value has exactly the fields of its class, at every depth. A dataclass may have defaults for its constructor;
they must not replace a field that is missing in a stored value, and an unknown field must not be dropped: both would
silently change the record.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, TypeVar, dataclass_transform

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator, core_schema

from tables.engine.state import State
from tables.engine.transfers import Transfer


@dataclass(frozen=True)
class Event:
    """Something that happened. `type` is the event's name in the protocol."""

    type: ClassVar[str]

    def evolve(self, state: State) -> State:
        """The state after this event: a new one, or `state` itself. The function `evolve` below raises the version."""
        raise TypeError(f"{self.type} has no fold")

    def transfers(self) -> tuple[Transfer, ...]:
        """The money that this event moves."""
        return ()


EVENTS: dict[str, type[Event]] = {}
_ADAPTERS: dict[str, TypeAdapter[Any]] = {}
_STORED: dict[str, SchemaValidator] = {}
_Kind = TypeVar("_Kind", bound=type[Event])


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(name: str) -> Callable[[_Kind], _Kind]:
    """Class decorator: name an event class, make it a frozen dataclass and register it for storage."""

    def register(kind: _Kind) -> _Kind:
        dataclass(frozen=True, kw_only=True)(kind)  # adds to the class itself and returns it
        kind.type = name
        EVENTS[name] = kind
        _ADAPTERS[name] = TypeAdapter(kind)
        _STORED[name] = exact_validator(_ADAPTERS[name])
        return kind

    return register


def evolve(state: State, happened: Event) -> State:
    """Apply one event to the state. The version rises by one with each event."""
    return replace(happened.evolve(state), version=state.version + 1)


def transfers(happened: Event) -> tuple[Transfer, ...]:
    """The money that an event moves, without transfers of 0."""
    return tuple(move for move in happened.transfers() if move.amount)


def encode_event(happened: Event) -> dict[str, Any]:
    """`{"type": …, fields}`, ready for JSON."""
    return {"type": happened.type, **_ADAPTERS[happened.type].dump_python(happened, mode="json")}


def decode_event(stored: Mapping[str, Any]) -> Event:
    """The event that `encode_event` wrote.

    Raises KeyError for an unknown type, and ValueError if a field is missing or unknown, at any depth.
    """
    fields = dict(stored)
    fields.pop("seq", None)
    found: Event = _STORED[fields.pop("type")].validate_python(fields)
    return found


def decode_events(text: str) -> list[Event]:
    """The events of a JSON list of what `encode_event` wrote: in two thirds of the time that reading the JSON and
    `decode_event` take. Raises ValueError, also for an unknown type."""
    found: list[Event] = _stored_lists().validate_json(text)
    return found


@cache
def _stored_lists() -> SchemaValidator:
    """Made when it is first needed: then all events are registered."""
    return exact_list_validator(_ADAPTERS, "type", "seq")


def exact_validator(adapter: TypeAdapter[Any]) -> SchemaValidator:
    """A validator like `adapter` that raises ValidationError (a ValueError) for a missing or unknown field."""
    return SchemaValidator(_exact(adapter.core_schema))


def exact_list_validator(adapters: Mapping[str, TypeAdapter[Any]], tag: str, beside: str) -> SchemaValidator:
    """A validator of lists of dataclasses, each with its key in `adapters` as its field `tag`, and perhaps a field
    `beside`; neither becomes a field of the value. It raises as `exact_validator` does, and for an unknown tag."""
    fields = [
        core_schema.dataclass_field(tag, core_schema.str_schema(), init_only=True),
        core_schema.dataclass_field(
            beside, core_schema.with_default_schema(core_schema.any_schema(), default=None), init_only=True
        ),
    ]
    kinds: dict[Any, Any] = {}
    for name, adapter in adapters.items():
        kind = _exact(adapter.core_schema)
        kinds[name] = kind | {"schema": kind["schema"] | {"fields": [*kind["schema"]["fields"], *fields]}}
    return SchemaValidator(core_schema.list_schema(core_schema.tagged_union_schema(kinds, tag)))


def _exact(schema: Any) -> Any:
    """The schema without defaults and with unknown fields forbidden in every dataclass."""
    if isinstance(schema, list):
        return [_exact(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "default":
        return _exact(schema["schema"])
    exact = {name: _exact(inner) for name, inner in schema.items()}
    return exact | {"extra_behavior": "forbid"} if schema.get("type") == "dataclass-args" else exact


_STATE = TypeAdapter(State)
_STORED_STATE = exact_validator(_STATE)


def encode_state(state: State) -> str:
    """The whole state as JSON text."""
    return _STATE.dump_json(state).decode()


def decode_state(text: str | bytes) -> State:
    """The state that `encode_state` wrote. Raises ValueError if a field is missing or unknown, at any depth."""
    state: State = _STORED_STATE.validate_json(text)
    return state
