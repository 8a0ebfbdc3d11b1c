"""`novamas table`: the house's tables."""

import argparse
from pathlib import Path
from typing import Any

from casino.operations.answer import Answer, listing
from casino.operations.commands.command_line import by, command, group
from casino.operations.language import gettext as _


def add(commands: Any) -> None:
    """Add `table` to the command line."""
    tables = group(commands, "table", _("Lists and makes tables."))
    command(tables, "list", _list, _("Lists the tables."))
    one = command(tables, "add", _add, _("Makes a table; it is closed until a jefe opens it."))
    one.add_argument("table", help=_("its name in addresses: letters, digits, - and _; never changed"))
    one.add_argument("name", help=_("its name on the screens"))
    many = command(tables, "import", _import, _("Makes a table for each line of a CSV file, all or none."))
    many.add_argument("file", type=Path, help=_("columns: table, name"))


def _list(options: argparse.Namespace) -> Answer:
    from tables.models import Table

    rows = [
        {"table": row.slug, "name": row.name, "reglamento": row.reglamento or None, "phase": row.phase}
        | {"version": row.version, "retired": row.retired}
        for row in sorted(Table.objects.defer("state"), key=lambda table: table.place)
    ]
    return listing(rows, _("There are no tables yet: novamas table add TABLE NAME makes one."))


def _add(options: argparse.Namespace) -> Answer:
    from casino.administration import tables

    tables.add(by(), options.table, options.name)
    return Answer({"table": options.table, "name": options.name}, [f"{options.table}: {options.name}"])


def _import(options: argparse.Namespace) -> Answer:
    from casino.administration import csv_list, tables

    rows = tables.take(by(), csv_list.of_file(options.file))
    return listing(rows, _("The file names no table."))
