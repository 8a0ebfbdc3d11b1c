"""What the pages of reports say with: `{% load report %}`."""

from dataclasses import dataclass

from django import template

from tables.reports import plotting, written
from tables.reports.paper import Cell, Column, Fact, Grid, Kind, Plot
from tables.reports.plotting import Drawing, Frame

register = template.Library()

SHORT = 12  # letters that are not worth a second line
# The picture of a plot, in its own units; the page widens it to the room that there is.
WIDTH, HEIGHT = 1000, 290
TOP, BOTTOM, GAP, LETTER = 12, 34, 10, 9.2


@dataclass(frozen=True, slots=True)
class Shown:
    """A cell as it stands on the page."""

    text: str
    link: str | None
    number: bool
    whole: bool  # never broken into lines


@register.filter
def cells(row: tuple[Cell, ...], grid: Grid) -> list[Shown]:
    """A row's cells, each written as its kind or its column's wants."""
    return [_shown(cell, column) for cell, column in zip(row, grid.columns, strict=True)]


@register.filter
def is_figure(kind: Kind) -> bool:
    """Whether a column's title stands at the right, above figures."""
    return kind in written.NUMBERS


@register.filter
def value(fact: Fact) -> str:
    """A fact's figure for a reader."""
    return written.for_reader(fact.value, fact.kind)


@register.filter
def money(amount: int | None) -> str:
    """An amount beside a plot, −12.500; nothing for None."""
    return written.for_reader(amount, Kind.MONEY)


@register.filter
def words(plot: Plot) -> str:
    """What a plot shows, in words."""
    return written.in_words(plot)


@register.filter
def legends(plot: Plot) -> tuple[str, str]:
    """What its bars and its line are."""
    return written.legends(plot)


@register.filter
def drawn(plot: Plot) -> Drawing:
    """Where the parts of a plot lie in its picture."""
    room = max((len(label) for label in plot.labels), default=0) * LETTER
    left, right = (max(_widest(plot, step) + GAP, room / 2) for step in _steps(plot))
    return plotting.drawn(plot, Frame(left, TOP, WIDTH - right, HEIGHT - BOTTOM), room + GAP)


@register.filter
def points(drawing: Drawing) -> str:
    """The line of a plot as SVG wants it: 10.0,20.5 11.0,19.5"""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in drawing.points)


@register.filter
def exact(figure: float) -> str:
    """A place in the picture: a point before the decimals in every language."""
    return f"{figure:.1f}"


@register.filter
def add_to(figure: float, more: float) -> str:
    """A place that far from another one."""
    return exact(figure + more)


@register.filter
def beside(drawing: Drawing, plot: Plot) -> list[dict[str, object]]:
    """Each bar and point with what it says when it is pointed at."""
    everything = zip(drawing.bars, drawing.points, plot.labels, plot.bars, plot.line, strict=True)
    return [
        {"bar": bar, "x": point[0], "y": point[1], "label": label, "of_bar": of_bar, "of_line": of_line}
        for bar, point, label, of_bar, of_line in everything
    ]


def _shown(cell: Cell, column: Column) -> Shown:
    text = written.for_reader(cell.value, written.kind_of(cell, column))
    whole = written.is_whole(cell, column) or len(text) <= SHORT
    return Shown(text, cell.link, written.is_number(cell, column), whole)


def _steps(plot: Plot) -> tuple[int, int]:
    found = plotting.scale(plot)
    return found.bars, found.line


def _widest(plot: Plot, step: int) -> float:
    return max(len(money(step * multiple)) for multiple in plotting.scale(plot).multiples()) * LETTER
