"""A grid of a report on paper: its letters as large as the columns allow, its title and header again on each page."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from reportlab.platypus import LongTable, Paragraph
from reportlab.platypus.tables import TableStyle

from tables.reports import pdf_letters as letters
from tables.reports import written
from tables.reports.paper import Cell, Column, Grid

LARGEST, TITLE = 8.5, 10.5  # points
PADDING, GUTTER = 0.42, 1.7  # ems: at each side of a cell; the column of the marks
ENOUGH = 9.0  # ems: a text no wider stays on one line
NEARLY = 1e-6  # em
HEADS = 2  # rows of title and header

Row = tuple[Cell, ...]
Laid = list[str | Paragraph]


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell as it is written. `wide` and `least`, in ems: on one line; as narrow as it may become."""

    text: str
    bold: bool
    right: bool
    wide: float
    least: float


@dataclass(frozen=True)
class Sheet:
    """A grid and the room that it has."""

    grid: Grid
    room: float  # points

    @cached_property
    def lines(self) -> list[list[Entry]]:
        """Every row, the total last."""
        rows = (*self.grid.rows, self.grid.total) if self.grid.total else self.grid.rows
        return [list(_entries(row, self.grid.columns, self._is_bold(at))) for at, row in enumerate(rows)]

    @cached_property
    def least(self) -> list[float]:
        """The least width of each column, in ems."""
        titles = [_longest_word(str(column.title), bold=True) for column in self.grid.columns]
        columns = zip(titles, *([entry.least for entry in line] for line in self.lines), strict=True)
        return [max(column) + 2 * PADDING for column in columns]

    @cached_property
    def size(self) -> float:
        """Of the letters, in points."""
        return min(LARGEST, self.room / (self.gutter + sum(self.least)))

    @property
    def gutter(self) -> float:
        return GUTTER if self.grid.abnormal else 0.0

    @cached_property
    def widths(self) -> list[float]:
        """The width of each column in ems: first what it must have, then what its texts want, then a share."""
        left = self.room / self.size - self.gutter - sum(self.least)
        wanted = [max((entry.wide for entry in column), default=0.0) for column in self._columns()]
        more = [max(want + 2 * PADDING - least, 0.0) for want, least in zip(wanted, self.least, strict=True)]
        given = min(1.0, left / sum(more)) if any(more) else 0.0
        grown = [least + one * given for least, one in zip(self.least, more, strict=True)]
        rest = max(left - sum(more), 0.0)
        return [one + rest * one / sum(grown) for one in grown]

    def _columns(self) -> list[list[Entry]]:
        return [[line[number] for line in self.lines] for number in range(len(self.grid.columns))]

    def _is_bold(self, at: int) -> bool:
        return at in self.grid.abnormal or at >= len(self.grid.rows)


def table(grid: Grid, room: float) -> LongTable:
    """The grid, `room` points wide."""
    sheet = Sheet(grid, room)
    content = [_title(grid, room), _header(sheet), *(_laid(sheet, line) for line in sheet.lines)]
    if not grid.rows:
        content.insert(HEADS, _nothing(sheet))
    widths = sheet.widths
    if sheet.gutter:
        content = [[*_title(grid, room), ""]] + [
            [_mark(grid, at), *line] for at, line in enumerate(content[1:], -1)
        ]
        widths = [sheet.gutter, *widths]
    laid = LongTable(content, [width * sheet.size for width in widths], repeatRows=HEADS)
    laid.setStyle(TableStyle(list(_style(sheet))))
    return laid


def _entries(row: Row, columns: tuple[Column, ...], bold: bool) -> Iterator[Entry]:
    for cell, column in zip(row, columns, strict=True):
        text = letters.one_line(written.for_reader(cell.value, written.kind_of(cell, column)))
        wide = letters.width(text, bold)
        narrow = wide if wide <= ENOUGH or written.is_whole(cell, column) else _narrowest(text, bold)
        yield Entry(text, bold, written.is_number(cell, column), wide, narrow)


def _narrowest(text: str, bold: bool) -> float:
    return max(ENOUGH, min(_longest_word(text, bold), 2 * ENOUGH))


def _longest_word(text: str, bold: bool) -> float:
    return max((letters.width(word, bold) for word in text.split()), default=0.0)


def _title(grid: Grid, room: float) -> Laid:
    # A plain text runs on over the empty cells beside it; a SPAN would cost time for each row of the grid.
    title = letters.cut(letters.one_line(grid.title), room / TITLE, bold=True)
    return [title, *[""] * (len(grid.columns) - 1)]


def _header(sheet: Sheet) -> Laid:
    return [
        letters.paragraph(
            column.title,
            sheet.size * 0.94,
            bold=True,
            ink=letters.SOFT,
            align=letters.RIGHT if column.kind in written.NUMBERS else letters.LEFT,
        )
        for column in sheet.grid.columns
    ]


def _nothing(sheet: Sheet) -> Laid:
    said = letters.paragraph(sheet.grid.empty, sheet.size, ink=letters.SOFT)
    return [said, *[""] * (len(sheet.grid.columns) - 1)]


def _laid(sheet: Sheet, line: list[Entry]) -> Laid:
    return [_entry(entry, width, sheet.size) for entry, width in zip(line, sheet.widths, strict=True)]


def _entry(entry: Entry, width: float, size: float) -> str | Paragraph:
    if entry.wide == entry.least or entry.wide <= width - 2 * PADDING - NEARLY:
        return entry.text
    align = letters.RIGHT if entry.right else letters.LEFT
    return letters.paragraph(entry.text, size, bold=entry.bold, align=align)


def _mark(grid: Grid, at: int) -> str:
    return letters.MARK if at in grid.abnormal else ""


def _style(sheet: Sheet) -> Iterator[tuple[object, ...]]:
    size, first = sheet.size, bool(sheet.gutter)
    yield "FONT", (0, 0), (-1, -1), letters.REGULAR, size, size * letters.LEADING
    yield "VALIGN", (0, 0), (-1, -1), "TOP"
    yield "VALIGN", (0, 1), (-1, 1), "BOTTOM"
    yield "FONT", (0, 0), (-1, 0), letters.BOLD, TITLE, TITLE * letters.LEADING
    yield from _space(size)
    yield "LINEBELOW", (0, HEADS), (-1, -1), 0.4, letters.HAIR
    yield "LINEBELOW", (0, 1), (-1, 1), 0.8, letters.INK
    for number, column in enumerate(zip(*sheet.lines, strict=True), int(first)):
        yield from _right(number, [entry.right for entry in column], HEADS + (not sheet.grid.rows))
    yield from _bold(sheet)
    if not sheet.grid.rows:
        yield "SPAN", (int(first), HEADS), (-1, HEADS)


def _space(size: float) -> Iterator[tuple[object, ...]]:
    yield "LEFTPADDING", (0, 0), (-1, -1), size * PADDING
    yield "RIGHTPADDING", (0, 0), (-1, -1), size * PADDING
    yield "TOPPADDING", (0, 0), (-1, -1), size * 0.22
    yield "BOTTOMPADDING", (0, 0), (-1, -1), size * 0.34
    yield "LEFTPADDING", (0, 0), (-1, 0), 0


def _right(number: int, rights: list[bool], begin: int) -> Iterator[tuple[object, ...]]:
    if all(rights):
        yield "ALIGN", (number, begin), (number, -1), "RIGHT"
        return
    for at, right in enumerate(rights, begin):
        if right:
            yield "ALIGN", (number, at), (number, at), "RIGHT"


def _bold(sheet: Sheet) -> Iterator[tuple[object, ...]]:
    for at in sheet.grid.abnormal:
        yield "FONTNAME", (0, at + HEADS), (-1, at + HEADS), letters.BOLD
        yield "BACKGROUND", (0, at + HEADS), (-1, at + HEADS), letters.TINT
    if sheet.grid.total:
        yield "FONTNAME", (0, -1), (-1, -1), letters.BOLD
        yield "LINEABOVE", (0, -1), (-1, -1), 0.8, letters.INK
        yield "NOSPLIT", (0, -2), (-1, -1)
