"""A report for the reader's spreadsheet: a file for each table, as the program of that language writes its own.

Where the comma is the decimal sign, cells are separated by semicolons. `csv_file` has the form for programs, which is
the same in every language.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.text import slugify

from casino.common import moments
from casino.common.wording import text as gettext
from tables.house_reglamentos.words import speaking
from tables.reports.renderers.csv_file import BOM, as_text, notes_of
from tables.reports.renderers.formatting import for_machine
from tables.reports.report import NUMBERS, Kind, Report, Section, Value

Named = tuple[str, str]  # a file's name and its text
_MOMENTS = {
    # Without the comma of some languages, with which no program takes it for a time.
    Kind.TIME: lambda moment: moments.minute(moment).replace(",", ""),
    Kind.DAY: moments.day,
    Kind.MONTH: moments.short_month,
}


def as_sheets(report: Report) -> tuple[bytes, str]:
    """The file and its ending: a single table as it is, several in a ZIP file."""
    made = list(files(report))
    if len(report.sections) == 1 and not report.key_figures:
        return made[0][1].encode(), "csv"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in made:
            into.writestr(zipfile.ZipInfo(name), text)  # without the time: the same report is the same file
    return packed.getvalue(), "zip"


def files(report: Report) -> Iterator[Named]:
    """The key figures, each section and the notes, in the active language."""
    with speaking(report.reglamento):
        tables = [(str(title), _file(rows)) for title, rows in _tables(report)]
    for number, (title, text) in enumerate(tables, 1):
        yield f"{number}-{slugify(title)[:60] or 'table'}.csv", text


def written(value: Value, kind: Kind) -> str:
    """A value as the reader's spreadsheet takes it for a number or a time: 12500, −0,1234, 21/11/2026 23:05."""
    if value is None:
        return ""
    if kind == Kind.TEXT or isinstance(value, str | Promise):
        return as_text(value if isinstance(value, str | Promise) else str(value))
    if kind in NUMBERS:
        return for_machine(value, kind).replace(".", get_format("DECIMAL_SEPARATOR"))
    return _MOMENTS[kind](value)


def _tables(report: Report) -> Iterator[tuple[object, Iterable[list[str]]]]:
    if report.key_figures:
        yield report.title, ([as_text(one.label), written(one.value, one.kind)] for one in report.key_figures)
    for section in report.sections:
        yield section.title, _rows(section)
    if notes := notes_of(report):
        yield gettext("Notes"), notes


def _rows(section: Section[Any]) -> Iterator[list[str]]:
    yield [as_text(column.title) for column in section.columns]
    for line in section.all_lines():
        yield [written(cell.value, cell.kind) for cell in line.cells]


def _file(rows: Iterable[list[str]]) -> str:
    sheet = io.StringIO(newline="")
    csv.writer(sheet, delimiter=";" if get_format("DECIMAL_SEPARATOR") == "," else ",").writerows(rows)
    return BOM + sheet.getvalue()
