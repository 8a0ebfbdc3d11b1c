"""A section wider than a page in blocks that fit, each with its totals in the first columns."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tables.reports.renderers.formatting import for_reader
from tables.reports.report import Column, Section

ROOM = 104  # letters of the smallest size that go across a page
BESIDE = 2  # letters between two columns


def blocks(section: Section[Any]) -> list[Section[Any]]:
    """The section, or its blocks: each column is in one of them, the held ones are in all."""
    held, others = _parts(section)
    found = list(_blocks(section, ROOM - sum(_width(section, column) for column in held), others))
    if len(found) < 2:
        return [section]
    return [replace(section, title=_title(section, some), columns=(*held, *some)) for some in found]


def _parts(section: Section[Any]) -> tuple[tuple[Column[Any], ...], tuple[Column[Any], ...]]:
    """What is repeated, and what is not. A section of texts, which wrap, is never cut."""
    columns = section.columns
    if not section.held and not all(column.is_figures for column in columns[1:]):
        return columns, ()
    held = section.held or 1
    return columns[:held], columns[held:]


def _blocks(
    section: Section[Any], room: int, columns: tuple[Column[Any], ...]
) -> Iterator[tuple[Column[Any], ...]]:
    some: list[Column[Any]] = []
    left = room
    for column in columns:
        wide = _width(section, column)
        if some and wide > left:
            yield tuple(some)
            some, left = [], room
        some.append(column)
        left -= wide
    if some:
        yield tuple(some)


def _width(section: Section[Any], column: Column[Any]) -> int:
    total = () if section.total is None else (section.total,)
    cells = (column.cell(row) for row in (*section.rows, *total))
    words = str(column.title).split()
    return BESIDE + max(
        (*map(len, words), *(len(for_reader(cell.value, cell.kind)) for cell in cells)), default=0
    )


def _title(section: Section[Any], columns: tuple[Column[Any], ...]) -> str:
    first, last = columns[0].title, columns[-1].title
    return f"{section.title} · {first}" if len(columns) == 1 else f"{section.title} · {first} – {last}"
