"""A section in a PDF: letters as large as the columns allow, its title and header repeated on each page."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reportlab.platypus import LongTable, Paragraph
from reportlab.platypus.tables import TableStyle

from tables.reports.renderers import formatting, pdf_text
from tables.reports.report import PrintedRow, Section

LARGEST, TITLE = 8.5, 10.5  # points
SMALLEST = 7.0  # points: what does not fit in letters of this size is cut in blocks
PADDING, GUTTER = 0.42, 1.7  # ems: at each side of a cell; the column of the marks
ENOUGH = 9.0  # ems: a text up to this width stays on one line
TOLERANCE = 1e-6  # ems
HEADS = 2  # rows of title and header

Laid = list[str | Paragraph]
Style = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell as it is written. `wide`: its width in ems on one line; `least`: the least width that it needs."""

    text: str
    bold: bool
    right: bool
    wide: float
    least: float


@dataclass(frozen=True)
class Sheet:
    """A section and the width that it has, in points."""

    section: Section[Any]
    room: float

    @cached_property
    def lines(self) -> list[PrintedRow]:
        """Every row, the total first."""
        total = self.section.printed_total()
        return [total, *self.section.printed()] if total else self.section.printed()

    @cached_property
    def entries(self) -> list[list[Entry]]:
        """The cells of `lines`."""
        return [list(_entries(line, self._is_bold(at))) for at, line in enumerate(self.lines)]

    @cached_property
    def abnormal(self) -> list[int]:
        """The numbers of the rows that are marked."""
        return [at for at, line in enumerate(self.lines) if line.abnormal]

    @cached_property
    def least(self) -> list[float]:
        """The least width of each column, in ems."""
        titles = [
            _longest_word(pdf_text.one_line(column.title), bold=True) for column in self.section.columns
        ]
        columns = zip(titles, *([entry.least for entry in row] for row in self.entries), strict=True)
        return [max(column) + 2 * PADDING for column in columns]

    @cached_property
    def size(self) -> float:
        """The size of the letters, in points."""
        return min(LARGEST, self.room / (self.gutter + sum(self.least)))

    @property
    def gutter(self) -> float:
        """The width of the column of the marks, in ems."""
        return GUTTER if self.abnormal else 0.0

    @cached_property
    def widths(self) -> list[float]:
        """The width of each column in ems: first what it needs, then what its texts would take, then a share."""
        left = self.room / self.size - self.gutter - sum(self.least)
        wanted = [max((entry.wide for entry in column), default=0.0) for column in self.columns()]
        more = [max(want + 2 * PADDING - least, 0.0) for want, least in zip(wanted, self.least, strict=True)]
        given = min(1.0, left / sum(more)) if any(more) else 0.0
        grown = [least + one * given for least, one in zip(self.least, more, strict=True)]
        rest = max(left - sum(more), 0.0)
        return [one + rest * one / sum(grown) for one in grown]

    def columns(self) -> list[list[Entry]]:
        """The cells of each column."""
        return [[row[number] for row in self.entries] for number in range(len(self.section.columns))]

    @property
    def totals(self) -> int:
        """How many rows the total is: 1, or 0 without one."""
        return int(self.section.total is not None)

    def _is_bold(self, at: int) -> bool:
        return self.lines[at].abnormal or at < self.totals


def table(section: Section[Any], room: float) -> LongTable:
    """The section, `room` points wide; its title, header and total are repeated on each page."""
    sheet = Sheet(section, room)
    widths = [sheet.gutter, *sheet.widths] if sheet.gutter else sheet.widths
    laid = LongTable(
        _content(sheet), [width * sheet.size for width in widths], repeatRows=HEADS + sheet.totals
    )
    laid.setStyle(TableStyle(list(_style(sheet))))
    return laid


def _content(sheet: Sheet) -> list[Laid]:
    title, body = _title(sheet), [_laid(sheet, row) for row in sheet.entries]
    if not sheet.section.rows:
        body.append(_nothing(sheet))
    if not sheet.gutter:
        return [title, _header(sheet), *body]
    marked = [[_mark(sheet, at), *row] for at, row in enumerate(body)]
    return [[*title, ""], ["", *_header(sheet)], *marked]


def _entries(line: PrintedRow, bold: bool) -> Iterator[Entry]:
    for cell in line.cells:
        text = pdf_text.one_line(formatting.for_reader(cell.value, cell.kind))
        wide = pdf_text.width(text, bold)
        narrow = wide if wide <= ENOUGH or cell.is_whole else _narrowest(text, bold)
        yield Entry(text, bold, cell.is_figure, wide, narrow)


def _narrowest(text: str, bold: bool) -> float:
    return max(ENOUGH, min(_longest_word(text, bold), 2 * ENOUGH))


def _longest_word(text: str, bold: bool) -> float:
    return max((pdf_text.width(word, bold) for word in text.split()), default=0.0)


def _title(sheet: Sheet) -> Laid:
    # A plain text runs over the empty cells beside it. A SPAN would cost time for each row.
    title = pdf_text.cut(pdf_text.one_line(sheet.section.title), sheet.room / TITLE, bold=True)
    return [title, *[""] * (len(sheet.section.columns) - 1)]


def _header(sheet: Sheet) -> Laid:
    return [
        pdf_text.paragraph(
            column.title,
            sheet.size * 0.94,
            bold=True,
            ink=pdf_text.SOFT,
            align=pdf_text.RIGHT if column.is_figures else pdf_text.LEFT,
        )
        for column in sheet.section.columns
    ]


def _nothing(sheet: Sheet) -> Laid:
    said = pdf_text.paragraph(sheet.section.empty, sheet.size, ink=pdf_text.SOFT)
    return [said, *[""] * (len(sheet.section.columns) - 1)]


def _laid(sheet: Sheet, row: list[Entry]) -> Laid:
    return [_entry(entry, width, sheet.size) for entry, width in zip(row, sheet.widths, strict=True)]


def _entry(entry: Entry, width: float, size: float) -> str | Paragraph:
    if entry.wide == entry.least or entry.wide <= width - 2 * PADDING - TOLERANCE:
        return entry.text
    align = pdf_text.RIGHT if entry.right else pdf_text.LEFT
    return pdf_text.paragraph(entry.text, size, bold=entry.bold, align=align)


def _mark(sheet: Sheet, at: int) -> str:
    return pdf_text.MARK if at in sheet.abnormal else ""


def _style(sheet: Sheet) -> Iterator[Style]:
    first, is_empty = bool(sheet.gutter), not sheet.section.rows
    yield from _fonts(sheet.size)
    yield from _space(sheet.size)
    yield "LINEBELOW", (0, HEADS), (-1, -1), 0.4, pdf_text.HAIR
    yield "LINEBELOW", (0, 1), (-1, 1), 0.8, pdf_text.INK
    for number, column in enumerate(sheet.columns(), int(first)):
        yield from _right(number, [entry.right for entry in column], HEADS)
    yield from _bold(sheet)
    if is_empty:
        yield "SPAN", (int(first), -1), (-1, -1)


def _fonts(size: float) -> Iterator[Style]:
    yield "FONT", (0, 0), (-1, -1), pdf_text.REGULAR, size, size * pdf_text.LEADING
    yield "VALIGN", (0, 0), (-1, -1), "TOP"
    yield "VALIGN", (0, 1), (-1, 1), "BOTTOM"
    yield "FONT", (0, 0), (-1, 0), pdf_text.BOLD, TITLE, TITLE * pdf_text.LEADING


def _space(size: float) -> Iterator[Style]:
    yield "LEFTPADDING", (0, 0), (-1, -1), size * PADDING
    yield "RIGHTPADDING", (0, 0), (-1, -1), size * PADDING
    yield "TOPPADDING", (0, 0), (-1, -1), size * 0.22
    yield "BOTTOMPADDING", (0, 0), (-1, -1), size * 0.34
    yield "LEFTPADDING", (0, 0), (-1, 0), 0


def _right(number: int, rights: list[bool], begin: int) -> Iterator[Style]:
    if rights and all(rights):
        yield "ALIGN", (number, begin), (number, -1), "RIGHT"
        return
    for at, right in enumerate(rights, begin):
        if right:
            yield "ALIGN", (number, at), (number, at), "RIGHT"


def _bold(sheet: Sheet) -> Iterator[Style]:
    for at in sheet.abnormal:
        yield "FONTNAME", (0, at + HEADS), (-1, at + HEADS), pdf_text.BOLD
        yield "BACKGROUND", (0, at + HEADS), (-1, at + HEADS), pdf_text.TINT
    if sheet.section.total is not None:
        yield "FONTNAME", (0, HEADS), (-1, HEADS), pdf_text.BOLD
        yield "BACKGROUND", (0, HEADS), (-1, HEADS), pdf_text.SHADE
