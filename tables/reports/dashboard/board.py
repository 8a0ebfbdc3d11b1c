"""The figures of the director's page: of a period, beside those of the period before and of the last twelve days."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.urls import reverse
from django.utils.http import urlencode

from casino.common import clock
from casino.common.clock import DAY, begin_of, date_of
from casino.common.clock.periods import PeriodParts
from casino.common.wording import lazy_text as _
from tables.models import Table
from tables.reports.links import table_link
from tables.reports.period import Period
from tables.reports.report import KeyFigure, Kind, Text
from tables.reports.requested import Asked
from tables.reports.selectors.measures import (
    ByPart,
    Measures,
    course,
    measures_by_part,
    measures_of,
    together,
)
from tables.reports.selectors.spread import Theory, theory_by_table

DAYS = 12  # of a sparkline, up to the last of the period that has begun
WINNERS, LOSERS = 6, 4


@dataclass(frozen=True, slots=True)
class Indicator:
    """One figure at the head of the page, with the last days of it and a few words on what it is made of."""

    figure: KeyFigure
    days: tuple[float | None, ...]
    about: str = ""
    about_value: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the house: the floor, a pit or a table. `days`: its result on the last days; `there`: how many of its
    tables were open."""

    title: Text
    now: Measures
    before: Measures | None
    days: tuple[int, ...]
    tables: int = 1
    there: int = 1
    link: str = ""
    pit: str = ""

    @property
    def result(self) -> KeyFigure:
        """What the house won in it."""
        before = self.before.result if self.before else None
        return KeyFigure("", self.now.result, Kind.SIGNED, before=before)


@dataclass(frozen=True)
class Board:
    """Everything that the page shows, read when it is first asked for. `now`, `before`: table (its key) → measures."""

    asked: Asked
    tables: list[Table]
    now: Mapping[int, Measures]
    before: Mapping[int, Measures] | None
    days: tuple[datetime, ...]
    by_day: ByPart

    @property
    def period(self) -> Period:
        """The period that is shown."""
        return self.asked.period

    @property
    def query(self) -> str:
        """The period in an address."""
        return urlencode(self.period.query)

    @cached_property
    def whole(self) -> Measures:
        """The house in this period."""
        return together(self.now.values())

    @cached_property
    def whole_before(self) -> Measures | None:
        """The house in the period before; None without one, and where nothing happened in it."""
        found = together(self.before.values()) if self.before is not None else Measures()
        return None if found.is_empty else found

    @cached_property
    def theory(self) -> dict[int, Theory]:
        """Table (its key) → the theory of its passes."""
        return theory_by_table(*self.period.ends)

    def indicators(self) -> list[Indicator]:
        """The figures at the head of the page."""
        return [*_indicators(self)]

    def places(self) -> list[Place]:
        """The whole floor, then its pits, or its tables where it has no pits; who wins most first."""
        found = [*_places(self)]
        return [found[0], *sorted(found[1:], key=lambda place: -place.now.result)]

    def extremes(self) -> list[Place]:
        """The tables that won most, and those that lost most, from the best to the worst."""
        played = [place for place in self._tables() if place.now.passes or place.now.result]
        ranked = sorted(played, key=lambda place: -place.now.result)
        if len(ranked) <= WINNERS + LOSERS:
            return ranked
        return [*ranked[:WINNERS], *ranked[-LOSERS:]]

    def _tables(self) -> list[Place]:
        return [
            self.place_of(table.name, [table], table_link(table.slug, self.period.query))
            for table in self.tables
        ]

    def place_of(self, title: Text, tables: Sequence[Table], link: str = "") -> Place:
        """A part of the house with these tables."""
        keys = {table.pk for table in tables}
        own = {key: one for key, one in self.by_day.items() if key[0] in keys}
        return Place(
            title,
            together(self.now[key] for key in keys if key in self.now),
            _of(keys, self.before),
            tuple(one.result for one in course(own, self.days)),
            len(tables),
            sum(1 for key in keys if self.now.get(key, Measures()).open),
            link,
            tables[0].pit.name if len(tables) == 1 and tables[0].pit else "",
        )


def board_of(asked: Asked) -> Board:
    """The figures of the period that is asked for."""
    last = date_of(min(asked.period.until, clock.now()) - timedelta(microseconds=1))
    days = tuple(begin_of(last - DAY * number) for number in reversed(range(DAYS)))
    tables = Table.objects.select_related("pit").defer("state")
    return Board(
        asked,
        sorted(tables, key=lambda table: table.place),
        measures_of(*asked.period.ends),
        measures_of(*asked.before.ends) if asked.before else None,
        days,
        measures_by_part(PeriodParts(days[0], clock.next_day(days[-1]), days)),
    )


def _of(keys: Iterable[int], found: Mapping[int, Measures] | None) -> Measures | None:
    return together(found[key] for key in keys if key in found) if found is not None else None


def _indicators(board: Board) -> Iterator[Indicator]:
    now, before, days = board.whole, board.whole_before, course(board.by_day, board.days)
    floor = f"{reverse('report-floor')}?{board.query}"
    hours = f"{reverse('report-hours')}?{board.query}"
    tips = f"{reverse('report-tips')}?{board.query}"
    tables = f"{reverse('report-yield')}?{board.query}"

    def of(label: Text, name: str, kind: Kind, link: str) -> tuple[KeyFigure, tuple[float | None, ...]]:
        figure = KeyFigure(
            label, getattr(now, name), kind, link, before=getattr(before, name) if before else None
        )
        return figure, tuple(getattr(one, name) for one in days)

    yield Indicator(*of(_("The house won"), "result", Kind.SIGNED, floor))
    yield Indicator(*of(_("Drop"), "drop", Kind.MONEY, floor))
    yield Indicator(*of(_("Hold"), "hold", Kind.SHARE, floor))
    yield Indicator(
        *of(_("Win per table-hour"), "per_table_hour", Kind.SIGNED, tables), "table-hours", now.table_hours
    )
    yield Indicator(*of(_("Occupancy"), "occupancy", Kind.SHARE, hours))
    yield Indicator(*of(_("Tips"), "tips", Kind.MONEY, tips))


def _places(board: Board) -> Iterator[Place]:
    there = [table for table in board.tables if table.retired is None or table.pk in board.now]
    yield board.place_of(_("The whole floor"), there, f"{reverse('report-floor')}?{board.query}")
    if not any(table.pit for table in there):
        for table in there:
            yield board.place_of(table.name, [table], table_link(table.slug, board.period.query))
        return
    pits: defaultdict[int | None, list[Table]] = defaultdict(list)
    for table in there:
        pits[table.pit_id].append(table)
    for key, tables in pits.items():
        link = f"{reverse('report-yield')}?{urlencode({**board.period.query, 'pit': str(key or 0)})}"
        yield board.place_of(tables[0].pit.name if tables[0].pit else _("Without a pit"), tables, link)
