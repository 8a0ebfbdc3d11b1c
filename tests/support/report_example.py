"""A report with values of every kind, and with everything that could break a file or a page."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.translation import gettext_lazy

from tables.reports.report import Column, Form, KeyFigure, Kind, Plot, Report, Section

BEGIN = datetime(2026, 11, 22, 2, 5, tzinfo=UTC)  # the evening before in Buenos Aires
PRINTED = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
WICKED = "<script>alert('č')</script>"
LETTERS = "čšžñé"
ROWS = 200


@dataclass(frozen=True)
class Move:
    """A row with a value of every kind; the total has no number."""

    title: Any
    number: int | None
    bets: int
    result: int
    passes: int
    share: float

    @property
    def player(self) -> str | None:
        return None if self.number is None else f"player-{self.number:03} {LETTERS}"

    @property
    def link(self) -> str | None:
        return None if self.number is None else f"/moves/{self.number}/"


@dataclass(frozen=True)
class Word:
    """A row with a text and whatever stands beside it."""

    text: Any
    value: Any = None
    kind: Kind = Kind.COUNT
    link: str | None = None


COLUMNS: tuple[Column[Move], ...] = (
    Column("Time", Kind.TIME, lambda row: row.title, lambda row: row.link),
    Column("Player", Kind.TEXT, lambda row: row.player),
    Column("Bets", Kind.MONEY, lambda row: row.bets),
    Column("Result", Kind.SIGNED, lambda row: row.result),
    Column("Passes", Kind.COUNT, lambda row: row.passes),
    Column("Share", Kind.SHARE, lambda row: row.share),
)
MARKED = {3, 150}
MOVES = Section(
    "Moves",
    COLUMNS,
    tuple(
        Move(
            BEGIN + timedelta(minutes=number),
            number,
            12_500 + number,
            number - 100,
            1000 + number,
            number / 1000,
        )
        for number in range(ROWS)
    ),
    Move("Total", None, 2_519_900, -100, 219_900, 0.0995),
    abnormal=lambda row: row.number in MARKED,
)


def words(title: str, *rows: Word, total: Word | None = None) -> Section[Word]:
    """A section of texts with a column of numbers."""
    columns: tuple[Column[Word], ...] = (
        Column("What", Kind.TEXT, lambda row: row.text),
        Column("How many", Kind.COUNT, lambda row: row.value, lambda row: row.link, lambda row: row.kind),
    )
    return Section(title, columns, rows, total)


WORDS = words(
    "Words",
    Word(WICKED, 1),
    Word("=SUM(A1:A9)", 2_000, link="/there/"),
    Word("+54 11", "none"),
    Word("-2", 1_500, Kind.MONEY),
    Word("@here", -4),
    Word("\tbehind a tab"),
    Word("  =1+1"),
    Word("a;=1+1; b;+2;c-d"),
    Word('commas, and "quotes"\nand lines'),
)
NOTHING: Section[Word] = Section(
    "Differences",
    (
        Column("Desk", Kind.TEXT, lambda row: row.text),
        Column("Amount", Kind.SIGNED, lambda row: row.value),
    ),
    (),
    None,
    "There was none.",
)
BARS = Plot("By hour", ("20", "21", "22"), (100, 0, 400))
RESULTS = Plot("By table", ("1", "2", "3"), (-30, 10, 25), Form.SIGNED)
COURSE = Plot("So far", ("20", "21", "22"), (-30, -20, 5), Form.LINE)
REPORT = Report(
    "day-2026-11-21",
    f"The day of {LETTERS}",
    key_figures=(
        KeyFigure("Begun", BEGIN, Kind.TIME),
        KeyFigure("Bets", 2_519_900, Kind.MONEY, link="/bets/"),
        KeyFigure("Result", -100, Kind.SIGNED, abnormal=True),
        KeyFigure("Share", 0.1234, Kind.SHARE),
        KeyFigure("Director", WICKED),
    ),
    sections=(MOVES, WORDS, NOTHING),
    plots=(BARS, RESULTS, COURSE),
    signatures=(gettext_lazy("Cashier"), "Director"),
    notes=("=Counted twice.", "Every amount is whole."),
)
