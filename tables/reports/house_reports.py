"""The house over a period as a director asks for it: the yield of tables, and of hours and weekdays."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.utils.http import urlencode

from casino.common import clock
from casino.common.clock.periods import WeekHours
from casino.common.wording import lazy_text as _
from casino.common.wording import titled
from tables.models import Table
from tables.record.openings import Openings
from tables.record.reglamentos.catalogue import resolve
from tables.reports import requested
from tables.reports.links import table_link
from tables.reports.period import Period
from tables.reports.report import Column, KeyFigure, Kind, Report, Section, Text
from tables.reports.selectors.measures import Measures, by_group, measures_by_part, measures_of, together
from tables.view.pits import TablesOfPit

SHOWN = 200  # rows of a list of people or banks
TIP = "tip"


@dataclass(frozen=True, slots=True)
class YieldRow:
    """A part of the house, or of the time. `number`: how many tables, or days, it stands for."""

    title: Text
    measures: Measures
    link: str | None = None


MEASURES: tuple[Column[YieldRow], ...] = (
    Column(_("House's result"), Kind.SIGNED, lambda row: row.measures.result),
    Column(_("Table-hours"), Kind.HOURS, lambda row: row.measures.table_hours),
    Column(_("Win per table-hour"), Kind.SIGNED, lambda row: row.measures.per_table_hour),
    Column(_("Passes per hour"), Kind.COUNT, lambda row: _rounded(row.measures.passes_per_hour)),
    Column(_("Occupancy"), Kind.SHARE, lambda row: row.measures.occupancy),
    Column(_("Turnover"), Kind.MONEY, lambda row: row.measures.turnover),
    Column(_("Drop"), Kind.MONEY, lambda row: row.measures.drop),
    Column(_("Hold"), Kind.SHARE, lambda row: row.measures.hold),
)
NOTHING = _("Nothing was played in this time: choose another one.")


def yield_of_request(request: HttpRequest) -> Report:
    """Win per table-hour: by reglamento, by pit and by table."""
    asked = requested.asked(request)
    pit = requested.pit(request)
    tables = tables_of(pit)
    now = _only(tables, measures_of(*asked.period.ends))
    whole = together(now.values())
    before = together(_only(tables, measures_of(*asked.before.ends)).values()) if asked.before else None
    query = asked.period.query

    def link(table: Table) -> str:
        return table_link(table.slug, query)

    by_table = [YieldRow(tables[pk].name, one, link(tables[pk])) for pk, one in now.items()]
    return Report(
        name=name_of("yield", asked.period),
        title=of_pit(_("Win per table-hour"), pit),
        period=asked.period.words,
        ends=asked.period.ends,
        compared=asked.before.words if asked.before else "",
        key_figures=tuple(_key_figures(whole, before)),
        sections=(
            _measured(
                _("By reglamento"), _("Reglamento"), _grouped(now, lambda pk: _rules(tables[pk])), whole
            ),
            *(
                [_measured(_("By pit"), _("Pit"), _grouped(now, lambda pk: _pit(tables[pk])), whole)]
                if any(table.pit for table in tables.values())
                else []
            ),
            _measured(_("By table"), _("Table"), by_table, whole),
        ),
    )


def tables_of(pit: TablesOfPit | None) -> dict[int, Table]:
    """The tables of a pit, or of the whole house, by their keys."""
    found = pit.tables if pit else Table.objects.select_related("pit").defer("state")
    return {table.pk: table for table in found}


def of_pit(title: Text, pit: TablesOfPit | None) -> Text:
    """The title of a report, with the pit that it is about."""
    return titled(title, pit.name) if pit else title


def _only(tables: Mapping[int, Table], found: Mapping[int, Measures]) -> dict[int, Measures]:
    return {pk: one for pk, one in found.items() if pk in tables}


def hours_of_request(request: HttpRequest) -> Report:
    """When the house is full and what it wins then: by hour, by weekday, and by table; of one weekday too."""
    period = requested.period(request)
    said = request.GET.get("weekday", "")
    weekday = int(said) if said in map(str, range(7)) else None
    found = measures_by_part(WeekHours.within(period.since, min(period.until, clock.now())))
    pit = requested.pit(request)
    tables = tables_of(pit)
    found = {key: one for key, one in found.items() if key[0] in tables}
    days = {hour: clock.date_of(hour).weekday() for _table, hour in found}
    shown = {key: one for key, one in found.items() if weekday in (None, days[key[1]])}
    whole = together(shown.values())
    by_hour = _summed((clock.local(hour).hour, one) for (_table, hour), one in shown.items())
    by_weekday = _summed((days[hour], one) for (_table, hour), one in found.items())
    by_table = _summed((table, one) for (table, _hour), one in shown.items())
    every, week = together(by_weekday.values()), _weekday_rows(by_weekday, period, pit)
    return Report(
        name=name_of("hours", period),
        title=of_pit(
            _("Hours and weekdays") if weekday is None else str(WEEKDAYS[weekday]).capitalize(), pit
        ),
        period=period.words,
        ends=period.ends,
        key_figures=tuple(_key_figures(whole, None)),
        sections=(
            _measured(_("By hour"), _("Hour"), _hour_rows(by_hour, period), whole, is_sorted=True),
            _measured(_("By weekday"), _("Day"), week, every, is_sorted=True),
            _measured(_("By table"), _("Table"), _table_rows(by_table, tables, period), whole),
            _tables_by_hour(shown, tables, period),
        ),
    )


@dataclass(frozen=True, slots=True)
class HoursRow:
    """A table, or all: its measures in each hour of the clock."""

    title: Text
    by_hour: Mapping[int, Measures]
    link: str | None = None

    @property
    def whole(self) -> int | None:
        """Its win per table-hour in all of them."""
        return together(self.by_hour.values()).per_table_hour


def _tables_by_hour(
    found: Mapping[tuple[int, datetime], Measures], tables: Mapping[int, Table], period: Period
) -> Section[HoursRow]:
    """What each table wins in each hour, per table-hour: of the weekday that is chosen, or of all."""
    of_table: defaultdict[int, list[tuple[int, Measures]]] = defaultdict(list)
    for (table, begin), one in found.items():
        of_table[table].append((clock.local(begin).hour, one))
    rows = [
        HoursRow(tables[pk].name, _summed(hours), table_link(tables[pk].slug, period.query))
        for pk, hours in of_table.items()
    ]
    every = HoursRow(_("All tables"), _summed(hour for hours in of_table.values() for hour in hours))
    return Section(
        _("Tables by the hour"),
        (
            Column(_("Table"), Kind.TEXT, lambda row: row.title, lambda row: row.link),
            Column(_("Total"), Kind.SIGNED, lambda row: row.whole),
            *(_hour_column(hour) for hour in _in_order(every.by_hour, period)),
        ),
        tuple(sorted(rows, key=lambda row: -(row.whole or 0))),
        every if rows else None,
        held=2,
        about=_("Win per table-hour"),
        empty=NOTHING,
        is_matrix=True,
    )


def _hour_column(hour: int) -> Column[HoursRow]:
    return Column(_span(hour), Kind.SIGNED, lambda row: row.by_hour.get(hour, Measures()).per_table_hour)


def _span(hour: int) -> str:
    return f"{hour:02}–{(hour + 1) % 24:02}"


def _in_order(hours: Iterable[int], period: Period) -> list[int]:
    """From the hour at which the casino's day begins."""
    first = clock.local(clock.day_of(period.since)).hour
    return sorted(hours, key=lambda hour: (hour - first) % 24)


def _hour_rows(by_hour: Mapping[int, Measures], period: Period) -> list[YieldRow]:
    return [YieldRow(_span(hour), by_hour[hour]) for hour in _in_order(by_hour, period)]


def _weekday_rows(
    by_weekday: Mapping[int, Measures], period: Period, pit: TablesOfPit | None
) -> list[YieldRow]:
    """From Monday on, each with its own hours behind it."""
    page = reverse("report-hours")
    query = {**period.query, **({"pit": str(pit.number)} if pit else {})}
    return [
        YieldRow(WEEKDAYS[day], by_weekday[day], f"{page}?{urlencode({**query, 'weekday': str(day)})}")
        for day in sorted(by_weekday)
    ]


def _table_rows(
    by_table: Mapping[int, Measures], tables: Mapping[int, Table], period: Period
) -> list[YieldRow]:
    return [
        YieldRow(tables[pk].name, one, table_link(tables[pk].slug, period.query))
        for pk, one in by_table.items()
    ]


def name_of(report: str, period: Period) -> str:
    """The name of a report's files."""
    return f"{report}-{period.since:%Y%m%d-%H%M}"


def _key_figures(now: Measures, before: Measures | None) -> Iterator[KeyFigure]:
    figures: tuple[tuple[Text, str, Kind], ...] = (
        (_("House's result"), "result", Kind.SIGNED),
        (_("Win per table-hour"), "per_table_hour", Kind.SIGNED),
        (_("Hold"), "hold", Kind.SHARE),
        (_("Occupancy"), "occupancy", Kind.SHARE),
    )
    for label, name, kind in figures:
        yield KeyFigure(label, getattr(now, name), kind, before=getattr(before, name) if before else None)


def _measured(
    title: Text, first: Text, rows: Sequence[YieldRow], whole: Measures, *, is_sorted: bool = False
) -> Section[YieldRow]:
    """These rows with their measures, the best hour first unless they have an order of their own."""
    ordered = rows if is_sorted else sorted(rows, key=lambda row: -(row.measures.per_table_hour or 0))
    name = Column[YieldRow](first, Kind.TEXT, lambda row: row.title, lambda row: row.link)
    total = YieldRow(_("Total"), whole) if rows else None
    return Section(title, (name, *MEASURES), tuple(ordered), total, empty=NOTHING)


def _grouped(now: Mapping[int, Measures], group: Callable[[int], str]) -> list[YieldRow]:
    return [YieldRow(name or "–", one) for name, one in by_group(now, group).items()]


def _rules(table: Table) -> str:
    opening = Openings(table).last()
    return resolve(opening.reglamento).title if opening else ""


def _pit(table: Table) -> str:
    return table.pit.name if table.pit else ""


def _summed(found: Iterable[tuple[int, Measures]]) -> dict[int, Measures]:
    sums: defaultdict[int, Measures] = defaultdict(Measures)
    for key, one in found:
        sums[key] += one
    return dict(sums)


def _rounded(number: float | None) -> int | None:
    return None if number is None else round(number)
