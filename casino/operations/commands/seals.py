"""`novamas seal`, `novamas put-away`, and `novamas seals`, which lists the years that were sealed."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casino.operations.answer import Answer, listing
from casino.operations.commands.command_line import by, command
from casino.operations.language import gettext as _

if TYPE_CHECKING:
    from tables.models import Seal


def add(commands: Any) -> None:
    """Add `seal`, `put-away` and `seals` to the command line."""
    about = _(
        "Seals a year that is over: all shifts and the journal as signed files, which prove themselves."
    )
    seal = command(commands, "seal", _seal, about)
    seal.add_argument("year", type=int, help=_("such as 2026; the years are sealed one after the other"))
    seal.add_argument("folder", type=Path, help=_("where the folder of the year is made, or lies"))
    seal.add_argument(
        "--check", action="store_true", help=_("only prove a sealed year that lies there, change nothing")
    )
    about = _("Puts a sealed year away: its records leave the database, once its files are proved.")
    away = command(commands, "put-away", _put_away, about, as_owner=True)
    away.add_argument("year", type=int, help=_("such as 2026; the year after it is sealed as well"))
    away.add_argument("folder", type=Path, help=_("where the folder of the sealed year lies"))
    command(commands, "seals", _list, _("Lists the years that were sealed."))


def _seal(options: argparse.Namespace) -> Answer:
    from casino.common.progress import progress
    from casino.common.sql import limits
    from casino.operations.seal import making

    limits.lift()
    with progress(_("year %(year)s") % {"year": options.year}) as advance:
        if options.check:
            done = making.check(options.year, options.folder, advance)
            says = _("%(folder)s: %(files)s files, %(bytes)s bytes, as they were sealed")
        else:
            done = making.seal(options.year, options.folder, by().actor, advance)
            says = _("%(folder)s: %(files)s files, %(bytes)s bytes, sealed and proved")
    said = {"folder": done.folder, "files": done.files, "bytes": done.bytes}
    lines = [says % said, _("digest of the manifest: %(digest)s") % {"digest": done.seal.digest}]
    return Answer({"year": options.year, **said, "digest": done.seal.digest}, lines)


def _put_away(options: argparse.Namespace) -> Answer:
    from casino.common.progress import progress
    from casino.common.sql import limits
    from casino.operations.seal import putting_away

    limits.lift()
    with progress(_("year %(year)s") % {"year": options.year}) as advance:
        done = putting_away.put_away(options.year, options.folder, by().actor, advance)
    said = {"year": options.year, "folder": done.folder, "gone": done.gone, "kept": done.kept}
    says = _("%(year)s is put away: %(gone)s records have left the database, and lie in %(folder)s")
    stay = _("openings, closings and what else reports read stay: %(kept)s")
    return Answer({**said, "folder": str(done.folder), "now": done.now}, [says % said, stay % said])


def _list(options: argparse.Namespace) -> Answer:
    from tables.models import Seal

    rows = [
        {
            "year": row.year,
            "made": row.at.isoformat(timespec="seconds"),
            "digest": row.digest,
            "put_away": _put_away_of(row),
        }
        for row in Seal.objects.prefetch_related("put_away").order_by("year")
    ]
    return listing(rows, _("No year has been sealed yet."))


def _put_away_of(seal: "Seal") -> str | None:
    """When its records left the database; None where they have not."""
    from casino.operations.seal import putting_away

    row = next(iter(seal.put_away.all()), None)
    if row is None:
        return None
    return row.at.isoformat(timespec="seconds") if putting_away.is_whole(seal) else _("not finished")
