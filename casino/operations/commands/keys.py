"""`novamas key`: the house's keys."""

import argparse
from collections.abc import Callable
from typing import Any

from casino.operations.answer import Answer, Fault
from casino.operations.commands.command_line import command, group
from casino.operations.language import gettext as _


def add(commands: Any) -> None:
    """Add `key` to the command line."""
    keys = group(commands, "key", _("Shows and rotates the house's keys."))
    command(keys, "list", _list, _("Says which keys there are and where, never the keys themselves."))
    rotate = command(keys, "rotate", _rotate, _("Makes a new key in the place of the old one."))
    rotate.add_argument(
        "which",
        choices=tuple(ROTATE),
        help=_(
            "backup seals backups; the old key is kept for the backups that it sealed; secret signs logins: everybody"
            " has to log in again; signing signs exported shifts; the old public key is kept for those that it signed"
        ),
    )


def _list(options: argparse.Namespace) -> Answer:
    from casino.common import signing
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
    words = [f"{_('setting')} {value}" if fact == "setting" else str(value) for fact, value in facts.items()]
    if "file" in facts and not facts["file"].exists():
        words.append(_("made on first use"))
    return "  ".join(words)


def _rotate(options: argparse.Namespace) -> Answer:
    return ROTATE[options.which]()


def _rotate_backup() -> Answer:
    from django.db import connection

    from casino.operations.backup import key

    if connection.vendor == "postgresql":
        says = _(
            "A place of backups keeps the key that it was made with: docs/operations.md says how to begin a new one."
        )
        raise Fault(says)
    fresh, aside = key.rotate()
    lines = [
        _("Backups are sealed with the key %(key)s from now on.") % {"key": fresh},
        _("The old one is kept as %(file)s.") % {"file": aside},
        _("Keep a copy of both elsewhere."),
    ]
    return Answer({"key": fresh, "aside": aside}, lines)


def _rotate_secret() -> Answer:
    aside = _away("secret")
    line = _("Restart the workers: they then make a new key, and all log in again.")
    return Answer({"aside": aside}, [line])


def _rotate_signing() -> Answer:
    from django.conf import settings

    from casino.common import signing
    from casino.common.environment import OLD_SIGNING_KEYS

    old = signing.public_key()
    _away("signing")
    with (settings.VAR_DIR / OLD_SIGNING_KEYS).open("a") as kept:
        kept.write(f"{old}\n")
    lines = [
        _("Shifts are signed with %(key)s from now on.") % {"key": signing.public_key()},
        _("Those before are proved with %(key)s.") % {"key": old},
        _("Restart the workers."),
    ]
    return Answer({"public_key": signing.public_key(), "old": old}, lines)


def _away(which: str) -> str:
    """Move a key's file aside. Raises Fault where the key is not in a file."""
    from casino.operations.house_keys import file, in_setting

    if variable := in_setting(which):
        says = _("This key stands in the setting %(setting)s: change it there, and restart the workers.")
        raise Fault(says % {"setting": variable})
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
