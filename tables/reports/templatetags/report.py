"""Filters of the report pages: `{% load report %}`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, TypedDict

from django import template
from django.utils.http import urlencode

from casino.common import wording
from casino.common.pages.listing import ONLY
from tables.reports.renderers import formatting, plot_layout
from tables.reports.renderers.blocks import TENS
from tables.reports.renderers.plot_layout import Bar, Drawing, Frame
from tables.reports.report import NUMBERS, Cell, Form, KeyFigure, Kind, Plot, PrintedRow, Section, Value

register = template.Library()
register.filter("colon", wording.colon)
register.filter("description", formatting.description)
register.filter("change", formatting.change)
register.filter("before", formatting.before)
register.filter("direction", formatting.direction)

SHORT = 12  # letters: a text up to this length is not broken into lines
# The drawing of a plot, in the units of its SVG; the page scales it.
WIDTH, HEIGHT = 600, 210
TOP, BOTTOM, GAP, LETTER = 10, 26, 8, 6.4
FEW, SHORT_LIST = 4, 14  # columns and rows of a table beside which there is room for another
STRIP = 6  # key figures side by side
ARROWS = {"up": "trending-up", "down": "trending-down", "flat": "minus"}


class ShownCell(TypedDict):
    """A cell as it stands on the page. A dictionary, because templates read its keys faster than attributes. `arrow`:
    the icon of a change."""

    text: str
    link: str | None
    css: str
    arrow: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row as it stands on the page."""

    cells: list[ShownCell]
    abnormal: bool


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as it stands on the page: its rows in the groups that stay together on paper."""

    groups: list[list[ShownRow]]
    total: ShownRow | None
    has_abnormal: bool


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of a plot: where it lies, its bars or its point, and what is said when it is pointed at."""

    left: float
    width: float
    bar: Bar | None
    before: Bar | None
    point: tuple[float, float] | None
    words: str
    link: str | None


@register.filter
def shown(section: Section[Any]) -> ShownSection:
    """A section's rows and its total, written for the reader."""
    lines, total = section.printed(), section.printed_total()
    has_abnormal = any(line.abnormal for line in lines)
    rows = [_row(line) for line in lines]
    tens = TENS if section.is_matrix else max(len(rows), 1)
    groups = [rows[begin : begin + tens] for begin in range(0, len(rows), tens)]
    return ShownSection(groups, _row(total) if total else None, has_abnormal)


@register.filter
def beside(said: Sequence[tuple[str, str]], section: Section[Any]) -> list[tuple[str, str]]:
    """What the address says beside the columns of this section."""
    own = {column.key for column in section.offered}
    return [
        (name, value) for name, value in said if not (name == ONLY and own.intersection(value.split(",")))
    ]


@register.filter
def extent(section: Section[Any]) -> str:
    """The class of a section by the room that it needs: `across` on paper, or `narrow`, two beside each other."""
    if section.is_matrix:
        return "across"
    return "narrow" if len(section.columns) <= FEW and len(section.rows) <= SHORT_LIST else ""


@register.filter
def strips(figures: Sequence[KeyFigure]) -> list[list[KeyFigure]]:
    """The key figures that are numbers, in strips of no more than STRIP that are as long as each other."""
    numbers = [figure for figure in figures if figure.kind in NUMBERS]
    rows = ceil(len(numbers) / STRIP) or 1
    each = ceil(len(numbers) / rows)
    return [numbers[begin : begin + each] for begin in range(0, len(numbers), each)] if numbers else []


@register.filter
def facts(figures: Sequence[KeyFigure]) -> list[KeyFigure]:
    """The key figures that are words or times."""
    return [figure for figure in figures if figure.kind not in NUMBERS]


@register.filter
def urlencoded(query: Mapping[str, str]) -> str:
    """The query as an address has it."""
    return urlencode(query)


@register.filter
def arrow(direction: str) -> str:
    """The icon of a direction."""
    return ARROWS[direction]


@register.filter
def value(figure: KeyFigure) -> str:
    """A key figure, written for the reader; a dash where there is none."""
    return formatting.for_reader(figure.value, figure.kind) or "–"


@register.filter
def money(amount: int | None) -> str:
    """An amount, −12.500; empty for None."""
    return formatting.for_reader(amount, Kind.MONEY)


@register.filter
def drawn(plot: Plot) -> Drawing:
    """Where the parts of a plot lie in its SVG."""
    room = max((len(str(label)) for label in plot.labels), default=0) * LETTER
    room = min(room, plot_layout.LONGEST * LETTER)
    left = max(_widest(plot) + GAP, room / 2)
    return plot_layout.draw(plot, Frame(left, TOP, WIDTH - GAP, HEIGHT - BOTTOM), room + GAP)


@register.filter
def on_axis(drawing: Drawing) -> list[tuple[float, str]]:
    """(y, amount) of each grid line, as short as it goes."""
    largest = max((abs(tick.value or 0) for tick in drawing.ticks), default=0)
    return [(tick.y, formatting.compact(tick.value, largest)) for tick in drawing.ticks]


@register.filter
def points(drawing: Drawing) -> str:
    """The line of a plot as an SVG polyline has it: 10.0,20.5 11.0,19.5"""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in drawing.points)


@register.filter
def exact(coordinate: float) -> str:
    """A coordinate with a decimal point in every language."""
    return f"{coordinate:.1f}"


@register.filter
def add_to(coordinate: float, more: float) -> str:
    """The coordinate that far from another one."""
    return exact(coordinate + more)


@register.filter
def steps_of(drawing: Drawing, plot: Plot) -> list[ShownStep]:
    """Each step of a plot with what is said when it is pointed at: 21:00: +22.660 · before +21.000."""
    return [_step(drawing, plot, number) for number in range(len(plot.labels))]


def _step(drawing: Drawing, plot: Plot, number: int) -> ShownStep:
    kind = Kind.MONEY if plot.form is Form.BARS else Kind.SIGNED
    left, width = drawing.slots[number]
    words = wording.titled(plot.labels[number], formatting.for_reader(plot.values[number], kind))
    if plot.before:
        words += f" · {formatting.was(plot.before[number], kind)}"
    return ShownStep(
        left,
        width,
        drawing.bars[number] if drawing.bars else None,
        drawing.before[number] if drawing.before else None,
        drawing.points[number] if drawing.points else None,
        words,
        plot.links[number] if plot.links else None,
    )


def _row(line: PrintedRow) -> ShownRow:
    return ShownRow([_cell(cell) for cell in line.cells], line.abnormal)


def _cell(cell: Cell) -> ShownCell:
    text = formatting.for_reader(cell.value, cell.kind)
    arrow = ARROWS[_direction(cell.value)] if cell.kind is Kind.CHANGE and cell.value is not None else ""
    return {"text": text, "link": cell.link, "css": _css(cell, text), "arrow": arrow}


def _direction(value: Value) -> str:
    number = value if isinstance(value, int | float) else 0
    return "up" if number > 0 else "down" if number < 0 else "flat"


def _css(cell: Cell, text: str) -> str:
    if not cell.is_figure:
        return "whole" if cell.is_whole or len(text) <= SHORT else ""
    if cell.kind is Kind.CHANGE:
        return f"number delta {_direction(cell.value)}"
    if cell.kind is Kind.SIGNED and isinstance(cell.value, int):
        return "number loss" if cell.value < 0 else "number" if cell.value else "number faint"
    return "number"


def _widest(plot: Plot) -> float:
    found = plot_layout.scale(plot)
    largest = found.step * max(found.below, found.above)
    shown = (formatting.compact(found.step * multiple, largest) for multiple in found.multiples())
    return max(map(len, shown)) * LETTER
