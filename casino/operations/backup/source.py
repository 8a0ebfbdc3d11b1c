"""The database as a backup sees it: both kinds offer the same functions."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from django.db import connection

from casino.operations.backup import postgresql, sqlite

Write = Callable[[bytes], None]
Read = Callable[[int], bytes]


class Moment(Protocol):
    """The database as of one moment, while others write."""

    cursor: Any

    def dump(self, write: Write) -> None:
        """Write all of it."""


class Database(Protocol):
    """A kind of database."""

    def moment(self) -> AbstractContextManager[Moment]:
        """The house's database as it is now."""

    def size(self) -> int:
        """About how many bytes it has."""

    def scratch(self, read: Read, folder: Path) -> "AbstractContextManager[Scratch]":
        """A database of its own, filled from a dump and removed in the end, unless `take_place` was called. `folder` is
        its VAR_DIR."""

    def refuse_if_served(self) -> None:
        """Raises Fault while somebody works with the house's database."""

    def is_empty(self) -> bool:
        """Whether the house's database is missing, or has no tables and no logins."""

    def drop_scratch(self) -> list[str]:
        """Drop the scratch databases of runs that were killed, and return their names. Only for who works alone."""

    def kept_aside(self) -> dict[str, int]:
        """What restores have kept, with the sizes in bytes, oldest first."""

    def put_back(self, name: str, aside: str) -> str:
        """Let what a restore has kept take the place of the house's database, which is kept as in `take_place`."""

    def drop(self, name: str) -> None:
        """Remove what a restore has kept."""


class Scratch(Protocol):
    """A restored database beside the house's own."""

    environment: dict[str, str]  # with which a command of the product works on it

    def cursor(self) -> AbstractContextManager[Any]:
        """A cursor on it."""

    def take_place(self, aside: str) -> str:
        """Put it in the place of the house's database, which is kept under a name that ends with `aside`. Returns that
        name, empty if there was none."""


def database() -> Database:
    """The kind of this house: a module with the functions of `Database`."""
    return postgresql if connection.vendor == "postgresql" else sqlite
