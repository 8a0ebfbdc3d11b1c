"""The figures of the pit since the day began: drop, hold, passes an hour against the house's target, time per phase.

They come from the hourly totals and the read models, for all tables together, and no record is read for them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count
from django.urls import reverse

from casino.common import clock
from ledger import totals
from ledger.cage.purposes import Purpose
from tables.facts.phase_pace import of_floor
from tables.models import Pass, Seat, Table
from tables.screen import TableView
from tables.screens.parts import Part

HOUR = timedelta(hours=1)
LITTLE = 0.75  # of the target: fewer passes in an hour are few


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one table, or of several. `drop`: the money for chips sold; `won`: by the house; `passes`: paid in the last
    hour; `target`: what the house wants of them, None where there is none; `since`: when the phase began."""

    name: str
    slug: str
    open: bool
    phase: str
    since: datetime | None
    seated: int
    drop: int
    won: int
    passes: int
    target: int | None

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
    """Of all tables. `open`: so many of `tables` are; the others as in `Figures`."""

    tables: int
    open: int
    seated: int
    drop: int
    won: int
    passes: int
    target: int | None
    hold: float | None


def parts(view: TableView) -> Iterator[Part]:
    """The bar with the sums, and a line for each table."""
    lines = read()
    yield Part("floor-totals", "floor/totals.html", {"totals": together(lines)})
    pace = of_floor({one.slug: one.name for one in lines})
    yield Part("floor-figures", "floor/figures.html", {"lines": lines, "pace": pace, "of_floor": True})


def read() -> list[Figures]:
    """Of each table that is not retired, in the order of the floor."""
    now = clock.now()
    tables = sorted(Table.objects.filter(retired=None).defer("state"), key=lambda table: table.place)
    money = totals.of_hours(clock.day_of(now), now + HOUR)
    paid = _counted(Pass.objects.filter(paid_at__gt=now - HOUR).exclude(result=""), tables)
    seated = _counted(Seat.objects.exclude(player=None), tables)
    return [_figures(table, money.get(table.book, {}), paid, seated) for table in tables]


def together(lines: Sequence[Figures]) -> Totals:
    """The sums of all tables."""
    drop, won = sum(one.drop for one in lines), sum(one.won for one in lines)
    targets = [one.target for one in lines if one.target is not None]
    return Totals(
        tables=len(lines),
        open=sum(1 for one in lines if one.open),
        seated=sum(one.seated for one in lines),
        drop=drop,
        won=won,
        passes=sum(one.passes for one in lines),
        target=sum(targets) if targets else None,
        hold=100 * won / drop if drop else None,
    )


def _figures(table: Table, money: totals.Lines, paid: dict[Any, int], seated: dict[Any, int]) -> Figures:
    target = settings.PASSES_PER_HOUR
    return Figures(
        table.name,
        table.slug,
        table.open,
        table.phase,
        table.since,
        seated.get(table.pk, 0),
        money["drop"][Purpose.BUY_IN] if "drop" in money else 0,
        totals.result_of(money),
        paid.get(table.pk, 0),
        target if table.open and target else None,
    )


def _counted(rows: Any, tables: Sequence[Table]) -> dict[Any, int]:
    """Primary key of the table → how many of these rows it has."""
    of_these = rows.filter(table__in=[table.pk for table in tables])
    return dict(of_these.values_list("table").annotate(number=Count("pk")).order_by())
