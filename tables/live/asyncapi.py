"""The sockets as an AsyncAPI 3 document (https://www.asyncapi.com/docs/reference/specification/v3.0.0)."""

from typing import Any

from pydantic import BaseModel

from tables.live import messages
from tables.live.messages import Answer, Floor, Heartbeat, KeyedAnswer, KeyedCommand, Screen, Shown, Snapshot

Json = dict[str, Any]

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
    kinds = (*messages.TO_CLIENTS, *messages.FROM_BROWSERS)
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
