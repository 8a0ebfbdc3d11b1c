"""A section in blocks that fit a page: a wide one by its columns, each block with its totals in the first ones; a
matrix also by its rows, each block with its total."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tables.reports.renderers.formatting import for_reader
from tables.reports.report import Column, Section

Wide = Callable[[str], float]  # a text → its width
TENS = 10  # rows of a matrix on a page
# What goes across a page in letters of seven points, where nobody has measured them; upright and across
UPRIGHT, ACROSS = 104.0, 152.0
BESIDE = 2.0  # letters between two columns


def page_room(section: Section[Any]) -> float:
    """The letters that go across the page on which the browser prints this section."""
    return ACROSS if section.is_matrix else UPRIGHT


def blocks(
    section: Section[Any], room: float, wide: Wide = lambda text: float(len(text)), beside: float = BESIDE
) -> list[Section[Any]]:
    """The section, or its blocks by columns: each column is in one of them, the held ones are in all. `wide` measures a
    text and `beside` stands between two columns, in the unit of `room`."""

    def width(column: Column[Any]) -> float:
        total = () if section.total is None else (section.total,)
        cells = (column.cell(row) for row in (*section.rows, *total))
        texts = (*str(column.title).split(), *(for_reader(cell.value, cell.kind) for cell in cells))
        return beside + max(map(wide, texts), default=0.0)

    held, others = _parts(section)
    found = list(_blocks(room - sum(map(width, held)), others, width))
    if len(found) < 2:
        return [section]
    return [replace(section, title=_title(section, some), columns=(*held, *some)) for some in found]


def tens(section: Section[Any]) -> list[Section[Any]]:
    """A matrix in parts of TENS rows, each with the total; any other section as it is."""
    if not section.is_matrix or len(section.rows) <= TENS:
        return [section]
    begins = range(0, len(section.rows), TENS)
    return [replace(section, rows=section.rows[begin : begin + TENS]) for begin in begins]


def _parts(section: Section[Any]) -> tuple[tuple[Column[Any], ...], tuple[Column[Any], ...]]:
    """The columns that are repeated, and the others. A section of texts, which wrap, is never cut."""
    columns = section.columns
    if not section.held and not all(column.is_figures for column in columns[1:]):
        return columns, ()
    held = section.held or 1
    return columns[:held], columns[held:]


def _blocks(
    room: float, columns: tuple[Column[Any], ...], width: Callable[[Column[Any]], float]
) -> Iterator[tuple[Column[Any], ...]]:
    some: list[Column[Any]] = []
    left = room
    for column in columns:
        wide = width(column)
        if some and wide > left:
            yield tuple(some)
            some, left = [], room
        some.append(column)
        left -= wide
    if some:
        yield tuple(some)


def _title(section: Section[Any], columns: tuple[Column[Any], ...]) -> str:
    first, last = columns[0].title, columns[-1].title
    return f"{section.title} · {first}" if len(columns) == 1 else f"{section.title} · {first} – {last}"
