"""Filters of the report pages: `{% load report %}`."""

from dataclasses import dataclass
from typing import Any, TypedDict

from django import template

from casino.common import wording
from tables.reports.renderers import formatting, plot_layout
from tables.reports.renderers.plot_layout import Drawing, Frame
from tables.reports.report import Cell, KeyFigure, Kind, Line, Plot, Section

register = template.Library()

SHORT = 12  # letters: a text up to this length is not broken into lines
# The drawing of a plot, in the units of its SVG; the page scales it.
WIDTH, HEIGHT = 1000, 220
TOP, BOTTOM, GAP, LETTER = 12, 34, 10, 9.2


class ShownCell(TypedDict):
    """A cell as it stands on the page. A dictionary, because templates read its keys faster than attributes."""

    text: str
    link: str | None
    css: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row as it stands on the page."""

    cells: list[ShownCell]
    abnormal: bool


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as it stands on the page."""

    rows: list[ShownRow]
    total: ShownRow | None
    has_abnormal: bool


@register.filter
def shown(section: Section[Any]) -> ShownSection:
    """A section's rows and its total, written for the reader."""
    lines, total = section.lines(), section.total_line()
    has_abnormal = any(line.abnormal for line in lines)
    return ShownSection([_row(line) for line in lines], _row(total) if total else None, has_abnormal)


@register.filter
def value(figure: KeyFigure) -> str:
    """A key figure, written for the reader."""
    return formatting.for_reader(figure.value, figure.kind)


@register.filter
def colon(title: object) -> str:
    """A title with the colon of the language."""
    return wording.colon(title)


@register.filter
def money(amount: int | None) -> str:
    """An amount, −12.500; empty for None."""
    return formatting.for_reader(amount, Kind.MONEY)


@register.filter
def description(plot: Plot) -> str:
    """What a plot shows, for screen readers."""
    return formatting.description(plot)


@register.filter
def drawn(plot: Plot) -> Drawing:
    """Where the parts of a plot lie in its SVG."""
    room = max((len(str(label)) for label in plot.labels), default=0) * LETTER
    left = max(_widest(plot) + GAP, room / 2)
    return plot_layout.draw(plot, Frame(left, TOP, WIDTH - room / 2, HEIGHT - BOTTOM), room + GAP)


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
def values_of(drawing: Drawing, plot: Plot) -> list[dict[str, object]]:
    """Each bar or point with its label and its value, which are shown when it is pointed at."""
    places = drawing.bars or drawing.points
    everything = zip(places, plot.labels, plot.values, strict=True)
    return [{"place": place, "label": label, "value": value} for place, label, value in everything]


def _row(line: Line) -> ShownRow:
    return ShownRow([_cell(cell) for cell in line.cells], line.abnormal)


def _cell(cell: Cell) -> ShownCell:
    text = formatting.for_reader(cell.value, cell.kind)
    return {"text": text, "link": cell.link, "css": _css(cell, text)}


def _css(cell: Cell, text: str) -> str:
    if cell.is_figure:
        return "number"
    return "whole" if cell.is_whole or len(text) <= SHORT else ""


def _widest(plot: Plot) -> float:
    found = plot_layout.scale(plot)
    return max(len(money(found.step * multiple)) for multiple in found.multiples()) * LETTER
