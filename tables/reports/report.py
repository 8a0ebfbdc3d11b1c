"""What a report is made of: key figures, sections of rows, plots and notes. Every renderer (page, CSV, PDF) prints it.

Texts are plain strings or lazy translations. Money is in the smallest unit of the house's currency.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypeVar

from django.utils.functional import Promise

Text = str | Promise
Value = str | Promise | int | float | datetime | None
Row = TypeVar("Row")


class Kind(StrEnum):
    """How a value is written. `SIGNED` is money with its sign; `SHARE` is a ratio, 0.1234 stands for 12.34 %; `DAY` is
    the day of a moment on the house's clock, `MONTH` its month."""

    TEXT = "text"
    MONEY = "money"
    SIGNED = "signed"
    COUNT = "count"
    SHARE = "share"
    TIME = "time"
    DAY = "day"
    MONTH = "month"


MONEY = frozenset({Kind.MONEY, Kind.SIGNED})
NUMBERS = MONEY | {Kind.COUNT, Kind.SHARE}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one column shows of one row. None is written as an empty cell. `is_figure`: aligned to the right."""

    value: Value
    kind: Kind
    link: str | None
    is_figure: bool

    @property
    def is_whole(self) -> bool:
        """Whether it is never broken into lines: a number or a time."""
        return self.kind != Kind.TEXT


@dataclass(frozen=True, slots=True)
class Line:
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
        """What it shows of a row."""
        kind = self.kind_of(row) if self.kind_of else self.kind
        link = self.link(row) if self.link else None
        return Cell(self.get(row), kind, link, self.is_figures or kind in NUMBERS)


@dataclass(frozen=True)
class Section(Generic[Row]):
    """A table of the report. `total` is a row like the others, printed below them; `empty` is said without rows.

    `abnormal` tells which rows somebody should look at. `held`: so many of its first columns, its totals among them,
    are repeated where the others are more than a page is wide; by 0 only the first is, and of figures alone.
    """

    title: Text
    columns: tuple[Column[Row], ...]
    rows: tuple[Row, ...]
    total: Row | None = None
    empty: Text = ""
    abnormal: Callable[[Row], bool] | None = None
    held: int = 0

    def lines(self) -> list[Line]:
        """Its rows, without the total."""
        return [Line(self._cells(row), bool(self.abnormal and self.abnormal(row))) for row in self.rows]

    def total_line(self) -> Line | None:
        """Its total, where it has one."""
        return None if self.total is None else Line(self._cells(self.total))

    def all_lines(self) -> list[Line]:
        """Its rows, the total last."""
        total = self.total_line()
        return [*self.lines(), total] if total else self.lines()

    def _cells(self, row: Row) -> tuple[Cell, ...]:
        return tuple(column.cell(row) for column in self.columns)


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """One figure at the head of the report."""

    label: Text
    value: Value
    kind: Kind = Kind.TEXT
    link: str | None = None
    abnormal: bool = False


class Form(StrEnum):
    """How a plot draws its values: volumes as bars, results as bars from zero that are coloured by their sign, a course
    as a line."""

    BARS = "bars"
    SIGNED = "signed"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Plot:
    """One series of money, a value for each label, with one axis. In a course of time the steps without play have
    their place."""

    title: Text
    labels: tuple[Text, ...]
    values: tuple[int, ...]
    form: Form = Form.BARS


@dataclass(frozen=True, slots=True)
class Footnote:
    """The words of an article that the report cites, in the language of its source (`es`)."""

    label: str
    words: str
    language: str


@dataclass(frozen=True, slots=True)
class Seal:
    """What the report can be held against later: `text` for people, `code` as a QR code."""

    text: Text
    code: str


@dataclass(frozen=True, slots=True)
class Report:
    """`name` is the name of its files, without their ending; `signatures` are the people who sign it on paper.

    `reglamento`: in whose words it is written; None for the product's own. `is_paper`: it can be had as a file and
    printed; a list to choose from is none.
    """

    name: str
    title: Text
    key_figures: tuple[KeyFigure, ...] = ()
    sections: tuple[Section[Any], ...] = ()
    plots: tuple[Plot, ...] = ()
    signatures: tuple[Text, ...] = ()
    notes: tuple[Text, ...] = ()
    reglamento: str | None = None
    footnotes: tuple[Footnote, ...] = ()
    seal: Seal | None = None
    is_paper: bool = True
