"""What was found at the last look, what stands, and to whom it was told.

It is a file, as the database may be what is to be told of. It is written in place and padded, so that a full disk has
room for it: otherwise the same would be told again at every look.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings

ROOM = 1 << 16  # bytes: the file is a multiple of it


@dataclass
class Thing:
    """Something that is not as it should be. `key`: what tells it from others; `says`: with what to do; `since`: when
    it was first seen; `seen`, `missed`: looks in a row at which it was there, or was not; `told`: the channels by which
    its beginning was."""

    key: str
    about: str
    level: str
    says: str
    since: str
    seen: int = 0
    missed: int = 0
    told: list[str] = field(default_factory=list)

    def id_of(self, event: str) -> str:
        """What tells this event from others; the same for a message that comes twice."""
        return hashlib.sha256("\n".join((self.key, self.since, self.level, event)).encode()).hexdigest()[:16]


@dataclass
class State:
    """`looked`: when, empty for never, and `language`: in which; `levels`: what was found about each → the worst level;
    `things`: by what tells them apart; `failed`: channel → why the last message did not go out."""

    looked: str = ""
    language: str = ""
    levels: dict[str, str] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def at(self) -> datetime | None:
        """The last look; None for never."""
        return datetime.fromisoformat(self.looked).astimezone(UTC) if self.looked else None


def path() -> Path:
    """The file."""
    return Path(settings.VAR_DIR) / "told.json"


def read() -> State:
    """What the file has; nothing where there is none, or where it was torn."""
    try:
        found: dict[str, Any] = json.loads(path().read_text() or "{}")
        things = {key: Thing(**thing) for key, thing in found.pop("things", {}).items()}
        return State(things=things, **found)
    except (FileNotFoundError, ValueError, TypeError):
        return State()


@contextmanager
def held() -> Iterator[int]:
    """The open file, which nobody else has within this context."""
    number = os.open(path(), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield number
    finally:
        os.close(number)


def write(file: int, state: State) -> None:
    """Keep it. Raises OSError."""
    text = json.dumps(asdict(state), ensure_ascii=False).encode()
    size = (len(text) // ROOM + 1) * ROOM
    os.pwrite(file, text.ljust(size), 0)
    os.ftruncate(file, size)
    os.fsync(file)
