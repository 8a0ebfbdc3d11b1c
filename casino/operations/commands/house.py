"""`novamas setup-link`, `novamas table`, `novamas reglamento`: the link of the first run, the house's tables, and its
own reglamentos."""

import argparse
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casino.operations.answer import Answer, Fault, listing
from casino.operations.commands.command_line import by, command, group
from casino.operations.language import gettext as _

if TYPE_CHECKING:
    from tables.rules.reglamento import Reglamento

HOURS, LONGEST = 24, 168  # for which a link can be used


def add_setup_link(commands: Any) -> None:
    """Add `setup-link` to the command line."""
    link = command(
        commands,
        "setup-link",
        _link,
        _("Prints the link with which the first administrator is made; only while there is none."),
    )
    link.add_argument(
        "--hours", type=int, default=HOURS, help=_("for which it can be used (%(hours)s)") % {"hours": HOURS}
    )


def _link(options: argparse.Namespace) -> Answer:
    from casino.administration import first_run
    from casino.common.address import of_house

    if not 0 < options.hours <= LONGEST:
        raise Fault(_("A link can be used for 1 to %(most)s hours.") % {"most": LONGEST})
    secret = first_run.make_link(by(), timedelta(hours=options.hours))
    link = f"{of_house()}/setup/{secret}/"
    says = _("Open it within %(hours)s hours. It is shown this once.")
    lines = [link, says % {"hours": options.hours}]
    return Answer({"link": link, "hours": options.hours}, lines)


def add_tables(commands: Any) -> None:
    """Add `table` to the command line."""
    tables = group(commands, "table", _("Lists and makes tables."))
    command(tables, "list", _list_tables, _("Lists the tables."))
    one = command(tables, "add", _add_table, _("Makes a table; it is closed until a jefe opens it."))
    one.add_argument("table", help=_("its name in addresses: letters, digits, - and _; never changed"))
    one.add_argument("name", help=_("its name on the screens"))
    many = command(
        tables, "import", _import_tables, _("Makes a table for each line of a CSV file, all or none.")
    )
    many.add_argument("file", type=Path, help=_("columns: table, name"))


def _list_tables(options: argparse.Namespace) -> Answer:
    from tables.models import Table

    rows = [
        {"table": row.slug, "name": row.name, "reglamento": row.reglamento or None, "phase": row.phase}
        | {"version": row.version, "retired": row.retired}
        for row in sorted(Table.objects.defer("state"), key=lambda table: table.place)
    ]
    return listing(rows, _("There are no tables yet: novamas table add TABLE NAME makes one."))


def _add_table(options: argparse.Namespace) -> Answer:
    from casino.administration import tables

    tables.add(by(), options.table, options.name)
    return Answer({"table": options.table, "name": options.name}, [f"{options.table}: {options.name}"])


def _import_tables(options: argparse.Namespace) -> Answer:
    from casino.administration import csv_list, tables

    rows = tables.take(by(), csv_list.of_file(options.file))
    return listing(rows, _("The file names no table."))


def add_reglamentos(commands: Any) -> None:
    """Add `reglamento` to the command line."""
    reglamentos = group(commands, "reglamento", _("Checks and keeps the house's own reglamentos."))
    command(reglamentos, "list", _list_reglamentos, _("Lists every version that is kept."))
    check = command(reglamentos, "check", _check_reglamento, _("Says whether a file can be a reglamento."))
    keep = command(
        reglamentos, "add", _add_reglamento, _("Keeps a file as the newest version of its reglamento.")
    )
    for one in (check, keep):
        one.add_argument("file", type=Path, help=_("a TOML file (docs/reglamentos.md)"))


def _list_reglamentos(options: argparse.Namespace) -> Answer:
    from tables.models import HouseReglamento

    rows = [
        {"reglamento": str(row), "kept": f"{row.at:%Y-%m-%d %H:%M}"}
        for row in HouseReglamento.objects.order_by("slug", "version")
    ]
    return listing(rows, _("The house has none of its own: novamas reglamento add FILE keeps one."))


def _check_reglamento(options: argparse.Namespace) -> Answer:
    from casino.administration import csv_list, reglamentos
    from tables.record.reglamentos.review import prospects

    source = csv_list.of_file(options.file)
    rules = reglamentos.check(source)
    warned = reglamentos.warnings(rules, source)
    said = {
        "reglamento": rules.slug,
        "title": rules.title,
        "base": rules.base,
        "warnings": warned,
        "chances": [
            {
                "chance": line.chance,
                "decks": decks,
                "punto": punto,
                "wins": float(line.wins),
                "expected": float(line.expected),
            }
            for decks, punto, line in prospects(rules)
        ],
    }
    good = _("%(name)s: %(title)s, good.") % {"name": rules.slug, "title": rules.title}
    return Answer(said, [good, *_table(rules), *_warned(warned)])


def _table(rules: "Reglamento") -> Sequence[str]:
    """What each chance comes to: how often it wins, and the expectation of a staked unit."""
    from casino.administration import reglamentos

    rows = []
    for row in reglamentos.table(rules):
        cells = {_("Chance"): " · ".join(filter(None, (row.slug or row.name, row.punto)))}
        for decks, wins, expected in row.cells:
            cells[_("%(decks)s decks: wins") % {"decks": decks}] = wins
            cells[_("%(decks)s decks: expected") % {"decks": decks}] = expected
        rows.append(cells)
    return listing(rows, "").lines


def _warned(sentences: Sequence[str]) -> list[str]:
    return [_("Warning: %(sentence)s.") % {"sentence": sentence} for sentence in sentences]


def _add_reglamento(options: argparse.Namespace) -> Answer:
    from casino.administration import csv_list, reglamentos

    source = csv_list.of_file(options.file)
    rules, is_new = reglamentos.add(by(), source)
    said = {"reglamento": rules.name, "title": rules.title, "new": is_new}
    told = _("%(name)s: %(title)s, kept.") if is_new else _("%(name)s: %(title)s, kept already.")
    warned = _warned(reglamentos.warnings(rules, source))
    return Answer(said, [told % {"name": rules.name, "title": rules.title}, *warned])
