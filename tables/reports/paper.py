"""A report as a value. What it says is made once; how it looks on a screen, in CSV and in PDF is made from it.

Texts are lazy translations or plain strings. Money is in the smallest unit of the house's currency.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.utils.functional import Promise

Text = str | Promise
Value = str | Promise | int | float | datetime | None


class Kind(StrEnum):
    """How a value is written. `signed`: money that says + or −. `share`: a ratio, 0.1234 is 12.34 %."""

    TEXT = "text"
    MONEY = "money"
    SIGNED = "signed"
    COUNT = "count"
    SHARE = "share"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Cell:
    """A value with the page of what is behind it; None is written as an empty cell."""

    value: Value
    link: str | None = None
    kind: Kind | None = None  # where it is not its column's


@dataclass(frozen=True, slots=True)
class Column:
    title: Text
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of the report. Every row, and `total` where there is one, has a cell for each column. `abnormal`: the
    numbers of the rows that want to be looked at."""

    title: Text
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] | None = None
    empty: Text = ""
    abnormal: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure at the head of the report."""

    label: Text
    value: Value
    kind: Kind = Kind.TEXT
    link: str | None = None
    abnormal: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """Bars and a line over the same points, each with a scale of its own; both in money, one value a label."""

    title: Text
    labels: tuple[str, ...]
    bars: tuple[int, ...]
    bars_title: Text
    line: tuple[int, ...]
    line_title: Text


@dataclass(frozen=True, slots=True)
class Paper:
    """`name`: what its files are called. `signatures`: who signs it on paper."""

    name: str
    title: Text
    facts: tuple[Fact, ...] = ()
    grids: tuple[Grid, ...] = ()
    plots: tuple[Plot, ...] = ()
    signatures: tuple[Text, ...] = ()
    notes: tuple[Text, ...] = field(default=())
