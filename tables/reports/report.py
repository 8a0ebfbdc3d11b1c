"""The parts of a report: key figures, sections of rows, plots and notes. Every renderer (page, CSV, PDF) prints it.

Texts are plain strings or lazy translations. Money is in the smallest unit of the house's currency.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypeVar

from django.utils.functional import Promise

from casino.common.pages.listing import OfferedColumn

Text = str | Promise
Value = str | Promise | int | float | datetime | None
Row = TypeVar("Row")


class Kind(StrEnum):
    """How a value is written. `SIGNED` is money that was won or lost, with its sign, `BOUND` money with its sign that
    is neither, and `CHANGE` how much more or less of it there is than before; `SCORE` is a distance with its sign and a
    digit after the comma; `HOURS` have a digit after the comma: a table that has just been opened was open; `SHARE` is
    a ratio, 0.1234 stands for 12.34 %; `INSTANT` is a time to the second;
    `DAY` is the day of a moment on the house's clock, `MONTH` its month."""

    TEXT = "text"
    MONEY = "money"
    SIGNED = "signed"
    BOUND = "bound"
    CHANGE = "change"
    SCORE = "score"
    COUNT = "count"
    HOURS = "hours"
    SHARE = "share"
    TIME = "time"
    INSTANT = "instant"
    DAY = "day"
    MONTH = "month"


MONEY = frozenset({Kind.MONEY, Kind.SIGNED, Kind.BOUND, Kind.CHANGE})
NUMBERS = MONEY | {Kind.COUNT, Kind.HOURS, Kind.SHARE, Kind.SCORE}


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of one row in one column. None is written as an empty cell. `is_figure`: aligned to the right."""

    value: Value
    kind: Kind
    link: str | None
    is_figure: bool

    @property
    def is_whole(self) -> bool:
        """Whether it is never broken into lines: a number or a time."""
        return self.kind != Kind.TEXT


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row as the renderers print it. `abnormal`: somebody should look at it."""

    cells: tuple[Cell, ...]
    abnormal: bool = False


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of a section: its title, the kind of its values, and what it shows of a row.

    `link` gives the page behind a row's value. `kind_of` is for columns in which a row may be of another kind.
    """

    title: Text
    kind: Kind
    get: Callable[[Row], Value]
    link: Callable[[Row], str | None] | None = None
    kind_of: Callable[[Row], Kind] | None = None

    @property
    def is_figures(self) -> bool:
        """Whether it is a column of numbers."""
        return self.kind in NUMBERS

    def cell(self, row: Row) -> Cell:
        """The cell of a row."""
        kind = self.kind_of(row) if self.kind_of else self.kind
        link = self.link(row) if self.link else None
        return Cell(self.get(row), kind, link, self.is_figures or kind in NUMBERS)


@dataclass(frozen=True)
class Section(Generic[Row]):
    """A table of the report. `total` is a row like the others, printed above them; `empty` is said without rows,
    `about` is a few words beside the title.

    `abnormal` tells which rows somebody should look at. `held`: so many of its first columns, its totals among them,
    are repeated where the others are more than a page is wide; by 0 only the first is, and of figures alone.
    `is_matrix`: it lies across on paper, a few of its rows on each page, with the totals. `offered`: the columns from
    which a reader may choose, those that he left out among them.
    """

    title: Text
    columns: tuple[Column[Row], ...]
    rows: tuple[Row, ...]
    total: Row | None = None
    empty: Text = ""
    abnormal: Callable[[Row], bool] | None = None
    held: int = 0
    about: Text = ""
    is_matrix: bool = False
    offered: tuple[OfferedColumn, ...] = ()

    def printed(self) -> list[PrintedRow]:
        """Its rows, without the total."""
        return [PrintedRow(self._cells(row), bool(self.abnormal and self.abnormal(row))) for row in self.rows]

    def printed_total(self) -> PrintedRow | None:
        """Its total, where it has one."""
        return None if self.total is None else PrintedRow(self._cells(self.total))

    def all_printed(self) -> list[PrintedRow]:
        """Its rows, the total last."""
        total = self.printed_total()
        return [*self.printed(), total] if total else self.printed()

    @property
    def is_empty(self) -> bool:
        """Whether it has no row, or figures that are all zero."""
        figures = [column for column in self.columns[1:] if column.is_figures]
        return (
            not any(column.get(row) for row in self.rows for column in figures) if figures else not self.rows
        )

    def _cells(self, row: Row) -> tuple[Cell, ...]:
        return tuple(column.cell(row) for column in self.columns)


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """One figure at the head of the report. `before`: the same of the period that is compared with; None without
    one."""

    label: Text
    value: Value
    kind: Kind = Kind.TEXT
    link: str | None = None
    abnormal: bool = False
    before: int | float | None = None

    @property
    def change(self) -> int | float | None:
        """How much more, or with a negative sign less, it is than before."""
        now = self.value
        return now - self.before if isinstance(now, int | float) and self.before is not None else None

    @property
    def growth(self) -> float | None:
        """The change as a share of what was before; None where there was nothing before, and for a share. A result has
        none, nor has what is or was below zero: there a share says nothing, and the difference does."""
        if self.kind in (Kind.SHARE, Kind.SIGNED) or self.change is None or not self.before:
            return None
        if self.before < 0 or self.before + self.change < 0:
            return None
        return self.change / abs(self.before)


class Form(StrEnum):
    """How a plot draws its values: volumes as bars, results as bars from zero that are coloured by their sign, a course
    as a line."""

    BARS = "bars"
    SIGNED = "signed"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Plot:
    """One series of money, a value for each label, with one axis. In a course of time the steps without play have
    their place.

    `before`: a value of the period that is compared with for each label, none without one; `names`: those of both
    periods. `links`: the page behind each value.
    """

    title: Text
    labels: tuple[Text, ...]
    values: tuple[int, ...]
    form: Form = Form.BARS
    before: tuple[int, ...] = ()
    names: tuple[Text, Text] = ("", "")
    links: tuple[str | None, ...] = ()

    @property
    def every_value(self) -> tuple[int, ...]:
        """Those of both periods."""
        return (*self.values, *self.before)


@dataclass(frozen=True, slots=True)
class Footnote:
    """The words of an article that the report cites, in the language of its source (`es`)."""

    label: str
    words: str
    language: str


@dataclass(frozen=True, slots=True)
class Seal:
    """A proof that the report can be held against later: `text` for people, `code` as a QR code."""

    text: Text
    code: str


@dataclass(frozen=True, slots=True)
class Report:
    """`name` is the name of its files, without their ending; `signatures` are the people who sign it on paper; `period`
    and `compared`: of which time it is, and of which the figures before, in words; `ends`: both ends of that time.

    `table`: the slug of the table that it is about; empty for none. `reglamento`: in whose words it is written; None
    for the product's own. `is_paper`: it can be had as a file and printed; a list to choose from is none. `back_url`:
    the page that it is reached from; empty for the list of reports.
    """

    name: str
    title: Text
    period: Text = ""
    ends: tuple[datetime, datetime] | None = None
    compared: Text = ""
    key_figures: tuple[KeyFigure, ...] = ()
    sections: tuple[Section[Any], ...] = ()
    plots: tuple[Plot, ...] = ()
    signatures: tuple[Text, ...] = ()
    notes: tuple[Text, ...] = ()
    reglamento: str | None = None
    footnotes: tuple[Footnote, ...] = ()
    seal: Seal | None = None
    table: str = ""
    is_paper: bool = True
    back_url: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it: no row, or no figure in its rows but zeros."""
        return all(section.is_empty for section in self.sections)
