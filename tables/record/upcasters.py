"""Older formats of events and states, brought to the present one before they are decoded.

Every record and every table stores the number of the format, its schema, that its events and its state were written
in. A change of any field of an event or of the state takes one more `Upcaster` here, which raises `SCHEMA`, and newly
recorded nights (`tests/nights.py`); the nights of earlier schemas stay, and must still fold to what they were.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Upcaster:
    """From one schema to the next, for an event and for a state. Both are pure and return a new dict."""

    event: Callable[[Json], Json]
    state: Callable[[Json], Json]


UPCASTERS: tuple[Upcaster, ...] = ()  # the first leads from schema 1 to 2
SCHEMA = len(UPCASTERS) + 1


class UnknownSchema(ValueError):
    """What is stored was written in a format that this version of the program cannot read."""


def upcast_event(stored: Json, schema: int) -> Json:
    """A stored event in the present format. Raises UnknownSchema."""
    for upcaster in _from(schema):
        stored = upcaster.event(stored)
    return stored


def upcast_state(stored: Json, schema: int) -> Json:
    """A stored state in the present format. Raises UnknownSchema."""
    for upcaster in _from(schema):
        stored = upcaster.state(stored)
    return stored


def _from(schema: int) -> tuple[Upcaster, ...]:
    if not 1 <= schema <= len(UPCASTERS) + 1:
        raise UnknownSchema(
            f"schema {schema} is unknown: this version reads schemas 1 to {len(UPCASTERS) + 1}"
        )
    return UPCASTERS[schema - 1 :]
