"""`novamas reglamento`: the house's own reglamentos."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casino.operations.answer import Answer, listing
from casino.operations.commands.command_line import by, command, group
from casino.operations.language import gettext as _

if TYPE_CHECKING:
    from tables.rules.reglamento import Reglamento


def add(commands: Any) -> None:
    """Add `reglamento` to the command line."""
    reglamentos = group(commands, "reglamento", _("Checks and keeps the house's own reglamentos."))
    command(reglamentos, "list", _list, _("Lists every version that is kept."))
    check = command(reglamentos, "check", _check, _("Says whether a file can be a reglamento."))
    keep = command(reglamentos, "add", _add, _("Keeps a file as the newest version of its reglamento."))
    for one in (check, keep):
        one.add_argument("file", type=Path, help=_("a TOML file (docs/reglamentos.md)"))


def _list(options: argparse.Namespace) -> Answer:
    from tables.models import HouseReglamento

    rows = [
        {"reglamento": str(row), "kept": f"{row.at:%Y-%m-%d %H:%M}"}
        for row in HouseReglamento.objects.order_by("slug", "version")
    ]
    return listing(rows, _("The house has none of its own: novamas reglamento add FILE keeps one."))


def _check(options: argparse.Namespace) -> Answer:
    from casino.administration import csv_list, reglamentos

    rules = reglamentos.check(csv_list.of_file(options.file))
    said = {"reglamento": rules.slug, "title": rules.title, "base": rules.base}
    return Answer(
        said, [_("%(name)s: %(title)s, good.") % {"name": rules.slug, "title": rules.title}, *_warning(rules)]
    )


def _warning(rules: "Reglamento") -> list[str]:
    """On what the house would lose in the long run."""
    from casino.administration import reglamentos

    return [said for said in [reglamentos.warning(rules)] if said]


def _add(options: argparse.Namespace) -> Answer:
    from casino.administration import csv_list, reglamentos

    rules, is_new = reglamentos.add(by(), csv_list.of_file(options.file))
    said = {"reglamento": rules.name, "title": rules.title, "new": is_new}
    told = _("%(name)s: %(title)s, kept.") if is_new else _("%(name)s: %(title)s, kept already.")
    return Answer(said, [told % {"name": rules.name, "title": rules.title}, *_warning(rules)])
