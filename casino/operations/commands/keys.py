"""`novamas key`: the house's keys."""

import argparse
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
    from casino.operations.house_keys import VARIABLES

    told = {"backup": {"file": key.path(), "id": key.id_of(key.present())}}
    told |= {which: _place(which) for which in VARIABLES}
    told["signing"] |= {"public_key": signing.public_key()}
    return Answer(told, [f"{name:<15}{_words(facts)}" for name, facts in told.items()])


def _place(which: str) -> dict[str, Any]:
    from casino.operations.house_keys import file, in_setting

    variable = in_setting(which)
    return {"setting": variable} if variable else {"file": file(which)}


def _words(facts: dict[str, Any]) -> str:
    words = [f"setting {value}" if fact == "setting" else str(value) for fact, value in facts.items()]
    if "file" in facts and not facts["file"].exists():
        words.append("made on first use")
    return "  ".join(words)


def _rotate(options: argparse.Namespace) -> Answer:
    return ROTATE[options.which]()


def _rotate_backup() -> Answer:
    from casino.operations.backup import key

    fresh, aside = key.rotate()
    lines = [f"Backups are sealed with the key {fresh} from now on.", f"The old one is kept as {aside}."]
    return Answer({"key": fresh, "aside": aside}, [*lines, "Keep a copy of both elsewhere."])


def _rotate_secret() -> Answer:
    aside = _away("secret")
    return Answer({"aside": aside}, ["Restart the workers: they then make a new key, and all log in again."])


def _rotate_signing() -> Answer:
    from django.conf import settings

    from casino import signing
    from casino.operations.house_keys import OLD_SIGNING_KEYS

    old = signing.public_key()
    _away("signing")
    with (settings.VAR_DIR / OLD_SIGNING_KEYS).open("a") as kept:
        kept.write(f"{old}\n")
    lines = [
        f"Shifts are signed with {signing.public_key()} from now on.",
        f"Those before are proved with {old}.",
    ]
    return Answer({"public_key": signing.public_key(), "old": old}, [*lines, "Restart the workers."])


def _away(which: str) -> str:
    """Move a key's file aside. Raises Fault where the key is not in a file."""
    from casino.operations.house_keys import file, in_setting

    if variable := in_setting(which):
        raise Fault(f"This key stands in the setting {variable}: change it there, and restart the workers.")
    path = file(which)
    aside = path.with_name(f"{path.name}.old")
    if path.exists():
        path.replace(aside)
    return str(aside)


ROTATE: dict[str, Callable[[], Answer]] = {
    "backup": _rotate_backup,
    "secret": _rotate_secret,
    "signing": _rotate_signing,
}
