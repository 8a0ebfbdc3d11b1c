"""What goes into the service of a table and comes out of it: how a command was given, and its answer."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from casino.common.errors import status_of
from casino.common.sql import Batch
from tables.engine import State
from tables.engine.actor import Actor, Signature

LONGEST_KEY = 200  # characters


@dataclass(frozen=True, slots=True)
class Held:
    """A table whose row is locked until the transaction ends: what a command needs of the row, and the present state.
    `since`: when the phase began; `batch`: what is written for the command, all at its end."""

    pk: int
    slug: str
    schema: int
    records: int
    head: str
    since: datetime | None
    state: State
    batch: Batch


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command. `version` and `phase` are the table's after it; each event carries its `seq`.

    `request`: what now waits for another person's signature instead (see `signature_requests.line_of`).
    """

    ok: bool
    version: int
    phase: str
    events: list[dict[str, Any]]
    error: dict[str, Any] | None = None
    request: dict[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """The answer in the protocol's form."""
        if not self.ok:
            return {"ok": False, "error": self.error}
        waits = {"request": self.request} if self.request else {}
        return {"ok": True, "version": self.version, "events": self.events, **waits}

    def stored(self) -> dict[str, Any]:
        """As it is kept under a key: `Answer(**stored)` is the same again."""
        return {name: getattr(self, name) for name in self.__slots__}

    @property
    def http_status(self) -> int:
        """200, 202 for what waits, or the HTTP status of the refusal's code."""
        if self.error:
            return status_of(self.error["code"])
        return 202 if self.request else 200


@dataclass(frozen=True, slots=True)
class Given:
    """How a command came: by whom, under which idempotency key, and who signed it beside him. `outside`: over HTTP or a
    socket, and not from a script. `asked`: the digest of what is asked, where there is a key."""

    actor: Actor
    key: str | None = None
    signature: Signature | None = None
    outside: bool = False
    asked: str = ""


AnswerTo = Callable[[Held, Given], Answer]


def digest_of(command: object, *, waits: bool) -> str:
    """SHA-256 in hex of a command as it came, any JSON value, and of whether another's signature was asked for."""
    return sha256(json.dumps([command, waits], sort_keys=True, default=repr).encode()).hexdigest()


def is_key(key: object) -> bool:
    """Whether `key` is a valid idempotency key: 1 to LONGEST_KEY printable characters."""
    return isinstance(key, str) and key.isprintable() and 1 <= len(key) <= LONGEST_KEY
