"""The two kinds of backups, which offer the same functions; and what both tell."""

from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Protocol

from casino.common.json_input import Json


@dataclass(frozen=True, slots=True)
class Backup:
    """`name`: that of its file, or pgBackRest's. `proved`: when it was last restored and audited."""

    name: str
    made: datetime
    bytes: int
    is_full: bool
    proved: datetime | None

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that was restored and audited, as of `moment`. `aside`: what the house's database of before is called;
    empty if there was none, or nothing was replaced."""

    name: str
    moment: datetime
    facts: Json
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """The backups and what restores have kept aside, with its sizes in bytes, as everybody may know them. `fault`: why
    the last run failed, empty if it did not."""

    backups: list[Backup]
    aside: dict[str, int]
    fault: str = ""


class Kind(Protocol):
    """A kind of database. What changes something is only for who works `alone`."""

    def told(self) -> Told:
        """What everybody may know, also the processes that may not look into the repository."""

    def alone(self) -> AbstractContextManager[list[str]]:
        """Work on backups as the only one on this machine. Yields the names of what runs that were killed had left and
        was removed, or put back. Raises Fault while another works."""

    def make(self, *, full: bool) -> Backup | None:
        """Make a backup while tables play; None on the standby of two machines, which leaves it to the other. Raises
        Fault."""

    def listing(self) -> list[Backup]:
        """The backups, oldest first. Raises Fault."""

    def prove(self, name: str, to: datetime | None) -> Restored:
        """Restore a backup beside the house, audit it, and remove it. `name`: empty for the newest that has the moment
        `to`; without that all that it and its archive have. Raises Fault."""

    def restore(self, name: str, to: datetime | None, *, replace: bool) -> Restored:
        """The same, and put it in the place of the house's database. Raises Fault; nothing has changed then."""

    def kept_aside(self) -> dict[str, int]:
        """What restores have kept, with the sizes in bytes, oldest first."""

    def put_back(self, name: str) -> str:
        """Let what a restore has kept take the place of the house's database. Returns what that is called now. Raises
        Fault."""

    def drop(self, name: str) -> None:
        """Remove what a restore has kept. Raises Fault."""
