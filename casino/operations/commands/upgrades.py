"""`novamas upgrade`, `novamas rollback` and `novamas restart`."""

import argparse
from pathlib import Path
from typing import Any

from casino.operations.answer import Answer
from casino.operations.commands.command_line import command
from casino.operations.language import gettext as _


def add(commands: Any) -> None:
    """Add `upgrade`, `rollback` and `restart` to the command line."""
    about = _("Goes over to another release while tables play; goes back by itself if a worker is not ready.")
    upgrade = command(commands, "upgrade", _upgrade, about, as_root=True, without_django=True)
    upgrade.add_argument(
        "file", type=Path, help=_("the release: a bundle, as make bundle makes it, or a wheel")
    )
    upgrade.add_argument("--no-backup", action="store_true", help=_("make no backup first"))
    about = _("Goes back to the release before; the database stays as it is.")
    command(commands, "rollback", _rollback, about, as_root=True, without_django=True)
    about = _(
        "Restarts the workers one after the other while tables play, as after a change of the settings."
    )
    command(commands, "restart", _restart, about, as_root=True, without_django=True)


def _upgrade(options: argparse.Namespace) -> Answer:
    from casino.operations import upgrade

    done = upgrade.upgrade(options.file, backup=not options.no_backup)
    told = {"before": done.before, "after": done.after, "backup": done.backup, "removed": done.removed}
    lines = [_("%(release)s serves now.") % {"release": done.after}]
    if done.before != done.after:
        says = _("%(release)s serves now; %(before)s is kept for novamas rollback.")
        lines = [says % {"release": done.after, "before": done.before}]
    lines += [_("The backup before it: %(file)s") % {"file": done.backup}] if done.backup else []
    lines += [_("Removed: %(releases)s") % {"releases": ", ".join(done.removed)}] if done.removed else []
    return Answer(told, lines)


def _rollback(options: argparse.Namespace) -> Answer:
    from casino.operations import upgrade

    done = upgrade.rollback()
    return Answer(
        {"before": done.before, "after": done.after},
        [_("%(release)s serves again.") % {"release": done.after}],
    )


def _restart(options: argparse.Namespace) -> Answer:
    from casino.operations import upgrade

    ports = upgrade.restart()
    says = _("Restarted, one after the other: %(ports)s.")
    return Answer({"restarted": ports}, [says % {"ports": ", ".join(ports)}])
