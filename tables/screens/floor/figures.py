"""The figures of the floor since the day began, of each table, of each pit and of the whole house: drop, win, hold,
passes an hour against the house's target, time per phase.

They come from the hourly totals, the read models and the states of the tables; no record is read for them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count
from django.urls import reverse

from casino.common import clock
from casino.common.house import house
from casino.common.json_input import Json
from ledger import totals
from ledger.cage.accounts import Purpose
from tables.engine import State
from tables.engine.state import Bank, Limits
from tables.models import Pass, Table
from tables.record.stored import current_all
from tables.screens.floor.sparkline import Sparkline, sparkline
from tables.screens.fragments import Part
from tables.view.facts.phase_pace import of_floor
from tables.view.labels.game import reglamento_title
from tables.view.pits import TablesOfPit, by_pit, layout
from tables.view.screen import TableView

HOUR, WEEK = timedelta(hours=1), timedelta(days=7)
LITTLE = 0.75  # of the target: fewer passes in an hour are few
Money = Mapping[str, totals.Lines]


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one table. `drop`: the money for chips sold; `won`: by the house; `passes`: paid in the last hour; `target`:
    what the house wants of them, None where there is none; `since`: when the phase began; `seated` of so many `seats`;
    `course`: how `won` came about, None before the first payment."""

    name: str
    slug: str
    reglamento: str
    open: bool
    suspended: bool
    phase: str
    since: datetime | None
    seated: int
    seats: int
    bank: Bank | None
    limits: Limits
    drop: int
    won: int
    passes: int
    target: int | None
    course: Sparkline | None

    @property
    def hold(self) -> float | None:
        """The result as a part of the drop, in percent; None where nothing was sold."""
        return 100 * self.won / self.drop if self.drop else None

    @property
    def are_few(self) -> bool:
        """Whether clearly fewer passes were played than the house wants."""
        return self.target is not None and self.passes < LITTLE * self.target

    @property
    def page(self) -> str:
        """The address of its table."""
        return reverse("table", args=[self.slug])


@dataclass(frozen=True, slots=True)
class Totals:
    """Of several tables. `open`: so many of `tables` are; `full`: the part of the seats at open tables that is taken,
    in percent; `target`: None where tables without one, as they have closed, were played too; the others as in
    `Figures`."""

    tables: int
    open: int
    seated: int
    full: float | None
    drop: int
    won: int
    passes: int
    target: int | None
    hold: float | None


@dataclass(frozen=True, slots=True)
class PitFigures:
    """Of one pit. `reglamentos`: the titles of those that its open tables play."""

    pit: TablesOfPit
    totals: Totals
    reglamentos: Sequence[str]


def parts(_view: TableView) -> tuple[Json, list[Part]]:
    """The strip of sums, the head of each pit, and the list of all tables."""
    tables = current_all()
    lines = read(tables)
    pits = by_pit(table for table, _state in tables)
    before = _a_week_ago()
    shown = {
        "totals": together(lines),
        "before": before,
        "lines": lines,
        "pace": of_floor({one.slug: one.name for one in lines}),
        "of_floor": True,
        "layout": layout(pits),
    }
    heads = [
        Part(f"pit-{found.pit.number}", "floor/pit.html", {"found": found})
        for found in _of_pits(pits, lines)
        if found.pit.name
    ]
    return shown, [
        Part("floor-totals", "floor/totals.html"),
        Part("floor-figures", "floor/figures.html"),
        *heads,
    ]


def read(tables: Iterable[tuple[Table, State]]) -> list[Figures]:
    """Of each of these tables, in the order of the floor."""
    now = clock.now()
    begin, found = clock.day_of(now), sorted(tables, key=lambda one: one[0].place)
    money = totals.of_hours(begin, now + HOUR)
    paid = _paid(found, now)
    courses: dict[str, dict[datetime, int]] = {}
    for (book, hour), result in totals.results_by_hour(begin, now + HOUR).items():
        courses.setdefault(book, {})[hour] = result
    return [
        _figures(
            table,
            state,
            money.get(table.book, {}),
            paid.get(table.pk, 0),
            sparkline(courses.get(table.book, {}), begin, now),
        )
        for table, state in found
    ]


def together(lines: Sequence[Figures]) -> Totals:
    """The sums of these tables."""
    drop, won = sum(one.drop for one in lines), sum(one.won for one in lines)
    targets = [one.target for one in lines if one.target is not None]
    seated, seats = sum(one.seated for one in lines), sum(one.seats for one in lines if one.open)
    return Totals(
        tables=len(lines),
        open=sum(1 for one in lines if one.open),
        seated=seated,
        full=100 * seated / seats if seats else None,
        drop=drop,
        won=won,
        passes=sum(one.passes for one in lines),
        target=sum(targets) if targets and all(one.target or not one.passes for one in lines) else None,
        hold=100 * won / drop if drop else None,
    )


def _of_pits(pits: Iterable[TablesOfPit], lines: Sequence[Figures]) -> list[PitFigures]:
    by_slug = {one.slug: one for one in lines}
    found = []
    for pit in pits:
        here = [by_slug[slug] for slug in pit.slugs]
        played = dict.fromkeys(reglamento_title(one.reglamento) for one in here if one.open)
        found.append(PitFigures(pit, together(here), list(played)))
    return found


@dataclass(frozen=True, slots=True)
class Before:
    """The same hours of the same weekday a week ago. `day`: when it began."""

    day: datetime
    drop: int
    won: int

    @staticmethod
    def change(now: int, before: int) -> int | None:
        """By how many percent it is more now; None where nothing was before."""
        return round(100 * (now - before) / abs(before)) if before else None


def _a_week_ago() -> Before:
    then = clock.now() - WEEK
    money = totals.of_hours(clock.day_of(then), then)
    won = sum(totals.result_of(lines) for lines in money.values())
    return Before(clock.day_of(then), sum(map(_sold, money.values())), won)


def _sold(money: totals.Lines) -> int:
    return money["drop"][Purpose.BUY_IN] if "drop" in money else 0


def _figures(
    table: Table, state: State, money: totals.Lines, passes: int, course: Sparkline | None
) -> Figures:
    target = house().passes_per_hour
    return Figures(
        name=table.name,
        slug=table.slug,
        reglamento=state.reglamento if state.open else "",
        open=state.open,
        suspended=state.suspended,
        phase=state.phase,
        since=table.since,
        seated=sum(1 for player in state.seats.values() if player),
        seats=len(state.seats),
        bank=state.bank,
        limits=state.limits,
        drop=_sold(money),
        won=totals.result_of(money),
        passes=passes,
        target=target if state.open and target else None,
        course=course,
    )


def _paid(tables: Iterable[tuple[Table, State]], now: datetime) -> dict[Any, int]:
    """Primary key of the table → the passes paid there in the last hour."""
    recent = Pass.objects.filter(paid_at__gt=now - HOUR, table__in=[table.pk for table, _state in tables])
    counted = recent.exclude(result="").values_list("table").annotate(number=Count("pk"))
    return dict(counted.order_by())
