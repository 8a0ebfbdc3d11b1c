"""Older formats of events and states, brought to the present one before they are decoded.

Every record and every table stores the number of the format, its schema, that its events and its state were written
in. A change of any field of an event or of the state takes one more `Upcaster` here, which raises `SCHEMA`, and newly
recorded nights (`tests/support/nights.py`); the nights of earlier schemas stay, and must still fold to what they were.
"""

from collections.abc import Callable
from dataclasses import dataclass

from casino.common.json_input import Json


@dataclass(frozen=True, slots=True)
class Upcaster:
    """From one schema to the next, for an event and for a state. Both are pure and return a new dict."""

    event: Callable[[Json], Json]
    state: Callable[[Json], Json]


def _to_2_event(stored: Json) -> Json:
    """Chances became data: lines of a payment, limits of single chances, a differential, commission that is collected
    later, passes without a bet that are counted. What schema 1 did not say is neutral."""
    changed = stored | NEW_IN_2.get(stored["type"], {})
    if stored["type"] == "pass_settled":
        changed["settlements"] = [_with_line(settled) for settled in stored["settlements"]]
    return changed


def _to_2_state(stored: Json) -> Json:
    limits, shoe, last = stored["limits"], stored["shoe"], stored["last_pass"]
    waiting = (
        limits["next"] and dict(zip(("minimum", "maximum"), limits["next"], strict=True)) | NO_MORE_LIMITS
    )
    return stored | {
        "limits": limits | NO_MORE_LIMITS | {"next": waiting},
        "shoe": shoe and shoe | {"first_pass": 0, "free_passes": 0},
        "last_pass": last
        and last | {"settlements": [_with_line(settled) for settled in last["settlements"]]},
        "marks": [""] * len(stored["results"]),
        "owed": [],
    }


def _with_line(settled: Json) -> Json:
    """The line of its chance by which a bet was settled: there were one that won, and one on which the stake stays."""
    line = None if settled["chance"] == "bank" or settled["win"] < 0 else 1 if settled["win"] else 2
    return settled | {"line": line}


NO_MORE_LIMITS: Json = {"chances": {}, "differential": None}
NEW_IN_2: dict[str, Json] = {
    "table_opened": NO_MORE_LIMITS,
    "limits_set": NO_MORE_LIMITS,
    "limits_announced": NO_MORE_LIMITS,
    "shoe_shuffled": {"first_pass": 0},
    "betting_closed": {"free": False},
    "pass_settled": {"mark": "", "owed": []},
}

# The first leads from schema 1 to 2.
UPCASTERS: tuple[Upcaster, ...] = (Upcaster(_to_2_event, _to_2_state),)
SCHEMA = len(UPCASTERS) + 1


class UnknownSchema(ValueError):
    """A stored record or state was written in a format that this version of the program cannot read."""


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
