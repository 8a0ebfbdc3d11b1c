"""All tables, or one table, over a period."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import chain, zip_longest
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from casino.common.clock import moments
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from ledger import totals
from ledger.totals import Lines as Money
from tables.models import Table
from tables.record.openings import Openings
from tables.record.postings import book_of
from tables.record.reglamentos.words import speaking
from tables.reports import requested
from tables.reports.house_reports import of_pit, tables_of
from tables.reports.links import article_link, no_passes_link, passes_link, table_link
from tables.reports.period import Period, Unit, course
from tables.reports.plots import Point, of_period, side_by_side
from tables.reports.report import Plot, Report, Section, Text
from tables.reports.sections import game as game_sections
from tables.reports.sections.accounts import proof
from tables.reports.sections.game import Lines
from tables.reports.sections.tables import (
    StepRow,
    TableFigures,
    TableRow,
    by_step,
    figures_of,
    key_figures,
    matrix,
    tables,
)
from tables.reports.selectors.game import Game, game_of_hours, total
from tables.reports.selectors.money import COMMISSION, kept_by_ledger, kept_in_hours
from tables.reports.selectors.prospects import prospects, stretches_of_period, sum_of
from tables.reports.selectors.steps import Steps, steps_of
from tables.view.pits import TablesOfPit

SIGNATURES = (_("Jefe de mesa"), _("Inspector"))
Figures = dict[str, TableFigures]  # by the table's slug


def floor_of_request(request: HttpRequest) -> Report:
    """All tables over the period that is asked for."""
    asked = requested.asked(request)
    return floor_report(asked.period, asked.before, requested.pit(request))


def table_of_request(request: HttpRequest, slug: str = "") -> Report:
    """The table of the address, or of the form, over the period that is asked for."""
    chosen, asked = requested.table(slug or request.GET.get("table", "")), requested.asked(request)
    return table_report(chosen, asked.period, asked.before)


def floor_report(period: Period, before: Period | None = None, pit: TablesOfPit | None = None) -> Report:
    """Every table of the house, or of a pit, and the period in steps; `before`: what it is compared with, if anything
    was played then."""
    every = sorted(tables_of(pit).values(), key=lambda table: table.place)
    keys, books = {table.pk for table in every}, {table.book for table in every}
    games = {key: game for key, game in game_of_hours(*period.ends).items() if key in keys}
    money = {book: lines for book, lines in totals.of_hours(*period.ends).items() if book in books}
    now, asked = _figures(every, games, money), before
    then = _figures(every, game_of_hours(*before.ends), totals.of_hours(*before.ends)) if before else None
    if then is not None and sum(then.values(), TableFigures()).is_nothing:
        before = then = None
    rows = tuple(_table_rows(every, now, then, period))
    slugs = {table.slug for table in every}
    steps, steps_before = steps_of(period).only(slugs), steps_of(before).only(slugs) if before else None
    whole, page = sum(now.values(), TableFigures()), reverse("report-floor")
    by_steps = tuple(_step_rows(period, steps, before, steps_before, (page, page)))
    return Report(
        name=f"floor-{period.since:%Y%m%d-%H%M}",
        title=of_pit(_("Results of the floor"), pit),
        period=period.words,
        ends=period.ends,
        compared=before.words if before else "",
        key_figures=tuple(
            key_figures(whole, sum(then.values(), TableFigures()) if then is not None else None)
        ),
        sections=(
            matrix(period, every, steps, steps_before),
            tables(rows, whole),
            by_step(period, by_steps),
            *_chances(every, games, money, period),
        ),
        plots=_plots(period, before, by_steps),
        signatures=SIGNATURES,
        notes=(*game_sections.own_bank_note(sum_of(*games.values())), *_nothing_before(asked, before)),
    )


def table_report(table: Table, period: Period, before: Period | None = None) -> Report:
    """One table over a period; `before`: what it is compared with, if anything was played then."""
    asked, then = before, _before(table, before)
    if then is None:
        before = None
    book = book_of(table.slug)
    game = game_of_hours(*period.ends, table).get(table.pk, {})
    money = totals.of_hours(*period.ends, book).get(book, {})
    link = passes_link(table.slug, period.query)
    openings = Openings(table)
    reglamento, labels = openings.only_reglamento(), Lines(openings.rules())
    stretches = stretches_of_period(table, openings, game, period.since, period.until)
    steps_before = steps_of(before, table) if before else None
    pages = reverse("report-table", args=[table.slug]), reverse("report-passes", args=[table.slug])
    by_steps = tuple(_step_rows(period, steps_of(period, table), before, steps_before, pages))
    with speaking(reglamento):  # also what is put together here and now
        return Report(
            name=f"{table.slug}-{period.since:%Y%m%d-%H%M}",
            title=table.name,
            period=period.words,
            ends=period.ends,
            compared=before.words if before else "",
            key_figures=tuple(key_figures(figures_of(game, money), then)),
            sections=(
                by_step(period, by_steps),
                game_sections.results(game, link),
                game_sections.chances(game, money, link, labels),
                game_sections.odds(prospects(stretches, kept_by_ledger(money)[COMMISSION]), labels),
                game_sections.deductions(game, money, link, article_link(openings.only()), labels),
                proof(game, money, kept_in_hours(table, *period.ends).totals()),
            ),
            plots=(*_plots(period, before, by_steps), *_by_chance(game, labels)),
            signatures=SIGNATURES,
            notes=(*game_sections.own_bank_note(game), *_nothing_before(asked, before)),
            reglamento=reglamento,
            table=table.slug,
        )


def _before(table: Table, before: Period | None) -> TableFigures | None:
    if before is None:
        return None
    book, game = book_of(table.slug), game_of_hours(*before.ends, table).get(table.pk, {})
    found = figures_of(game, totals.of_hours(*before.ends, book).get(book, {}))
    return None if found.is_nothing else found


def _nothing_before(asked: Period | None, before: Period | None) -> Iterator[Text]:
    """A note on the comparison that was asked for, where there is nothing to compare with."""
    if asked and not before:
        said = gettext("Nothing was played from %(since)s to %(until)s: there is nothing to compare with.")
        yield said % {"since": moments.minute(asked.since), "until": moments.minute(asked.until)}


def _figures(every: list[Table], games: Mapping[int, Game], money: Mapping[str, Money]) -> Figures:
    return {
        table.slug: figures_of(games.get(table.pk, {}), money.get(book_of(table.slug), {})) for table in every
    }


def _chances(
    every: list[Table], games: Mapping[int, Game], money: Mapping[str, Money], period: Period
) -> Iterator[Section[Any]]:
    """The chances of all tables together. What has one slug at several tables is one."""
    played = [(table, Openings(table), games[table.pk]) for table in every if table.pk in games]
    labels = Lines([rules for _, openings, _ in played for rules in openings.rules()])
    stretches = chain.from_iterable(
        stretches_of_period(table, openings, game, period.since, period.until)
        for table, openings, game in played
    )
    collected = Counter[str]()
    for lines in money.values():
        collected.update(lines.get("cagnotte", {}))
    kept = {"cagnotte": collected}
    yield game_sections.chances(sum_of(*games.values()), kept, no_passes_link, labels)
    yield game_sections.odds(prospects(stretches, kept_by_ledger(kept)[COMMISSION]), labels)


def _table_rows(
    every: list[Table], now: Figures, before: Figures | None, period: Period
) -> Iterator[TableRow]:
    for table in every:
        then = before[table.slug].result if before is not None else None
        yield TableRow(table.name, now[table.slug], table_link(table.slug, period.query), then)


def _step_rows(
    period: Period, now: Steps, before: Period | None, then: Steps | None, pages: tuple[str, str]
) -> Iterator[StepRow]:
    """Every step of the period, beside that of the same number in the period before. `pages`: the same report, which a
    day and a month lead to, and what figures are made of."""
    earlier = _begins(before, then) if before and then else []
    for begin, other in zip_longest(_begins(period, now), earlier):
        if begin is None:
            return
        query = urlencode(period.step(begin).query)
        link, behind = (f"{page}?{query}" for page in pages)
        played, won = _of_step(now, begin)
        played_before, won_before = _of_step(then, other)
        same = None if period.unit is Unit.HOUR else link
        yield StepRow(begin, played or 0, won or 0, played_before, won_before, same, behind)


def _of_step(steps: Steps | None, begin: datetime | None) -> tuple[int, int] | tuple[None, None]:
    """What was staked and what the house won; None where nothing is compared."""
    if steps is None:
        return None, None
    return (steps.turnover_at(begin).total(), steps.results_at(begin).total()) if begin else (0, 0)


def _begins(period: Period, steps: Steps) -> list[datetime]:
    """The steps of the period, or of one with too many those from the first with any play to the last."""
    if period.is_longest:
        return course(period.unit, steps.begins())
    return sorted({*period.begins(), *steps.begins()})


def _plots(period: Period, before: Period | None, rows: tuple[StepRow, ...]) -> tuple[Plot, ...]:
    names = period.brief, before.brief if before else ""
    return of_period(period.unit, rows, period.short_label, names)


def _by_chance(game: Game, labels: Lines) -> tuple[Plot, ...]:
    figures = [(labels(line), total(game, line)) for line in labels.of(game)]
    # Not as text yet: in the words of the reglamento in which the report is written.
    points = [Point(label, found.staked, found.house) for label, found in figures if found.staked]
    return side_by_side((_("Turnover by chance"), _("House's result by chance")), points)
