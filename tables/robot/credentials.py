"""The demo's credentials: random for each installation, kept in a file that only its owner can read."""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from django.conf import settings

from casino.people.permissions import Role

JEFE = "julio"
STAFF = {
    "carla": Role.CROUPIER,
    JEFE: Role.JEFE,
    "irene": Role.INSPECTOR,
    "camila": Role.CAMBISTA,
    "elena": Role.DIRECTOR,
}  # username → role
ROBOT = "robot"  # signs what the robot does; nobody can log in with it
ROBOT_ROLE = Role.CROUPIER


@dataclass(slots=True)
class Credentials:
    """One passphrase for all of STAFF. `walls`: table's slug → secret of its display's token, for `/wall/SECRET/`."""

    passphrase: str
    walls: dict[str, str] = field(default_factory=dict)


def load_credentials() -> Credentials | None:
    """This installation's; None if no demo was ever built."""
    try:
        return Credentials(**json.loads(_file().read_text()))
    except FileNotFoundError:
        return None


def save_credentials(credentials: Credentials) -> None:
    """Replace the file atomically; only its owner can read it."""
    fresh = _file().with_name(f"{_file().name}.{os.getpid()}")
    fresh.touch(mode=0o600)
    fresh.write_text(json.dumps(asdict(credentials), indent=2) + "\n")
    fresh.replace(_file())


def _file() -> Path:
    return Path(settings.VAR_DIR) / "demo_logins.json"
