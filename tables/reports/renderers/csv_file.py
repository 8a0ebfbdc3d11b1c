"""A report as CSV: one file for a program, in every language alike, or files for the reader's spreadsheet.

A program gets numbers without grouping and times with their offset. A spreadsheet gets a file for each table, as the
program of that language writes its own: where the comma is the decimal sign, cells are separated by semicolons.
"""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.text import slugify

from casino.common.clock import moments
from casino.common.wording import text as gettext
from tables.record.reglamentos.words import speaking
from tables.reports.renderers import formatting
from tables.reports.report import NUMBERS, Kind, Report, Section, Text, Value

BOM = "\ufeff"  # without it spreadsheet programs misread č and ñ
FORMULA = tuple("=+-@＝＋－＠")
INNER_FORMULA = re.compile(r"([;\t]['\"\s]*)(?=[=+\-@＝＋－＠])")
BREAKS = ("\t", "\r", "\n")
# A spreadsheet's times, without the comma of some languages, with which no program takes it for a time.
MOMENTS = {
    Kind.TIME: lambda moment: moments.minute(moment).replace(",", ""),
    Kind.INSTANT: lambda moment: moments.second(moment).replace(",", ""),
    Kind.DAY: moments.day,
    Kind.MONTH: moments.short_month,
}

Rows = list[list[str]]
Write = Callable[[Value, Kind], str]


def as_csv(report: Report) -> str:
    """The period, key figures, then each section under its title, then the notes, with a blank line between them."""
    with speaking(report.reglamento):
        sections = [[[as_text(section.title)], *_section(section, plain)] for section in report.sections]
        blocks = [block for block in (_key_figures(report, plain), *sections, _notes(report)) if block]
    return _file([row for block in blocks for row in ([], *block)][1:], ",")


def as_sheets(report: Report) -> tuple[bytes, str]:
    """The file and its ending: a single table as it is, several in a ZIP file."""
    made = list(files(report))
    if len(report.sections) == 1 and not (report.key_figures or report.ends):
        return made[0][1].encode(), "csv"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in made:
            into.writestr(zipfile.ZipInfo(name), text)  # without the time: the same report is the same file
    return packed.getvalue(), "zip"


def files(report: Report) -> Iterator[tuple[str, str]]:
    """Name and text of each file for a spreadsheet: the period and key figures, each section and the notes."""
    with speaking(report.reglamento):
        tables = [
            (report.title, _key_figures(report, written)),
            *((section.title, _section(section, written)) for section in report.sections),
            (gettext("Notes"), _notes(report)),
        ]
        named = [(str(title), rows) for title, rows in tables if rows]
    separator = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
    for number, (title, rows) in enumerate(named, 1):
        yield f"{number}-{slugify(title)[:60] or 'table'}.csv", _file(rows, separator)


def plain(value: Value, kind: Kind) -> str:
    """A value as a program takes it."""
    said = formatting.for_machine(value, kind)
    return as_text(said) if kind == Kind.TEXT or isinstance(value, str | Promise) else said


def written(value: Value, kind: Kind) -> str:
    """A value as the reader's spreadsheet takes it for a number or a time: 12500, −0,1234, 21/11/2026 23:05."""
    if value is None or kind == Kind.TEXT or isinstance(value, str | Promise):
        return plain(value, kind)
    if kind in NUMBERS:
        return formatting.for_machine(value, kind).replace(".", get_format("DECIMAL_SEPARATOR"))
    return MOMENTS[kind](value)


def as_text(text: Text) -> str:
    """A text that no spreadsheet computes."""
    # A spreadsheet would compute a name that begins like a formula: OWASP, "CSV Injection".
    said = str(text)
    begins = said.startswith(BREAKS) or said.lstrip().startswith(FORMULA)
    # Where the comma is the decimal separator, programs separate cells by semicolons.
    said = INNER_FORMULA.sub(r"\1'", said)
    return f"'{said}" if begins else said


def _key_figures(report: Report, write: Write) -> Rows:
    ends = zip((gettext("From"), gettext("Until")), report.ends or (), strict=False)
    return [
        *([label, write(moment, Kind.TIME)] for label, moment in ends),
        *([as_text(figure.label), write(figure.value, figure.kind)] for figure in report.key_figures),
    ]


def _section(section: Section[Any], write: Write) -> Rows:
    header = [as_text(column.title) for column in section.columns]
    return [
        header,
        *([write(cell.value, cell.kind) for cell in line.cells] for line in section.all_printed()),
    ]


def _notes(report: Report) -> Rows:
    """The notes below the tables, the currency last."""
    footnotes = (f"{footnote.label} {footnote.words}" for footnote in report.footnotes)
    notes = (*footnotes, *report.notes, formatting.amounts_in(report))
    return [[as_text(note)] for note in notes if note]


def _file(rows: Iterable[list[str]], separator: str) -> str:
    sheet = io.StringIO(newline="")
    csv.writer(sheet, delimiter=separator).writerows(rows)
    return BOM + sheet.getvalue()
