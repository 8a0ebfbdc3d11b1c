"""The messages on the sockets. `docs/asyncapi.json` is generated from these."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

Json = dict[str, Any]
Kind = Literal["snapshot", "floor", "screen"]


class Snapshot(BaseModel):
    """To a device: the whole table, on connecting and after each change."""

    type: Literal["snapshot"] = "snapshot"
    version: int
    snapshot: Json


class Floor(BaseModel):
    """To a floor: a line per table on connecting, then the lines that changed. `version`: the sum of the tables'."""

    type: Literal["floor"] = "floor"
    version: int
    tables: list[Json]


class Screen(BaseModel):
    """To a browser: every part of the page on connecting, then those that changed, {element id: inner HTML}."""

    type: Literal["screen"] = "screen"
    version: int
    fragments: dict[str, str]


class Heartbeat(BaseModel):
    """To everybody, every two seconds: the version that has been sent."""

    type: Literal["heartbeat"] = "heartbeat"
    version: int


class Answer(BaseModel, extra="allow"):
    """To a device that sent a command on its socket, in the order of its commands: what HTTP would have answered,
    with its status."""

    type: Literal["answer"] = "answer"
    status: int
    ok: bool


class KeyedAnswer(Answer):
    """To a screen that sent a command on its socket: the same, with the key of the command."""

    key: str


class KeyedCommand(BaseModel):
    """From a screen that gives commands: one command, as the body of POST /api/tables/{slug}/commands. `key`: the same
    as the Idempotency-Key there."""

    type: Literal["command"] = "command"
    key: str
    command: Any


class Shown(BaseModel):
    """From a browser: this version has been shown. Only then the next is sent."""

    type: Literal["shown"] = "shown"
    version: int


TO_CLIENTS = (Snapshot, Floor, Screen, Heartbeat, Answer, KeyedAnswer)
FROM_BROWSERS = (Shown, KeyedCommand)
FROM_BROWSER: TypeAdapter[Shown | KeyedCommand] = TypeAdapter(
    Annotated[Shown | KeyedCommand, Field(discriminator="type")]
)


# What changed becomes a message: (version, parts by name) → message. Nothing is checked: the parts are our own.
MESSAGES: Mapping[Kind, Callable[[int, Json], BaseModel]] = {
    "snapshot": lambda version, parts: Snapshot.model_construct(version=version, snapshot=parts["snapshot"]),
    "floor": lambda version, parts: Floor.model_construct(
        version=version, tables=[parts[slug] for slug in sorted(parts)]
    ),
    "screen": lambda version, parts: Screen.model_construct(version=version, fragments=parts),
}


@lru_cache(maxsize=1024)
def heartbeat(version: int) -> str:
    """A heartbeat as JSON."""
    return Heartbeat(version=version).model_dump_json()
