"""The figures of tables over a period, as a section with a row for each table and at the head of a report."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from operator import add

from casino.common.wording import lazy_text as _
from ledger.cage.purposes import OVER_SHORT
from ledger.cage.purposes import Purpose as CagePurpose
from ledger.conf import CHART
from ledger.totals import Lines, result_of
from tables.reports.report import Column, KeyFigure, Kind, Section, Text
from tables.reports.selectors.game import Game, number_of_passes, turnover

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
    def hold(self) -> float | None:
        """The house's result as a share of the drop."""
        return self.result / self.drop if self.drop else None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with its figures."""

    title: Text
    figures: TableFigures
    link: str | None = None


COLUMNS: tuple[Column[TableRow], ...] = (
    Column(_("Table"), Kind.TEXT, lambda row: row.title, lambda row: row.link),
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


def figures_of(game: Game, money: Lines) -> TableFigures:
    """The figures of a table, from its passes and from the ledger."""
    tray, drop, cagnotte, tips = (money.get(kind, Counter[str]()) for kind in COUNTED)
    return TableFigures(
        passes=number_of_passes(game),
        turnover=turnover(game),
        result=result_of(money),
        deductions=sum(amount for name, amount in cagnotte.items() if name in CHART.result_purposes),
        drop=drop[CagePurpose.BUY_IN],
        fills=tray[CagePurpose.FILL],
        credits=-tray[CagePurpose.CREDIT],
        tips=tips[CagePurpose.TIP],
        differences=sum(_differences(tray, drop, cagnotte, tips)),
    )


def _differences(*accounts: Counter[str]) -> Iterator[int]:
    return (moved[name] for moved in accounts for name in moved if name in OVER_SHORT)


def tables(rows: tuple[TableRow, ...], whole: TableFigures) -> Section[TableRow]:
    """These tables, with `whole` as their total."""
    return Section(_("Tables"), COLUMNS, rows, TableRow(_("Total"), whole))


def key_figures(figures: TableFigures) -> Iterator[KeyFigure]:
    """The figures at the head of a report."""
    yield KeyFigure(_("Passes"), figures.passes, Kind.COUNT)
    yield KeyFigure(_("Turnover"), figures.turnover, Kind.MONEY)
    yield KeyFigure(_("House's result"), figures.result, Kind.SIGNED)
    yield KeyFigure(_("Deductions"), figures.deductions, Kind.MONEY)
    yield KeyFigure(_("Drop"), figures.drop, Kind.MONEY)
    yield KeyFigure(_("Hold"), figures.hold, Kind.SHARE)
