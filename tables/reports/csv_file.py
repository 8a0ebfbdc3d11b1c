"""A report as CSV, for a spreadsheet or a program: figures ungrouped, times with their offset."""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from django.utils.functional import Promise

from tables.reports import written
from tables.reports.paper import Cell, Grid, Kind, Paper, Text, Value

BOM = "\ufeff"  # without it a spreadsheet program reads č and ñ wrong
FORMULA = tuple("=+-@＝＋－＠")
INNER_FORMULA = re.compile(r"([;\t]['\"\s]*)(?=[=+\-@＝＋－＠])")
BREAKS = ("\t", "\r", "\n")

Row = list[str]


def as_csv(paper: Paper) -> str:
    """Facts, then each grid under its title, then the notes; a blank line between two of them."""
    blocks = (_facts(paper), *(_grid(grid) for grid in paper.grids), _notes(paper))
    sheet = io.StringIO(newline="")
    rows = csv.writer(sheet)
    for number, block in enumerate(block for block in blocks if block):
        rows.writerows([[], *block] if number else block)
    return BOM + sheet.getvalue()


def _facts(paper: Paper) -> list[Row]:
    return [[_text(fact.label), _value(fact.value, fact.kind)] for fact in paper.facts]


def _grid(grid: Grid) -> list[Row]:
    body = [*grid.rows, grid.total] if grid.total else grid.rows
    header = [_text(column.title) for column in grid.columns]
    return [[_text(grid.title)], header, *_rows(grid, body)]


def _rows(grid: Grid, rows: Iterable[tuple[Cell, ...]]) -> Iterator[Row]:
    for row in rows:
        pairs = zip(row, grid.columns, strict=True)
        yield [_value(cell.value, written.kind_of(cell, column)) for cell, column in pairs]


def _notes(paper: Paper) -> list[Row]:
    said = (*paper.notes, written.amounts_in(paper))
    return [[_text(note)] for note in said if note]


def _value(value: Value, kind: Kind) -> str:
    is_text = kind == Kind.TEXT or isinstance(value, str | Promise)
    plain = written.for_machine(value, kind)
    return _text(plain) if is_text else plain


def _text(text: Text) -> str:
    # A name that begins like a formula would be computed by who opens the file: OWASP, "CSV Injection".
    said = str(text)
    begins = said.startswith(BREAKS) or said.lstrip().startswith(FORMULA)
    # Where a comma is in numbers, programs part the cells by semicolons.
    said = INNER_FORMULA.sub(r"\1'", said)
    return f"'{said}" if begins else said
