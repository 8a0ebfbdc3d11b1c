"""`novamas backup`, `novamas restore`, and `novamas aside` for what a restore has kept."""

import argparse
from pathlib import Path
from typing import Any

from casino.operations.answer import Answer, listing
from casino.operations.commands.command_line import command


def add(commands: Any) -> None:
    """Add `backup` and `restore` to the command line."""
    backup = command(
        commands,
        "backup",
        _backup,
        "Writes an encrypted backup while tables play, and proves it by restoring it.",
    )
    backup.add_argument(
        "--into", type=Path, metavar="DIR", help="where to; otherwise BACKUP_DIR, or backups in VAR_DIR"
    )
    backup.add_argument(
        "--unproved", action="store_true", help="do not restore and audit it in a scratch database"
    )
    backup.add_argument("--list", action="store_true", help="only list the backups that there are")
    restore = command(
        commands,
        "restore",
        _restore,
        "Puts a backup in the place of the database; the house must stand still.",
    )
    restore.add_argument("file", type=Path)
    restore.add_argument(
        "--replace", action="store_true", help="also where the house has data, which is kept aside"
    )
    restore.add_argument(
        "--check", action="store_true", help="only prove it in a scratch database, change nothing"
    )

    aside = command(
        commands,
        "aside",
        _aside,
        "Lists the databases that restores have kept, puts one back in its place, or drops it.",
    )
    one = aside.add_mutually_exclusive_group()
    one.add_argument("--put-back", metavar="NAME", help="it is the house's again; the house must stand still")
    one.add_argument("--drop", metavar="NAME", help="it is removed")


def _backup(options: argparse.Namespace) -> Answer:
    from casino.operations.backup import copying, key, leftovers, make, restore, retention
    from casino.operations.house_keys import not_in_backups

    into = options.into or make.folder()
    if options.list:
        return _list(into)
    is_first = not key.path().exists()
    with leftovers.alone():
        cleared = leftovers.remove(into)
        made = make.make(into, None if options.unproved else restore.prove)
        removed = retention.thin_out(into)
        copied = None if options.into else copying.copy(made.file)
    told = {
        "file": made.file,
        "bytes": made.size,
        "key": made.key,
        "proved": not options.unproved,
        "copied": copied,
        **made.facts,
    }
    lines = [f"{made.file}: {made.size} bytes, {_words(made.facts)}, {'not ' * options.unproved}proved"]
    lines += [f"removed, as a run that was killed had left it: {name}" for name in cleared]
    lines += [f"copied: {copied}"] if copied else []
    lines += [f"removed, as newer ones are kept: {file.name}" for file in removed]
    if is_first:
        lines += [
            f"A new key was made: {key.path()}. Keep a copy elsewhere: without it no backup can be opened."
        ]
    without = not_in_backups()
    lines += [
        f"{variable} stands in a setting and is not in the backup: keep it yourself." for variable in without
    ]
    return Answer({**told, "removed": removed, "without": without}, lines)


def _list(into: Path) -> Answer:
    from casino.operations.backup import restore, retention

    rows = []
    for _at, file in retention.backups(into):
        head = restore.head_of(file)
        rows.append({"file": file.name, "made": head["made"], "version": head["version"], "key": head["key"]})
        rows[-1] |= {"bytes": file.stat().st_size, "proved": retention.is_proved(file)}
    return listing(rows, f"There are no backups in {into}.")


def _restore(options: argparse.Namespace) -> Answer:
    from casino.operations.backup import leftovers

    with leftovers.alone():
        return _restored(options)


def _restored(options: argparse.Namespace) -> Answer:
    from casino.operations.backup import restore

    if options.check:
        head = restore.prove(options.file)
        return Answer(
            {"file": options.file, **head},
            [f"{options.file}: of {head['made']}, proved; nothing was changed"],
        )
    done = restore.restore(options.file, replace=options.replace)
    told = {
        "file": options.file,
        "made": done.head["made"],
        "aside": done.aside,
        "warnings": done.warnings,
        **done.facts,
    }
    lines = [f"{options.file}: of {done.head['made']}, {_words(done.facts)}, restored and proved"]
    if done.aside:
        lines += [f"The database before it is kept as {done.aside}: novamas aside puts it back or drops it."]
    return Answer(told, lines + done.warnings)


def _aside(options: argparse.Namespace) -> Answer:
    from casino.operations.backup import leftovers
    from casino.operations.backup.source import database

    if options.put_back or options.drop:
        with leftovers.alone():
            return _moved(options)
    rows = [{"name": name, "bytes": size} for name, size in database().kept_aside().items()]
    return listing(rows, "No restore has kept a database.")


def _moved(options: argparse.Namespace) -> Answer:
    from casino.operations.backup import leftovers

    if options.drop:
        leftovers.drop(options.drop)
        return Answer({"dropped": options.drop}, [f"{options.drop} is removed."])
    kept = leftovers.put_back(options.put_back)
    told = f"{options.put_back} is the house's database again; the one before it is kept as {kept}."
    return Answer({"put_back": options.put_back, "aside": kept}, [told])


def _words(facts: dict[str, Any]) -> str:
    records = facts["rows"]["tables_record"]
    return f"{facts['rows']['tables_table']} tables, {records} records"
