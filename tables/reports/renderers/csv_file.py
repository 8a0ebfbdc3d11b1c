"""A report as CSV for a program: in every language alike, numbers without grouping, times with their offset.

`spreadsheet` has the form for the reader's spreadsheet.
"""

import csv
import io
import re
from typing import Any

from django.utils.functional import Promise

from tables.house_reglamentos.words import speaking
from tables.reports.renderers import formatting
from tables.reports.report import Kind, Line, Report, Section, Text, Value

BOM = "\ufeff"  # without it spreadsheet programs misread č and ñ
FORMULA = tuple("=+-@＝＋－＠")
INNER_FORMULA = re.compile(r"([;\t]['\"\s]*)(?=[=+\-@＝＋－＠])")
BREAKS = ("\t", "\r", "\n")

Record = list[str]


def as_csv(report: Report) -> str:
    """Key figures, then each section under its title, then the notes, with a blank line between them."""
    with speaking(report.reglamento):
        blocks = (_key_figures(report), *(_section(section) for section in report.sections), notes_of(report))
    sheet = io.StringIO(newline="")
    rows = csv.writer(sheet)
    for number, block in enumerate(block for block in blocks if block):
        rows.writerows([[], *block] if number else block)
    return BOM + sheet.getvalue()


def _key_figures(report: Report) -> list[Record]:
    return [[as_text(figure.label), _value(figure.value, figure.kind)] for figure in report.key_figures]


def _section(section: Section[Any]) -> list[Record]:
    header = [as_text(column.title) for column in section.columns]
    return [[as_text(section.title)], header, *(_record(line) for line in section.all_lines())]


def _record(line: Line) -> Record:
    return [_value(cell.value, cell.kind) for cell in line.cells]


def notes_of(report: Report) -> list[Record]:
    """What stands below the tables, the currency last."""
    footnotes = (f"{footnote.label} {footnote.words}" for footnote in report.footnotes)
    notes = (*footnotes, *report.notes, formatting.amounts_in(report))
    return [[as_text(note)] for note in notes if note]


def _value(value: Value, kind: Kind) -> str:
    is_text = kind == Kind.TEXT or isinstance(value, str | Promise)
    plain = formatting.for_machine(value, kind)
    return as_text(plain) if is_text else plain


def as_text(text: Text) -> str:
    """A text that no spreadsheet computes."""
    # A spreadsheet would compute a name that begins like a formula: OWASP, "CSV Injection".
    said = str(text)
    begins = said.startswith(BREAKS) or said.lstrip().startswith(FORMULA)
    # Where the comma is the decimal separator, programs separate cells by semicolons.
    said = INNER_FORMULA.sub(r"\1'", said)
    return f"'{said}" if begins else said
