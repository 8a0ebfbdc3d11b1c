"""A value of a report in letters: for a reader in the active language, and for a machine in none."""

from collections.abc import Callable
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext

from casino.common import currency
from tables.reports.paper import Cell, Column, Grid, Kind, Paper, Plot, Value

MINUS = "−"
MONEY = frozenset({Kind.MONEY, Kind.SIGNED})
NUMBERS = MONEY | {Kind.COUNT, Kind.SHARE}
_HUNDREDTH = Decimal("0.01")


def for_reader(value: Value, kind: Kind) -> str:
    """12.500, +12.500, 12,34 %, 2026-11-21 23:05. None is nothing, and a text stays as it is whatever its kind."""
    return _written(value, kind, _FOR_READER)


def for_machine(value: Value, kind: Kind) -> str:
    """12500, 0.123400, 2026-11-21T23:05:00-03:00: the same in every language."""
    return _written(value, kind, _FOR_MACHINE)


def kind_of(cell: Cell, column: Column) -> Kind:
    """What a cell is: its own kind before its column's."""
    return cell.kind or column.kind


def is_number(cell: Cell, column: Column) -> bool:
    """Whether a cell stands at the right: a figure, or a word in a column of figures."""
    return bool(NUMBERS & {column.kind, kind_of(cell, column)})


def is_whole(cell: Cell, column: Column) -> bool:
    """Whether a cell is never broken into lines: a figure or a time."""
    return kind_of(cell, column) != Kind.TEXT


def amounts_in(paper: Paper) -> str:
    """The sentence that names the currency, for a report that has money in it; else nothing."""
    if not (paper.plots or MONEY & _kinds(paper)):
        return ""
    return gettext("Amounts in %(currency)s") % {"currency": currency.name()}


def printed(moment: datetime) -> str:
    """The sentence that says when a report was made."""
    return gettext("Printed %(time)s") % {"time": for_reader(moment, Kind.TIME)}


def legends(plot: Plot) -> tuple[str, str]:
    """What the bars are and what the line is, and at which side their figures stand."""
    bars = gettext("%(title)s (left scale)") % {"title": plot.bars_title}
    line = gettext("%(title)s (right scale)") % {"title": plot.line_title}
    return bars, line


def in_words(plot: Plot) -> str:
    """What a plot shows, for who cannot see it: the least and the most of its bars and of its line."""
    series = ((plot.bars_title, plot.bars), (plot.line_title, plot.line))
    return ". ".join(f"{title}: {_span(values)}" for title, values in series if values)


def _written(value: Value, kind: Kind, ways: dict[Kind, Callable[[Any], str]]) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, str | Promise) else ways[kind](value)


def _kinds(paper: Paper) -> set[Kind]:
    facts = {fact.kind for fact in paper.facts}
    return facts.union(*(_kinds_in(grid) for grid in paper.grids))


def _kinds_in(grid: Grid) -> set[Kind]:
    rows = (*grid.rows, grid.total) if grid.total else grid.rows
    return {kind_of(cell, column) for row in rows for cell, column in zip(row, grid.columns, strict=True)}


def _span(values: tuple[int, ...]) -> str:
    least, most = _money(min(values)), _money(max(values))
    return least if least == most else f"{least} … {most}"


def _money(amount: int) -> str:
    return _minus(amount) + currency.written(abs(amount))


def _signed(amount: int) -> str:
    return ("+" if amount > 0 else "") + _money(amount)


def _count(number: int) -> str:
    return _minus(number) + number_format(abs(number), use_l10n=True, force_grouping=True)


def _share(ratio: float) -> str:
    # Rounded here: number_format cuts the digits off that it does not write.
    percent = (Decimal(str(ratio)) * 100).quantize(_HUNDREDTH, ROUND_HALF_UP)
    written = number_format(abs(percent), decimal_pos=2, use_l10n=True, force_grouping=True)
    return f"{_minus(percent)}{written} %"


def _minus(number: Decimal | float) -> str:
    return MINUS if number < 0 else ""


_FOR_READER: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: str,
    Kind.MONEY: _money,
    Kind.SIGNED: _signed,
    Kind.COUNT: _count,
    Kind.SHARE: _share,
    Kind.TIME: lambda moment: f"{timezone.localtime(moment):%Y-%m-%d %H:%M}",
}
_FOR_MACHINE: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: str,
    Kind.MONEY: currency.plain,
    Kind.SIGNED: currency.plain,
    Kind.COUNT: str,
    Kind.SHARE: lambda ratio: f"{round(ratio, 6) + 0:.6f}",
    Kind.TIME: lambda moment: timezone.localtime(moment).isoformat(timespec="seconds"),
}
