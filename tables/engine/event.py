"""The base class of events and their registry. Applying the events in order to a new state gives the present state."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, TypeVar, dataclass_transform

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator

from tables.engine.copying import replace
from tables.engine.exact import exact_list_validator, exact_validator
from tables.engine.making import made_at_once
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
        made_at_once(dataclass(frozen=True, kw_only=True)(kind))  # both add to the class itself and return it
        kind.type = name
        EVENTS[name] = kind
        _ADAPTERS[name] = TypeAdapter(kind)
        _STORED[name] = exact_validator(_ADAPTERS[name])
        return kind

    return register


def evolve(state: State, happened: Event) -> State:
    """Apply one event to the state. The version rises by one with each event."""
    made = happened.evolve(state)
    if made is state:
        return replace(state, version=state.version + 1)
    made.__dict__["version"] = state.version + 1  # `finished`, without a call: each event comes here
    return made


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
