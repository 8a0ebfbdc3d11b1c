"""`novamas table`: the house's tables."""

import argparse
from pathlib import Path
from typing import Any

from casino.operations.answer import Answer, Fault, listing
from casino.operations.commands.command_line import command, group

COLUMNS = ("table", "name")


def add(commands: Any) -> None:
    """Add `table` to the command line."""
    tables = group(commands, "table", "Lists and makes tables.")
    command(tables, "list", _list, "Lists the tables.")
    one = command(tables, "add", _add, "Makes a table; it is closed until a jefe opens it.")
    one.add_argument("table", help="its name in addresses: letters, digits, - and _; never changed")
    one.add_argument("name", help="its name on the screens")
    many = command(tables, "import", _import, "Makes a table for each line of a CSV file, all or none.")
    many.add_argument("file", type=Path, help="columns: table, name")


def _list(options: argparse.Namespace) -> Answer:
    from tables.models import Table

    rows = [
        {"table": row.slug, "name": row.name, "reglamento": row.reglamento or None, "phase": row.phase}
        | {"version": row.version}
        for row in Table.objects.order_by("slug").defer("state")
    ]
    return listing(rows, "There are no tables yet: novamas table add TABLE NAME makes one.")


def _add(options: argparse.Namespace) -> Answer:
    _make({"table": options.table, "name": options.name})
    return Answer({"table": options.table, "name": options.name}, [f"{options.table}: {options.name}"])


def _import(options: argparse.Namespace) -> Answer:
    from django.db import transaction

    from casino.operations import csv_list

    rows = csv_list.read(options.file, COLUMNS, COLUMNS)
    with transaction.atomic():
        csv_list.each(options.file, rows, _make)
    return listing([row for _line, row in rows], "The file names no table.")


def _make(row: dict[str, str]) -> None:
    from django.core.exceptions import ValidationError

    from tables.service import create_table

    try:
        create_table(row["table"], row["name"])
    except ValidationError as error:
        raise Fault(f"{row['table']}: {' '.join(error.messages)}") from error
