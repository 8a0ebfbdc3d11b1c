"""A report as a workbook: a sheet with the house's head and the key figures, and a flat sheet for each table with real
numbers, dates and shares, its header frozen."""

import io
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from casino.common import clock, currency
from casino.common.wording import text as gettext
from tables.record.reglamentos.words import speaking
from tables.reports.renderers import formatting
from tables.reports.renderers.head import house_head
from tables.reports.report import MONEY, Cell, Kind, Report, Section, Value

LONGEST_NAME = 31  # letters of the name of a sheet
FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))  # in the name of a sheet
NARROW, WIDE = 8, 48  # letters: how wide a column is, at least and at most


def as_xlsx(report: Report, printed: datetime, by: str = "") -> bytes:
    """The file, in the active language; `by`: who prints it."""
    made = io.BytesIO()
    # A text is never taken for a formula or an address; the same report and time give the same file.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with speaking(report.reglamento), Workbook(made, options) as book:
        house = house_head()
        about = {"title": str(report.title), "author": by or house.name, "company": house.name}
        book.set_properties(about | {"created": printed.replace(tzinfo=None)})
        formats, names = Formats(book), Names()
        first = book.add_worksheet(names.new(gettext("Summary")))
        _summary(first, report, formatting.printed(printed, by), formats)
        for section in report.sections:
            sheet = book.add_worksheet(names.new(str(section.title)))
            _paper(sheet, f"{house.name} · {report.title} · {report.period}")
            _section(sheet, section, formats)
        if notes := [*(f"{one.label} {one.words}" for one in report.footnotes), *map(str, report.notes)]:
            _notes(book.add_worksheet(names.new(gettext("Notes"))), notes, formats)
    return made.getvalue()


class Names:
    """Names of sheets, each once, with what a sheet may be called."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, wanted: str) -> str:
        """A name like this one that no other sheet has."""
        plain = " ".join(wanted.translate(FORBIDDEN).split()) or "-"
        tries = (plain, *(f"{plain[: LONGEST_NAME - 4]} {number}" for number in range(2, 1000)))
        name = next(one[:LONGEST_NAME] for one in tries if one[:LONGEST_NAME].lower() not in self._taken)
        self._taken.add(name.lower())
        return name


class Formats:
    """How the kinds of values are written; a spreadsheet has its own signs for decimals and dates."""

    def __init__(self, book: Workbook) -> None:
        places = currency.decimals()
        money = "#,##0" + (f".{'0' * places}" if places else "")
        signed = f"+{money};\N{MINUS SIGN}{money};0"
        codes: Mapping[Kind, str] = {
            Kind.MONEY: money,
            Kind.SIGNED: signed,
            Kind.BOUND: signed,
            Kind.CHANGE: signed,
            Kind.SCORE: "+0.0;-0.0;0.0",
            Kind.COUNT: "#,##0",
            Kind.HOURS: "#,##0.0",
            Kind.SHARE: "0.00%",
            Kind.TIME: "dd/mm/yyyy hh:mm",
            Kind.INSTANT: "dd/mm/yyyy hh:mm:ss",
            Kind.DAY: "dd/mm/yyyy",
            Kind.MONTH: "mm/yyyy",
        }
        self._plain = {kind: book.add_format({"num_format": code}) for kind, code in codes.items()}
        bold = {"bold": True, "bg_color": "#ECEAE4"}
        self._total = {kind: book.add_format({"num_format": code, **bold}) for kind, code in codes.items()}
        self.title = book.add_format({"bold": True, "font_size": 16})
        self.bold = book.add_format({"bold": True})
        self.wrapped = book.add_format({"text_wrap": True, "valign": "top"})
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom"})
        self.total = book.add_format(bold)
        self.soft = book.add_format({"font_color": "#465056"})

    def of(self, kind: Kind, is_total: bool = False) -> Format | None:
        """The format of a value of that kind; None for a text."""
        return (self._total if is_total else self._plain).get(kind, self.total if is_total else None)


def _summary(sheet: Worksheet, report: Report, printed: str, formats: Formats) -> None:
    house = house_head()
    sheet.set_column(0, 0, 34)
    sheet.set_column(1, 3, 20)
    sheet.write_string(0, 0, house.name, formats.bold)
    compared = f"{gettext('Compared with:')} {report.compared}" if report.compared else ""
    said = filter(
        None, (*house.lines, "", str(report.period), compared, formatting.amounts_in(report), printed)
    )
    row = 1
    for line in said:
        sheet.write_string(row, 0, line, formats.soft)
        row += 1
    sheet.write_string(row + 1, 0, str(report.title), formats.title)
    row += 3
    is_compared = any(figure.before is not None for figure in report.key_figures)
    if is_compared:
        for column, head in enumerate(("", report.period, gettext("Before"), "Δ")):
            sheet.write_string(row, column, str(head), formats.head)
        row += 1
    for figure in report.key_figures:
        sheet.write_string(row, 0, str(figure.label))
        _write(sheet, row, 1, figure.value, figure.kind, formats.of(figure.kind))
        if figure.before is not None:
            _write(sheet, row, 2, figure.before, figure.kind, formats.of(figure.kind))
            _write(sheet, row, 3, figure.change, figure.kind, formats.of(figure.kind))
        row += 1
    _paper(sheet, house.name)


def _section(sheet: Worksheet, section: Section[Any], formats: Formats) -> None:
    for column, one in enumerate(section.columns):
        sheet.write_string(0, column, str(one.title), formats.head)
    rows = section.printed()
    for number, line in enumerate(rows, 1):
        for column, cell in enumerate(line.cells):
            _write(sheet, number, column, cell.value, cell.kind, formats.of(cell.kind))
    total = section.printed_total()
    if total:
        for column, cell in enumerate(total.cells):
            _write(sheet, len(rows) + 1, column, cell.value, cell.kind, formats.of(cell.kind, is_total=True))
    sheet.freeze_panes(1, 1)
    sheet.repeat_rows(0)
    if rows:
        sheet.autofilter(0, 0, len(rows), len(section.columns) - 1)
    every = [line.cells for line in (*rows, *([total] if total else []))]
    for column, one in enumerate(section.columns):
        sheet.set_column(column, column, _width(str(one.title), (cells[column] for cells in every)))


def _notes(sheet: Worksheet, notes: list[str], formats: Formats) -> None:
    sheet.set_column(0, 0, 100)
    for row, note in enumerate(notes):
        sheet.write_string(row, 0, note, formats.wrapped)


def _write(sheet: Worksheet, row: int, column: int, value: Value, kind: Kind, form: Format | None) -> None:
    """A number as a number, a moment as the date and time of the house's clock, anything else as text."""
    if value is None:
        sheet.write_blank(row, column, None, form)
    elif isinstance(value, datetime):
        sheet.write_datetime(row, column, clock.local(value).replace(tzinfo=None), form)
    elif isinstance(value, str | Promise):
        sheet.write_string(row, column, str(value), form)
    else:
        sheet.write_number(row, column, value / 10 ** currency.decimals() if kind in MONEY else value, form)


def _width(title: str, cells: Iterable[Cell]) -> int:
    longest = max((len(formatting.for_reader(cell.value, cell.kind)) for cell in cells), default=0)
    return min(max(longest, *map(len, title.split() or [""]), NARROW) + 3, WIDE)


def _paper(sheet: Worksheet, head: str) -> None:
    """On paper: lying A4, as wide as a page, the house's head above and the page below."""
    sheet.set_landscape()
    sheet.set_paper(9)  # A4
    sheet.fit_to_pages(1, 0)
    sheet.set_header(f"&L{head.replace('&', '&&')}"[:255])
    sheet.set_footer("&R&P / &N")
