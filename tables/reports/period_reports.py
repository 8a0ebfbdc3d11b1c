"""All tables, or one table, over a period."""

from collections.abc import Iterable, Iterator

from django.urls import reverse

from casino.common.wording import lazy_text as _
from ledger import totals
from tables.house_reglamentos.words import speaking
from tables.labels.money import LINE_LABELS
from tables.models import Table
from tables.postings import book_of
from tables.record.openings import Openings
from tables.reports.cited import article_link
from tables.reports.links import passes_link, table_link
from tables.reports.period import Period
from tables.reports.plots import Point, over_time, side_by_side
from tables.reports.report import KeyFigure, Kind, Plot, Report
from tables.reports.sections import game as game_sections
from tables.reports.sections.proof import proof
from tables.reports.sections.steps import by_step
from tables.reports.sections.tables import TableFigures, TableRow, figures_of, key_figures, tables
from tables.reports.selectors.game import CHANCES, Game, game_of_hours, total
from tables.reports.selectors.money import suites_in_hours
from tables.reports.selectors.steps import Steps, steps_of

SIGNATURES = (_("Jefe de mesa"), _("Inspector"))


def floor_report(period: Period) -> Report:
    """Every table of the house, and the period in steps."""
    every = sorted(Table.objects.all(), key=lambda table: table.place)
    rows = tuple(_table_rows(every, period))
    whole = sum((row.figures for row in rows), TableFigures())
    steps = steps_of(period)
    return Report(
        name=f"floor-{period.since:%Y%m%d-%H%M}",
        title=_("The floor"),
        key_figures=(*_ends(period), *key_figures(whole)),
        sections=(tables(rows, whole), by_step(period, every, steps, reverse("report-floor"))),
        plots=(*_plots(period, steps), *_by_table(rows)),
        signatures=SIGNATURES,
    )


def table_report(table: Table, period: Period) -> Report:
    """One table over a period."""
    book = book_of(table.slug)
    game = game_of_hours(period.since, period.until, table).get(table.pk, {})
    money = totals.of_hours(period.since, period.until, book).get(book, {})
    link = passes_link(table.slug, period.query)
    steps, reglamento = steps_of(period, table), Openings(table).only_reglamento()
    with speaking(reglamento):  # also what is put together here and now
        return Report(
            name=f"{table.slug}-{period.since:%Y%m%d-%H%M}",
            title=table.name,
            key_figures=(*_ends(period), *key_figures(figures_of(game, money))),
            sections=(
                game_sections.results(game, link),
                game_sections.chances(game, link),
                game_sections.deductions(game, money, link, article_link(Openings(table).only())),
                proof(game, money, suites_in_hours(table, *period.ends)),
                by_step(period, [table], steps, reverse("report-table", args=[table.slug])),
            ),
            plots=(*_plots(period, steps), *_by_chance(game)),
            signatures=SIGNATURES,
            notes=tuple(game_sections.own_bank_note(game)),
            reglamento=reglamento,
        )


def _table_rows(every: list[Table], period: Period) -> Iterator[TableRow]:
    games = game_of_hours(period.since, period.until)
    money = totals.of_hours(period.since, period.until)
    for table in every:
        figures = figures_of(games.get(table.pk, {}), money.get(book_of(table.slug), {}))
        yield TableRow(table.name, figures, table_link(table.slug, period.query))


def _ends(period: Period) -> Iterator[KeyFigure]:
    yield KeyFigure(_("From"), period.since, Kind.TIME)
    yield KeyFigure(_("Until"), period.until, Kind.TIME)


def _plots(period: Period, steps: Steps) -> tuple[Plot, ...]:
    turnover = {begin: played.total() for begin, played in steps.turnover.items()}
    results = {begin: won.total() for begin, won in steps.results.items()}
    return over_time(period.unit, turnover, results, period.short_label)


def _by_table(rows: Iterable[TableRow]) -> tuple[Plot, ...]:
    """The tables that were played, side by side."""
    played = (row for row in rows if row.figures.passes)
    points = [Point(row.title, row.figures.turnover, row.figures.result) for row in played]
    return side_by_side((_("Turnover by table"), _("House's result by table")), points)


def _by_chance(game: Game) -> tuple[Plot, ...]:
    figures = [(LINE_LABELS[line], total(game, line)) for line in CHANCES]
    # Not as text yet: in the words of the reglamento in which the report is written.
    points = [Point(label, found.staked, found.house) for label, found in figures if found.staked]
    return side_by_side((_("Turnover by chance"), _("House's result by chance")), points)
