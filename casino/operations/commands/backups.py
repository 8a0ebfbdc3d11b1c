"""`novamas backup`, `novamas restore`, and `novamas aside` for what a restore has kept."""

import argparse
from datetime import datetime
from typing import TYPE_CHECKING, Any

from casino.operations.answer import Answer, Fault, listing
from casino.operations.commands.command_line import command
from casino.operations.language import gettext as _

if TYPE_CHECKING:
    from casino.operations.backup.kinds import Restored

RIGHTS = {"as_root": True, "as_owner": True}  # the cluster is another user's than the product's


def add(commands: Any) -> None:
    """Add `backup`, `restore` and `aside` to the command line."""
    _add_backup(commands)
    _add_restore(commands)
    _add_aside(commands)


def _add_backup(commands: Any) -> None:
    backup = command(commands, "backup", _backup, _("Makes an encrypted backup while tables play."), **RIGHTS)
    way = backup.add_mutually_exclusive_group()
    way.add_argument(
        "--full",
        action="store_true",
        help=_("all of it; otherwise what has changed, and all of it once a week"),
    )
    way.add_argument("--list", action="store_true", help=_("only list the backups, and when each was proved"))


def _add_restore(commands: Any) -> None:
    restore = command(
        commands,
        "restore",
        _restore,
        _("Puts a backup in the place of the database; the house must stand still."),
        **RIGHTS,
    )
    restore.add_argument(
        "backup",
        nargs="?",
        default="",
        help=_("its name, as the list has it; otherwise the newest that fits"),
    )
    restore.add_argument(
        "--to",
        metavar="MOMENT",
        help=_("as of this moment, such as 2026-11-27T05:30; otherwise all there is"),
    )
    way = restore.add_mutually_exclusive_group()
    way.add_argument(
        "--replace", action="store_true", help=_("also where the house has a database, which is kept aside")
    )
    way.add_argument("--check", action="store_true", help=_("only prove it beside the house, change nothing"))


def _add_aside(commands: Any) -> None:
    aside = command(
        commands,
        "aside",
        _aside,
        _("Lists the databases that restores have kept, puts one back in its place, or drops it."),
        **RIGHTS,
    )
    one = aside.add_mutually_exclusive_group()
    one.add_argument(
        "--put-back", metavar="NAME", help=_("it is the house's again; the house must stand still")
    )
    one.add_argument("--drop", metavar="NAME", help=_("it is removed"))


def _backup(options: argparse.Namespace) -> Answer:
    from casino.operations.backup.of_house import kind
    from casino.operations.house_keys import not_in_backups

    if options.list:
        return _list()
    with kind().alone() as left:
        made = kind().make(full=options.full)
    if made is None:
        says = _("The database of the other machine leads, so that the backups are made there.")
        return Answer({"backup": None, "removed": left}, [*_left(left), says])
    without = not_in_backups()
    said = {"name": made.name, "bytes": made.bytes}
    lines = [*_left(left), _("%(name)s: %(bytes)s bytes, backed up") % said]
    says = _("%(setting)s stands in a setting and is not in the backup: keep it yourself.")
    lines += [says % {"setting": variable} for variable in without]
    return Answer({"backup": made.name, **made.as_dict(), "removed": left, "without": without}, lines)


def _left(names: list[str]) -> list[str]:
    says = _("put right, as a run that was killed had left it: %(name)s")
    return [says % {"name": name} for name in names]


def _list() -> Answer:
    from casino.operations.backup.of_house import kind

    rows = [
        {"name": one.name, "kind": _("full") if one.is_full else _("what had changed"), "bytes": one.bytes}
        | {"made": _minute(one.made), "proved": one.proved and _minute(one.proved)}
        for one in kind().listing()
    ]
    return listing(rows, _("There are no backups yet."))


def _minute(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _restore(options: argparse.Namespace) -> Answer:
    from casino.operations.backup.of_house import kind

    to = _moment(options.to) if options.to else None
    with kind().alone() as left:
        if options.check:
            done = kind().prove(options.backup, to)
            says = _("%(name)s: as of %(moment)s, %(holds)s, proved; nothing was changed")
        else:
            done = kind().restore(options.backup, to, replace=options.replace)
            says = _("%(name)s: as of %(moment)s, %(holds)s, restored and proved")
    said = {"name": done.name, "moment": _minute(done.moment), "holds": _words(done)}
    lines = [*_left(left), says % said]
    if done.aside:
        says = _("The database before it is kept as %(name)s: novamas aside puts it back or drops it.")
        lines.append(says % {"name": done.aside})
    told = {"backup": done.name, "moment": _minute(done.moment), "aside": done.aside, "removed": left}
    return Answer({**told, **done.facts}, lines)


def _moment(said: str) -> datetime:
    from zoneinfo import ZoneInfo

    from django.conf import settings

    try:
        found = datetime.fromisoformat(said)
    except ValueError as error:
        raise Fault(
            _("%(said)s is no moment, such as 2026-11-27T05:30 by the house's clock.") % {"said": said}
        ) from error
    return found if found.tzinfo else found.replace(tzinfo=ZoneInfo(settings.TIME_ZONE))


def _aside(options: argparse.Namespace) -> Answer:
    from casino.operations.backup.of_house import kind

    if options.put_back or options.drop:
        with kind().alone():
            return _moved(options)
    rows = [{"name": name, "bytes": size} for name, size in kind().kept_aside().items()]
    return listing(rows, _("No restore has kept a database."))


def _moved(options: argparse.Namespace) -> Answer:
    from casino.operations.backup.of_house import kind

    if options.drop:
        kind().drop(options.drop)
        return Answer({"dropped": options.drop}, [_("%(name)s is removed.") % {"name": options.drop}])
    kept = kind().put_back(options.put_back)
    says = _("%(name)s is the house's database again; the one before it is kept as %(kept)s.")
    told = {"put_back": options.put_back, "aside": kept}
    return Answer(told, [says % {"name": options.put_back, "kept": kept}])


def _words(done: "Restored") -> str:
    rows = done.facts["rows"]
    said = {"tables": rows["tables_table"], "records": rows["tables_record"]}
    return _("tables: %(tables)s, records: %(records)s") % said
