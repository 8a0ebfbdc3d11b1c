"""The messages on the sockets. `docs/asyncapi.json` is generated from these."""

from typing import Any, Literal

from pydantic import BaseModel

Json = dict[str, Any]


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


class Shown(BaseModel):
    """From a browser: this version has been shown. Only then the next is sent."""

    type: Literal["shown"] = "shown"
    version: int


TO_CLIENTS = (Snapshot, Floor, Screen, Heartbeat, Answer)
FROM_BROWSERS = (Shown,)
