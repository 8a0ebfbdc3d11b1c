"""A table, or the whole floor, over a period of whole hours: the night hour by hour, a month day by day."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from ledger import totals
from ledger.cage.purposes import OVER_SHORT
from ledger.conf import CHART
from ledger.totals import Lines, result_of
from tables.floor import natural_order
from tables.models import Table
from tables.projections.turnover import PASSES
from tables.reports import grids
from tables.reports.paper import Cell, Column, Fact, Grid, Kind, Paper, Plot, Value
from tables.reports.shift_sheet import passes_link
from tables.reports.window import (
    Game,
    game_of_hours,
    suites_in_hours,
    total,
    turnover_by_day,
    turnover_by_hour,
)
from tables.service import book_of

HOURLY = timedelta(days=3)  # a longer period is shown by days
COLUMNS = (
    *(Column(_("Table")), Column(_("Passes"), Kind.COUNT), Column(_("Turnover"), Kind.MONEY)),
    *(Column(_("House's result"), Kind.SIGNED), Column(_("Deductions"), Kind.MONEY)),
    *(Column(_("Drop"), Kind.MONEY), Column(_("Hold"), Kind.SHARE)),
    *(Column(_("Fills"), Kind.MONEY), Column(_("Credits"), Kind.MONEY), Column(_("Tips"), Kind.MONEY)),
    Column(_("Differences"), Kind.SIGNED),
)


@dataclass(frozen=True, slots=True)
class Period:
    """From `since` up to `until`, which is left out; both whole hours."""

    since: datetime
    until: datetime

    @property
    def ends(self) -> tuple[datetime, datetime]:
        """Both."""
        return self.since, self.until

    @property
    def query(self) -> dict[str, str]:
        """The same in an address."""
        return {"since": _asked(self.since), "until": _asked(self.until)}

    def label(self, step: datetime) -> str:
        """How such a line is called."""
        local = timezone.localtime(step)
        return f"{local:%Y-%m-%d %H:%M}" if self.is_hourly else f"{local:%Y-%m-%d}"

    @property
    def is_hourly(self) -> bool:
        """Whether it is shown hour by hour, not day by day."""
        return self.until - self.since <= HOURLY


@dataclass(frozen=True, slots=True)
class TableLine:
    """What one table came to."""

    table: Table
    game: Game
    money: Lines

    def figures(self) -> tuple[int, ...]:
        """Passes, turnover, result, deductions, drop, fills, credits, tips, differences."""
        tray, drop = self.money.get("tray", Counter[str]()), self.money.get("drop", Counter[str]())
        cagnotte, tips = self.money.get("cagnotte", Counter[str]()), self.money.get("tips", Counter[str]())
        off = sum(
            lines[name] for lines in (tray, drop, cagnotte, tips) for name in lines if name in OVER_SHORT
        )
        deducted = sum(amount for name, amount in cagnotte.items() if name in CHART.result_purposes)
        return (
            total(self.game, *PASSES.values()).number,
            total(self.game, *grids.CHANCES).staked,
            result_of(self.money),
            deducted,
            drop["buy_in"],
            tray["fill"],
            -tray["credit"],
            tips["tip"],
            off,
        )


def floor_summary(period: Period) -> Paper:
    """Every table of the house, and the night hour by hour."""
    games = game_of_hours(period.since, period.until)
    money = totals.of_hours(period.since, period.until)
    tables = sorted(Table.objects.all(), key=lambda table: natural_order(table.slug))
    lines = [
        TableLine(table, games.get(table.pk, {}), money.get(book_of(table.slug), {})) for table in tables
    ]
    whole = _sum(lines)
    turnover, results = _by_step(period, None)
    return Paper(
        name=f"floor-{period.since:%Y%m%d-%H%M}",
        title=_("The floor"),
        facts=(*_when(period), *_figures(whole)),
        grids=(
            Grid(
                _("Tables"),
                COLUMNS,
                tuple(_row(Cell(line.table.name, _to(line.table, period)), line.figures()) for line in lines),
                _row(Cell(_("Total")), whole),
            ),
            _hourly(period, tables, turnover, results),
        ),
        plots=_plots(period, turnover, results),
        signatures=(_("Jefe de mesa"), _("Inspector")),
    )


def table_period(table: Table, period: Period) -> Paper:
    """One table over a period."""
    game = game_of_hours(period.since, period.until, table).get(table.pk, {})
    money = totals.of_hours(period.since, period.until, book_of(table.slug)).get(book_of(table.slug), {})
    link = passes_link(table.slug, period.query)
    turnover, results = _by_step(period, table)
    return Paper(
        name=f"{table.slug}-{period.since:%Y%m%d-%H%M}",
        title=table.name,
        facts=(*_when(period), *_figures(TableLine(table, game, money).figures())),
        grids=(
            grids.results(game, link),
            grids.chances(game, link),
            grids.deductions(game, money, link),
            grids.proof(game, money, suites_in_hours(table, *period.ends)),
            _hourly(period, [table], turnover, results),
        ),
        plots=_plots(period, turnover, results),
        signatures=(_("Jefe de mesa"), _("Inspector")),
    )


Steps = dict[tuple[str, datetime], int]  # table's slug, step → amount


def _by_step(period: Period, table: Table | None) -> tuple[Steps, Steps]:
    slugs = dict(Table.objects.values_list("pk", "slug"))
    book = book_of(table.slug) if table else None
    since, until = period.since, period.until
    if period.is_hourly:
        played = turnover_by_hour(since, until, table)
        won = totals.results_by_hour(since, until, book)
    else:
        played = turnover_by_day(since, until, table)
        won = totals.results_by_day(since, until, book)
    # By the moment, not by the clock: in the night in which the clocks are set back an hour comes twice.
    turnover = {(slugs[pk], step.astimezone(UTC)): amount for (pk, step), amount in played.items()}
    results = {
        (of.removeprefix("table:"), step.astimezone(UTC)): amount for (of, step), amount in won.items()
    }
    return turnover, results


def _hourly(period: Period, tables: list[Table], turnover: Steps, results: Steps) -> Grid:
    steps = sorted({step for _slug, step in turnover.keys() | results.keys()})
    columns = (
        Column(_("Time")),
        Column(_("Turnover"), Kind.MONEY),
        *(Column(table.name, Kind.SIGNED) for table in tables),
        *([Column(_("All tables"), Kind.SIGNED)] if len(tables) > 1 else []),
    )
    pages = [reverse("report-passes", args=[table.slug]) for table in tables]
    rows = tuple(
        _step_row(period.label(step), [step], tables, turnover, results, _links(pages, period, step))
        for step in steps
    )
    title = _("Results by the hour") if period.is_hourly else _("Results by the day")
    return Grid(title, columns, rows, _step_row(_("Total"), steps, tables, turnover, results))


def _step_row(
    title: Value,
    steps: list[datetime],
    tables: list[Table],
    turnover: Steps,
    results: Steps,
    links: Sequence[str | None] | None = None,
) -> tuple[Cell, ...]:
    """`links`: where each table's figure leads to."""
    won = [sum(results.get((table.slug, step), 0) for step in steps) for table in tables]
    staked = sum(turnover.get((table.slug, step), 0) for table in tables for step in steps)
    whole = [Cell(sum(won))] if len(tables) > 1 else []
    return (Cell(title), Cell(staked), *map(Cell, won, links or [None] * len(tables)), *whole)


def _links(pages: list[str], period: Period, step: datetime) -> list[str]:
    """To the passes of that step, at each table's page of them."""
    # By the clock: the casino's day on which it is changed has 23 or 25 hours.
    end = step + timedelta(hours=1) if period.is_hourly else timezone.localtime(step) + timedelta(days=1)
    query = urlencode(Period(max(step, period.since), min(end, period.until)).query)
    return [f"{page}?{query}" for page in pages]


def _plots(period: Period, turnover: Steps, results: Steps) -> tuple[Plot, ...]:
    steps = sorted({step for _slug, step in turnover.keys() | results.keys()})
    if len(steps) < 2:
        return ()
    so_far, won, staked = 0, _of_all(results), _of_all(turnover)
    line = tuple(so_far := so_far + won[step] for step in steps)
    bars = tuple(staked[step] for step in steps)
    labels = tuple(period.label(step)[-5:] for step in steps)
    return (Plot(_("Win and turnover"), labels, bars, _("Turnover"), line, _("Win so far")),)


def _of_all(amounts: Steps) -> Counter[datetime]:
    """Step → what all tables came to."""
    found: Counter[datetime] = Counter()
    for (_slug, step), amount in amounts.items():
        found[step] += amount
    return found


def _when(period: Period) -> tuple[Fact, ...]:
    return (
        Fact(_("From"), period.since, Kind.TIME),
        Fact(_("Until"), period.until, Kind.TIME),
    )


def _figures(figures: tuple[int, ...]) -> tuple[Fact, ...]:
    passes, turnover, won, deducted, drop, *_rest = figures
    return (
        Fact(_("Passes"), passes, Kind.COUNT),
        Fact(_("Turnover"), turnover, Kind.MONEY),
        Fact(_("House's result"), won, Kind.SIGNED),
        Fact(_("Deductions"), deducted, Kind.MONEY),
        Fact(_("Drop"), drop, Kind.MONEY),
        Fact(_("Hold"), won / drop if drop else None, Kind.SHARE),
    )


def _row(title: Cell, figures: tuple[int, ...]) -> tuple[Cell, ...]:
    passes, turnover, won, deducted, drop, *rest = figures
    return (title, *map(Cell, (passes, turnover, won, deducted, drop, won / drop if drop else None, *rest)))


def _sum(lines: list[TableLine]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(line.figures() for line in lines), strict=True))) or (0,) * 9


def _to(table: Table, period: Period) -> str:
    return f"{reverse('report-table', args=[table.slug])}?{urlencode(period.query)}"


def _asked(moment: datetime) -> str:
    # With its offset: in the night in which the clocks are set back an hour comes twice.
    return timezone.localtime(moment).isoformat(timespec="minutes")
