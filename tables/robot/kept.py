"""The demo's secrets: made at random for each installation, in a file that only its owner reads."""

import json
import os
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

from django.conf import settings

from casino.accounts.permissions import Role

JEFE = "julio"
STAFF = {
    "carla": Role.CROUPIER,
    JEFE: Role.JEFE,
    "irene": Role.INSPECTOR,
    "camila": Role.CAMBISTA,
}  # username → role
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"


@dataclass(slots=True)
class Kept:
    """One passphrase for all of STAFF; `walls`: table → secret of its display's token, for `/wall/SECRET/`."""

    passphrase: str
    walls: dict[str, str] = field(default_factory=dict)


def kept() -> Kept | None:
    """What is kept of this installation's demo; None if none was ever built."""
    try:
        return Kept(**json.loads(_file().read_text()))
    except FileNotFoundError:
        return None


def keep(what: Kept) -> None:
    """Write it, whole or not at all, for its owner's eyes only."""
    fresh = _file().with_name(f"{_file().name}.{os.getpid()}")
    fresh.touch(mode=0o600)
    fresh.write_text(json.dumps(asdict(what), indent=2) + "\n")
    fresh.replace(_file())


def new_passphrase() -> str:
    """Four words that can be said and typed, such as `tora-meli-kusa-vone`: 49 bits."""
    return "-".join(_syllable() + _syllable() for _ in range(4))


def _syllable() -> str:
    return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)


def _file() -> Path:
    return Path(settings.VAR_DIR) / "demo_logins.json"
