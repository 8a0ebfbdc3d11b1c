"""What an installation of before has, read from what it wrote: a second run compares its wishes with that."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from casino.operations.answer import Fault
from casino.operations.settings_file import parse
from deploy.gateway import NOBODY

FIRST_PORT = 8001  # of the first worker
# What the site says, and how: it is all of the installer's making
NAME, HTTP, HTTPS = r"server_name (\S+);", r"listen (\d+);", r"listen (\d+) ssl"
FRONT = r"set_real_ip_from (\S+);"


@dataclass(frozen=True, slots=True)
class Standing:
    """What is there, and what a new house gets where nothing is there."""

    name: str = ""
    http: int = 80
    https: int = 443
    ports: tuple[int, ...] = (FIRST_PORT, FIRST_PORT + 1)  # of the workers
    front: str = NOBODY  # the proxy before nginx whose word on the client counts
    settings: dict[str, str] = field(
        default_factory=dict
    )  # of the house, and how the owner of its tables logs in

    @property
    def is_there(self) -> bool:
        """Whether this is a second run."""
        return bool(self.name)

    @property
    def taken(self) -> set[int]:
        """The ports that are the house's own already."""
        return {self.http, self.https, *self.ports} if self.is_there else set()


def standing(site: Path, settings: Path, owner: Path) -> Standing:
    """What these files say."""
    text, found = site.read_text() if site.exists() else "", _read(settings) | _read(owner)
    words = (word.strip() for word in found.get("WORKER_PORTS", "").split(","))
    return Standing(
        name=_first(NAME, text),
        http=int(_first(HTTP, text) or 80),
        https=int(_first(HTTPS, text) or 443),
        ports=tuple(int(word) for word in words if word.isdecimal()) or Standing().ports,
        front=_first(FRONT, text) or NOBODY,
        settings=found,
    )


def _read(file: Path) -> dict[str, str]:
    """Nothing where it cannot be read: then this is not root, which is said before anything is done. Raises Fault."""
    try:
        return parse(file.read_text()) if os.access(file, os.R_OK) else {}
    except ValueError as error:
        raise Fault(f"{file} cannot be understood: {error}") from error


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else ""
