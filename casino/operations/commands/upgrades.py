"""`novamas upgrade`, `novamas rollback` and `novamas restart`."""

import argparse
from pathlib import Path
from typing import Any

from casino.operations.answer import Answer
from casino.operations.commands.command_line import command


def add(commands: Any) -> None:
    """Add `upgrade`, `rollback` and `restart` to the command line."""
    about = "Goes over to another release while tables play; goes back by itself if a worker is not ready."
    upgrade = command(commands, "upgrade", _upgrade, about, as_root=True, without_django=True)
    upgrade.add_argument("wheel", type=Path, help="of the release, as make wheel builds it")
    upgrade.add_argument("--no-backup", action="store_true", help="make no backup first")
    about = "Goes back to the release before; the database stays as it is."
    command(commands, "rollback", _rollback, about, as_root=True, without_django=True)
    about = "Restarts the workers one after the other while tables play, as after a change of the settings."
    command(commands, "restart", _restart, about, as_root=True, without_django=True)


def _upgrade(options: argparse.Namespace) -> Answer:
    from casino.operations import upgrade

    done = upgrade.upgrade(options.wheel, backup=not options.no_backup)
    told = {"before": done.before, "after": done.after, "backup": done.backup}
    kept = f"; {done.before} is kept for novamas rollback" if done.before != done.after else ""
    lines = [f"{done.after} serves now{kept}."]
    return Answer(told, lines + ([f"The backup before it: {done.backup}"] if done.backup else []))


def _rollback(options: argparse.Namespace) -> Answer:
    from casino.operations import upgrade

    done = upgrade.rollback()
    return Answer({"before": done.before, "after": done.after}, [f"{done.after} serves again."])


def _restart(options: argparse.Namespace) -> Answer:
    from casino.operations import upgrade

    ports = upgrade.restart()
    return Answer({"restarted": ports}, [f"Restarted, one after the other: {', '.join(ports)}."])
