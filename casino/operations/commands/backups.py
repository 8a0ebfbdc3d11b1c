"""`novamas backup`, `novamas restore`, and `novamas aside` for what a restore has kept."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casino.operations.answer import Answer, listing
from casino.operations.commands.command_line import command
from casino.operations.language import gettext as _

if TYPE_CHECKING:
    from casino.operations.backup.make import Made


def add(commands: Any) -> None:
    """Add `backup` and `restore` to the command line."""
    backup = command(
        commands,
        "backup",
        _backup,
        _("Writes an encrypted backup while tables play, and proves it by restoring it."),
    )
    backup.add_argument(
        "--into", type=Path, metavar="DIR", help=_("where to; otherwise BACKUP_DIR, or backups in VAR_DIR")
    )
    backup.add_argument(
        "--unproved", action="store_true", help=_("do not restore and audit it in a scratch database")
    )
    backup.add_argument("--list", action="store_true", help=_("only list the backups that there are"))
    restore = command(
        commands,
        "restore",
        _restore,
        _("Puts a backup in the place of the database; the house must stand still."),
    )
    restore.add_argument("file", type=Path)
    restore.add_argument(
        "--replace", action="store_true", help=_("also where the house has data, which is kept aside")
    )
    restore.add_argument(
        "--check", action="store_true", help=_("only prove it in a scratch database, change nothing")
    )

    aside = command(
        commands,
        "aside",
        _aside,
        _("Lists the databases that restores have kept, puts one back in its place, or drops it."),
    )
    one = aside.add_mutually_exclusive_group()
    one.add_argument(
        "--put-back", metavar="NAME", help=_("it is the house's again; the house must stand still")
    )
    one.add_argument("--drop", metavar="NAME", help=_("it is removed"))


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
    without = not_in_backups()
    lines = [_made(made, options.unproved)]
    lines += [
        _("removed, as a run that was killed had left it: %(name)s") % {"name": name} for name in cleared
    ]
    lines += [_("copied: %(file)s") % {"file": copied}] if copied else []
    lines += [_("removed, as newer ones are kept: %(name)s") % {"name": file.name} for file in removed]
    if is_first:
        says = _("A new key was made: %(file)s. Keep a copy elsewhere: without it no backup can be opened.")
        lines += [says % {"file": key.path()}]
    says = _("%(setting)s stands in a setting and is not in the backup: keep it yourself.")
    lines += [says % {"setting": variable} for variable in without]
    return Answer({**told, "removed": removed, "without": without}, lines)


def _made(made: "Made", is_unproved: bool) -> str:
    said = {"file": made.file, "bytes": made.size, "holds": _words(made.facts)}
    if is_unproved:
        return _("%(file)s: %(bytes)s bytes, %(holds)s, not proved") % said
    return _("%(file)s: %(bytes)s bytes, %(holds)s, proved") % said


def _list(into: Path) -> Answer:
    from casino.operations.backup import restore, retention

    rows = []
    for _at, file in retention.backups(into):
        head = restore.head_of(file)
        rows.append({"file": file.name, "made": head["made"], "version": head["version"], "key": head["key"]})
        rows[-1] |= {"bytes": file.stat().st_size, "proved": retention.is_proved(file)}
    return listing(rows, _("There are no backups in %(folder)s.") % {"folder": into})


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
            [
                _("%(file)s: of %(made)s, proved; nothing was changed")
                % {"file": options.file, "made": head["made"]}
            ],
        )
    done = restore.restore(options.file, replace=options.replace)
    told = {
        "file": options.file,
        "made": done.head["made"],
        "aside": done.aside,
        "warnings": done.warnings,
        **done.facts,
    }
    said = {"file": options.file, "made": done.head["made"], "holds": _words(done.facts)}
    lines = [_("%(file)s: of %(made)s, %(holds)s, restored and proved") % said]
    if done.aside:
        says = _("The database before it is kept as %(name)s: novamas aside puts it back or drops it.")
        lines += [says % {"name": done.aside}]
    return Answer(told, lines + done.warnings)


def _aside(options: argparse.Namespace) -> Answer:
    from casino.operations.backup import leftovers
    from casino.operations.backup.source import database

    if options.put_back or options.drop:
        with leftovers.alone():
            return _moved(options)
    rows = [{"name": name, "bytes": size} for name, size in database().kept_aside().items()]
    return listing(rows, _("No restore has kept a database."))


def _moved(options: argparse.Namespace) -> Answer:
    from casino.operations.backup import leftovers

    if options.drop:
        leftovers.drop(options.drop)
        return Answer({"dropped": options.drop}, [_("%(name)s is removed.") % {"name": options.drop}])
    kept = leftovers.put_back(options.put_back)
    says = _("%(name)s is the house's database again; the one before it is kept as %(kept)s.")
    told = {"put_back": options.put_back, "aside": kept}
    return Answer(told, [says % {"name": options.put_back, "kept": kept}])


def _words(facts: dict[str, Any]) -> str:
    rows = facts["rows"]
    said = {"tables": rows["tables_table"], "records": rows["tables_record"]}
    return _("tables: %(tables)s, records: %(records)s") % said
