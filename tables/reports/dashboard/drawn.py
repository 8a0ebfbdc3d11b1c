"""The charts of the director's page as its template draws them, with every figure written for the reader."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.urls import reverse
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format, number_format
from django.utils.http import urlencode

from casino.common import clock
from casino.common.clock import moments
from casino.common.wording import percent
from casino.common.wording import text as gettext
from tables.reports.dashboard.board import Place
from tables.reports.dashboard.courses import COLUMN, Heat, Holds, SoFar, weeks_of
from tables.reports.period import Period, Unit
from tables.reports.renderers import charts
from tables.reports.renderers.charts import Bar, Box, Lines, Spark
from tables.reports.renderers.formatting import MINUS, compact, for_reader
from tables.reports.report import Kind

COURSE = Box(56, 14, 944, 208)  # of an SVG 958 × 236
HOLD = Box(44, 10, 440, 150)  # of an SVG 460 × 176
ROW, ROOM, NAMES = 23.6, 62.0, 150.0  # of the bars from zero, in an SVG 460 wide
CELL = (43.0, 21.0, 36.0, 22.0)  # of the heat map: width and height of a cell, left and top
FEWEST_COLUMNS = 9
MOST_LABELS = 9


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a place of an axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Course:
    """The result so far. `band`: the points of its area; `rows`: moment and figures, for whom the chart is no use;
    `data`: what the browser draws it from."""

    lines: Lines
    band: str
    levels: list[Label]
    labels: list[Label]
    last: str
    rows: list[tuple[str, ...]]
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Extreme:
    """A table with its bar."""

    place: Place
    bar: Bar
    middle: float
    words: str


@dataclass(frozen=True, slots=True)
class Extremes:
    """The bars from the zero line; `height`: of the SVG."""

    zero: float
    height: float
    rows: list[Extreme]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the heat map. `colour`: 0 to 5; None without play."""

    x: float
    y: float
    text: str
    colour: int | None
    words: str

    @property
    def is_dark(self) -> bool:
        """Whether its text is written in the colour of the ground."""
        return self.colour is not None and self.colour >= charts.DARK


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A weekday. `y`: of its name; `link`: its hours."""

    name: str
    y: float
    cells: list[Cell]
    link: str


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Occupancy by weekday and hour."""

    columns: list[Label]
    rows: list[HeatRow]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class HoldByMonth:
    """Two courses of twelve months."""

    lines: Lines
    levels: list[Label]
    labels: list[Label]
    rows: list[tuple[str, str, str]]


def spark(values: Iterable[float | None]) -> Spark | None:
    """A course in a row."""
    return charts.spark(list(values))


def course(found: SoFar, unit: Unit, names: tuple[str, str]) -> Course:
    """The result so far. `names`: of the period, and of the one before."""
    series = (found.now, found.before, found.expected, found.low, found.high)
    drawn = charts.lines([*series], COURSE, found.places)
    largest = round(max((abs(tick.value) for tick in drawn.ticks), default=0))
    passed = sum(one is not None for one in found.now)
    last = f"{_moment(found.moments[passed - 1], unit)} · {for_reader(found.now[passed - 1], Kind.SIGNED)}"
    rows = [
        (_moment(moment, unit), *(for_reader(one, Kind.SIGNED) for one in figures))
        for moment, *figures in zip(found.moments, *series, strict=True)
    ]
    return Course(
        drawn,
        charts.band(found.low, found.high, drawn, COURSE),
        [Label(tick.at, compact(round(tick.value), largest)) for tick in drawn.ticks],
        _labels(drawn.places, [_tick(moment, unit) for moment in found.moments]),
        last if passed else "",
        rows,
        {
            "names": names,
            "moments": [int(moment.timestamp()) for moment in found.moments],
            "series": series,
            "words": rows,
            "levels": [(round(tick.value), compact(round(tick.value), largest)) for tick in drawn.ticks],
            "labels": [_tick(moment, unit) for moment in found.moments],
        },
    )


def extremes(places: Sequence[Place]) -> Extremes | None:
    """Who won and who lost; None for nobody."""
    if not places:
        return None
    zero, bars = charts.bars([place.now.result for place in places], NAMES, 456, ROW, ROOM)
    rows = [
        Extreme(place, bar, bar.y + ROW / 2, for_reader(place.now.result, Kind.SIGNED))
        for place, bar in zip(places, bars, strict=True)
    ]
    return Extremes(zero, ROW * len(rows) + 4, rows)


def heat_map(found: Heat, period: Period) -> HeatMap:
    """Occupancy by weekday and hour of the weeks that end with the period."""
    width, height, left, top = CELL
    query = weeks_of(period).query
    rows = []
    for weekday, cells in enumerate(found.rows):
        y = top + weekday * (height + 2)
        name = str(WEEKDAYS_ABBR[weekday]).rstrip(".")
        link = f"{reverse('report-hours')}?{urlencode({**query, 'weekday': str(weekday)})}"
        drawn = [
            _cell(left + number * (width + 2), y, seats.share, f"{name} {_span(hour)}")
            for number, (hour, seats) in enumerate(zip(found.hours, cells, strict=True))
        ]
        rows.append(HeatRow(name, y + height / 2 + 4, drawn, link))
    columns = [
        Label(left + number * (width + 2) + width / 2, f"{hour:02}")
        for number, hour in enumerate(found.hours)
    ]
    drawn_columns = max(len(columns), FEWEST_COLUMNS)  # so that a few are not stretched
    return HeatMap(columns, rows, left + drawn_columns * (width + 2), top + 7 * (height + 2))


def hold_by_month(found: Holds) -> HoldByMonth:
    """The hold of twelve months beside that of the twelve before."""
    drawn = charts.lines([found.now, found.before], HOLD)
    names = (date_format(clock.local(begin), "M").rstrip(".") for begin in found.months)
    months = [moments.within_a_line(name) for name in names]
    return HoldByMonth(
        drawn,
        [Label(tick.at, _percent(tick.value)) for tick in drawn.ticks],
        [Label(x, text) for x, text in zip(drawn.places, months, strict=True)],
        [
            (text, for_reader(now, Kind.SHARE), for_reader(before, Kind.SHARE))
            for text, now, before in zip(months, found.now, found.before, strict=True)
        ],
    )


def _cell(x: float, y: float, share: float | None, name: str) -> Cell:
    if share is None:
        return Cell(x, y, "", None, gettext("%(place)s: nothing was played") % {"place": name})
    words = f"{name}: {for_reader(share, Kind.SHARE)}"
    return Cell(x, y, str(round(100 * share)), charts.ramp(share), words)


def _span(hour: int) -> str:
    return f"{hour:02}–{(hour + COLUMN) % 24:02}"


def _labels(places: Sequence[float], texts: Sequence[str]) -> list[Label]:
    every = max(1, -(-len(texts) // MOST_LABELS))
    return [Label(x, text) for x, text in [*zip(places, texts, strict=True)][::every]]


def _moment(moment: datetime, unit: Unit) -> str:
    form = "H:i" if unit is Unit.HOUR else "SHORT_DAY"
    return date_format(clock.local(moment), form)


def _tick(moment: datetime, unit: Unit) -> str:
    return date_format(clock.local(moment), "H" if unit is Unit.HOUR else "SHORT_DAY")


def _percent(share: float) -> str:
    number = Decimal(str(round(100 * share, 2))).normalize()
    sign = MINUS if number < 0 else ""
    return percent(f"{sign}{number_format(format(abs(number), 'f'), use_l10n=True)}")
