"""`novamas key`: the house's keys."""

import argparse
import os
from collections.abc import Callable
from typing import Any

from casino.operations.answer import Answer, Fault
from casino.operations.commands.command_line import command, group

BACKUP = "seals backups; the old key is kept for the backups that it sealed"
SECRET = "signs logins: everybody has to log in again"  # noqa: S105
SIGNING = "signs exported shifts; the old public key is kept for those that it signed"


def add(commands: Any) -> None:
    """Add `key` to the command line."""
    keys = group(commands, "key", "Shows and rotates the house's keys.")
    command(keys, "list", _list, "Says which keys there are and where, never the keys themselves.")
    rotate = command(keys, "rotate", _rotate, "Makes a new key in the place of the old one.")
    rotate.add_argument(
        "which", choices=tuple(ROTATE), help=f"backup {BACKUP}; secret {SECRET}; signing {SIGNING}"
    )


def _list(options: argparse.Namespace) -> Answer:
    from casino import signing
    from casino.operations.backup import key

    told = {
        "backup": {"file": key.path(), "id": key.id_of(key.present())},
        "signing": {"file": _file("signing"), "public_key": signing.public_key()},
        "secret": {"file": _file("secret")},
    }
    lines = [f"{name:<8}{'  '.join(str(value) for value in facts.values())}" for name, facts in told.items()]
    return Answer(told, lines)


def _rotate(options: argparse.Namespace) -> Answer:
    return ROTATE[options.which]()


def _rotate_backup() -> Answer:
    from casino.operations.backup import key

    fresh, aside = key.rotate()
    lines = [f"Backups are sealed with the key {fresh} from now on.", f"The old one is kept as {aside}."]
    return Answer({"key": fresh, "aside": aside}, [*lines, "Keep a copy of both elsewhere."])


def _rotate_secret() -> Answer:
    aside = _away("secret", "SECRET_KEY")
    return Answer({"aside": aside}, ["Restart the workers: they then make a new key, and all log in again."])


def _rotate_signing() -> Answer:
    from django.conf import settings

    from casino import signing

    old = signing.public_key()
    _away("signing", "SIGNING_KEY")
    with (settings.VAR_DIR / "signing_keys.old").open("a") as kept:
        kept.write(f"{old}\n")
    lines = [
        f"Shifts are signed with {signing.public_key()} from now on.",
        f"Those before are proved with {old}.",
    ]
    return Answer({"public_key": signing.public_key(), "old": old}, [*lines, "Restart the workers."])


def _away(which: str, variable: str) -> str:
    """Move a key's file aside. Raises Fault where the key is not in a file."""
    if os.environ.get(variable):
        raise Fault(f"This key stands in the setting {variable}: change it there, and restart the workers.")
    file = _file(which)
    aside = file.with_name(f"{file.name}.old")
    if file.exists():
        file.replace(aside)
    return str(aside)


def _file(which: str) -> Any:
    from django.conf import settings

    return settings.VAR_DIR / f"{which}_key"


ROTATE: dict[str, Callable[[], Answer]] = {
    "backup": _rotate_backup,
    "secret": _rotate_secret,
    "signing": _rotate_signing,
}
