"""The figures of tables over a period, beside those of the period before: a row for each table, key figures, and the
results by the hour, day or month."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from operator import add

from django.utils.http import urlencode

from casino.common.wording import lazy_text as _
from ledger.cage.accounts import OVER_SHORT
from ledger.cage.accounts import Purpose as CagePurpose
from ledger.totals import Lines, result_of
from tables.models import Table
from tables.reports.links import table_links
from tables.reports.period import Period, Unit, course
from tables.reports.report import Column, KeyFigure, Kind, Section, Text
from tables.reports.selectors.game import Game, number_of_passes, turnover
from tables.reports.selectors.money import deducted_of
from tables.reports.selectors.steps import Steps

COUNTED = ("tray", "drop", "cagnotte", "tips")


@dataclass(frozen=True, slots=True)
class TableFigures:
    """The figures of one table, or the sum of several."""

    passes: int = 0
    turnover: int = 0
    result: int = 0
    deductions: int = 0
    drop: int = 0
    fills: int = 0
    credits: int = 0
    tips: int = 0
    differences: int = 0

    def __add__(self, other: "TableFigures") -> "TableFigures":
        return TableFigures(*map(add, astuple(self), astuple(other)))

    @property
    def is_nothing(self) -> bool:
        """Whether nothing was played and no money moved."""
        return not any(astuple(self))

    @property
    def hold(self) -> float | None:
        """The house's result as a share of the drop."""
        return self.result / self.drop if self.drop else None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with its figures. `before`: what the house won at it in the period that is compared with."""

    title: Text
    figures: TableFigures
    link: str | None = None
    before: int | None = None

    @property
    def change(self) -> int | None:
        """How much more or less the house won than before."""
        return None if self.before is None else self.figures.result - self.before


TABLE = Column[TableRow](_("Table"), Kind.TEXT, lambda row: row.title, lambda row: row.link)
CHANGE = Column[TableRow]("Δ", Kind.CHANGE, lambda row: row.change)
COLUMNS: tuple[Column[TableRow], ...] = (
    TABLE,
    Column(_("Passes"), Kind.COUNT, lambda row: row.figures.passes),
    Column(_("Turnover"), Kind.MONEY, lambda row: row.figures.turnover),
    Column(_("House's result"), Kind.SIGNED, lambda row: row.figures.result),
    Column(_("Deductions"), Kind.MONEY, lambda row: row.figures.deductions),
    Column(_("Drop"), Kind.MONEY, lambda row: row.figures.drop),
    Column(_("Hold"), Kind.SHARE, lambda row: row.figures.hold),
    Column(_("Fills"), Kind.MONEY, lambda row: row.figures.fills),
    Column(_("Credits"), Kind.MONEY, lambda row: row.figures.credits),
    Column(_("Tips"), Kind.MONEY, lambda row: row.figures.tips),
    Column(_("Differences"), Kind.SIGNED, lambda row: row.figures.differences),
)
AFTER_RESULT = 4  # columns: where the change stands


def figures_of(game: Game, money: Lines) -> TableFigures:
    """The figures of a table, from its passes and from the ledger."""
    tray, drop, cagnotte, tips = (money.get(kind, Counter[str]()) for kind in COUNTED)
    return TableFigures(
        passes=number_of_passes(game),
        turnover=turnover(game),
        result=result_of(money),
        deductions=deducted_of(money),
        drop=drop[CagePurpose.BUY_IN],
        fills=tray[CagePurpose.FILL],
        credits=-tray[CagePurpose.CREDIT],
        tips=tips[CagePurpose.TIP],
        differences=sum(_differences(tray, drop, cagnotte, tips)),
    )


def _differences(*accounts: Counter[str]) -> Iterator[int]:
    return (moved[name] for moved in accounts for name in moved if name in OVER_SHORT)


def tables(rows: tuple[TableRow, ...], whole: TableFigures) -> Section[TableRow]:
    """These tables, with `whole` as their total; with the change of the result where there is a period before."""
    before = [row.before for row in rows if row.before is not None]
    total = TableRow(_("Total"), whole, before=sum(before) if before else None)
    columns = (*COLUMNS[:AFTER_RESULT], CHANGE, *COLUMNS[AFTER_RESULT:]) if before else COLUMNS
    return Section(_("Tables"), columns, rows, total, empty=_("The house has no tables yet."))


def key_figures(now: TableFigures, before: TableFigures | None = None) -> Iterator[KeyFigure]:
    """The figures at the head of a report."""
    for label, kind, get in KEY_FIGURES:
        yield KeyFigure(label, get(now), kind, before=get(before) if before else None)


KEY_FIGURES: tuple[tuple[Text, Kind, Callable[[TableFigures], int | float | None]], ...] = (
    (_("House's result"), Kind.SIGNED, lambda figures: figures.result),
    (_("Turnover"), Kind.MONEY, lambda figures: figures.turnover),
    (_("Drop"), Kind.MONEY, lambda figures: figures.drop),
    (_("Hold"), Kind.SHARE, lambda figures: figures.hold),
    (_("Deductions"), Kind.MONEY, lambda figures: figures.deductions),
    (_("Passes"), Kind.COUNT, lambda figures: figures.passes),
)


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A table, or all: what the house won in each step, by when it begins. `before`: in the whole period before."""

    title: Text
    results: Mapping[datetime, int]
    before: int | None = None
    slug: str = ""

    @property
    def whole(self) -> int:
        """In all steps."""
        return sum(self.results.values())

    @property
    def change(self) -> int | None:
        """How much more or less than before."""
        return None if self.before is None else self.whole - self.before


MATRIX: dict[Unit, Text] = {
    Unit.HOUR: _("Tables by the hour"),
    Unit.DAY: _("Tables by the day"),
    Unit.MONTH: _("Tables by the month"),
}
HELD = 2  # columns of a matrix: the table, its total; and its change, where there is one


def matrix(period: Period, every: Sequence[Table], now: Steps, before: Steps | None) -> Section[MatrixRow]:
    """What the house won: a row for each table, a column for each step from the first with any play to the last. Each
    figure leads to the passes that it is made of."""
    won = {table.slug: _of(now, table.slug) for table in every}
    begins = course(period.unit, [begin for results in won.values() for begin in results])
    rows = tuple(_matrix_rows(every, won, before))
    whole = MatrixRow(_("All tables"), _sum(won), sum(row.before or 0 for row in rows) if before else None)
    columns = (*_held(period, before is not None), *(_step_column(period, begin) for begin in begins))
    return Section(
        MATRIX[period.unit],
        columns,
        rows,
        whole,
        held=HELD + (before is not None),
        about=_("each figure leads to its passes"),
        empty=_("The house has no tables yet."),
        is_matrix=True,
    )


def _matrix_rows(
    every: Sequence[Table], won: Mapping[str, Mapping[datetime, int]], before: Steps | None
) -> Iterator[MatrixRow]:
    for table in every:
        slug = table.slug
        yield MatrixRow(table.name, won[slug], sum(_of(before, slug).values()) if before else None, slug)


def _of(steps: Steps, slug: str) -> dict[datetime, int]:
    return {begin: won[slug] for begin, won in steps.results.items() if won[slug]}


def _sum(won: Mapping[str, Mapping[datetime, int]]) -> Counter[datetime]:
    found = Counter[datetime]()
    for results in won.values():
        found.update(results)  # and not +, which drops what is negative
    return found


def _held(period: Period, is_compared: bool) -> Iterator[Column[MatrixRow]]:
    table_page = table_links("report-table", urlencode(period.query))
    passes = table_links("report-passes", urlencode(period.query))
    yield Column(_("Table"), Kind.TEXT, lambda row: row.title, lambda row: table_page(row.slug))
    yield Column(_("Total"), Kind.SIGNED, lambda row: row.whole, lambda row: passes(row.slug))
    if is_compared:
        yield Column("Δ", Kind.CHANGE, lambda row: row.change)


def _step_column(period: Period, begin: datetime) -> Column[MatrixRow]:
    passes = table_links("report-passes", urlencode(period.step(begin).query))
    return Column(
        period.span_label(begin),
        Kind.SIGNED,
        lambda row: row.results.get(begin, 0),
        lambda row: passes(row.slug) if row.results.get(begin) else None,
    )


@dataclass(frozen=True, slots=True)
class StepRow:
    """One hour, day or month. `begin`: when it begins, or the title of the sum; `result`: what the house won. `before`:
    the same of the step that is compared with. `link`: the same report of it; `behind`: what its figures
    are made of."""

    begin: datetime | Text
    turnover: int
    result: int
    turnover_before: int | None = None
    result_before: int | None = None
    link: str | None = None
    behind: str | None = None


# The title of the section, that of its first column, and its kind
WORDS: dict[Unit, tuple[Text, Text, Kind]] = {
    Unit.HOUR: (_("Results by the hour"), _("Time"), Kind.TIME),
    Unit.DAY: (_("Results by the day"), _("Day"), Kind.DAY),
    Unit.MONTH: (_("Results by the month"), _("Month"), Kind.MONTH),
}
BEFORE: tuple[Column[StepRow], ...] = (
    Column(_("Turnover before"), Kind.MONEY, lambda row: row.turnover_before),
    Column(_("Result before"), Kind.SIGNED, lambda row: row.result_before),
)


def by_step(period: Period, rows: tuple[StepRow, ...]) -> Section[StepRow]:
    """These steps of a period and their sum: the table behind its two plots."""
    title, name, kind = WORDS[period.unit]
    is_compared = any(row.turnover_before is not None for row in rows)
    columns = (
        Column[StepRow](name, kind, lambda row: row.begin, lambda row: row.link),
        Column[StepRow](_("Turnover"), Kind.MONEY, lambda row: row.turnover),
        Column[StepRow](_("House's result"), Kind.SIGNED, lambda row: row.result, lambda row: row.behind),
        *(BEFORE if is_compared else ()),
    )
    moved = tuple(
        row for row in rows if any((row.turnover, row.result, row.turnover_before, row.result_before))
    )
    return Section(title, columns, moved, _sum_of(moved, is_compared), empty=_("Nothing was played."))


def _sum_of(rows: Sequence[StepRow], is_compared: bool) -> StepRow:
    return StepRow(
        _("Total"),
        sum(row.turnover for row in rows),
        sum(row.result for row in rows),
        sum(row.turnover_before or 0 for row in rows) if is_compared else None,
        sum(row.result_before or 0 for row in rows) if is_compared else None,
    )
