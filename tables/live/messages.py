"""The messages on the sockets, and their AsyncAPI 3 document (`document`), which `docs/asyncapi.json` keeps."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

from casino.common.json_input import Json

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


# channel → (address, what the server sends, what it accepts besides commands)
CHANNELS: dict[str, tuple[str, tuple[type[BaseModel], ...], tuple[type[BaseModel], ...]]] = {
    "table": ("/ws/tables/{slug}/", (Snapshot, Heartbeat, Answer), ()),
    "floor": ("/ws/floor/", (Floor, Heartbeat), ()),
    "screen": ("/ws/screens/{screen}/{slug}/", (Screen, Heartbeat, KeyedAnswer), (Shown, KeyedCommand)),
    "floorScreen": ("/ws/screens/floor/", (Screen, Heartbeat), (Shown,)),
}
COMMAND = {
    "summary": "A command, as the body of POST /api/tables/{slug}/commands",
    "payload": {"type": "object"},
}


def document() -> Json:
    """The whole document, as JSON values."""
    kinds = (*TO_CLIENTS, *FROM_BROWSERS)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "No Va Más, live", "version": "1", "license": {"name": "MIT"}},
        "channels": {name: _channel(name) for name in CHANNELS},
        "operations": {key: operation for name in CHANNELS for key, operation in _operations(name).items()},
        "components": {"messages": {"Command": COMMAND} | {kind.__name__: _message(kind) for kind in kinds}},
    }


def _names(kinds: tuple[type[BaseModel], ...]) -> list[str]:
    return [kind.__name__ for kind in kinds]


def _accepted(name: str) -> list[str]:
    return ["Command"] if name == "table" else _names(CHANNELS[name][2])


def _channel(name: str) -> Json:
    address, sent, _ = CHANNELS[name]
    kinds = [*_names(sent), *_accepted(name)]
    parameters: Json = {part: {} for part in ("screen", "slug") if f"{{{part}}}" in address}
    references = {kind: {"$ref": f"#/components/messages/{kind}"} for kind in kinds}
    return {"address": address, "parameters": parameters, "messages": references}


def _operations(name: str) -> Json:
    operations = {f"{name}Sends": _operation("send", name, _names(CHANNELS[name][1]))}
    if accepted := _accepted(name):
        operations[f"{name}Receives"] = _operation("receive", name, accepted)
    return operations


def _operation(action: str, name: str, kinds: list[str]) -> Json:
    references = [{"$ref": f"#/channels/{name}/messages/{kind}"} for kind in kinds]
    return {"action": action, "channel": {"$ref": f"#/channels/{name}"}, "messages": references}


def _message(kind: type[BaseModel]) -> Json:
    return {"summary": (kind.__doc__ or "").strip(), "payload": kind.model_json_schema()}
