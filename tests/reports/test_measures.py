"""The figures of a director, against a night that is reckoned by hand and against the other reports."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from casino.common import clock
from casino.common.clock import hour_of
from casino.common.clock.periods import PeriodParts
from casino.common.sql import Batch
from ledger.models import HourlyTotal
from tables.door.service import create_table, execute, read
from tables.models import Pass, PhaseTime, Play, Player, Table, Turnover
from tables.record.projections.changes import Add, Insert
from tables.record.projections.database import write_changes
from tables.record.projections.rows import BetRow, PassRow, PassWithBets
from tables.record.projections.sums import PASSES
from tables.record.projections.theory import PlayFigures, odds_at, played_by
from tables.reports.period import Period
from tables.reports.period_reports import floor_report
from tables.reports.selectors import bankers, people
from tables.reports.selectors.measures import (
    Measures,
    by_group,
    course,
    measures_by_part,
    measures_of,
    together,
)
from tables.reports.selectors.occupancy import Seats, by_weekday
from tables.reports.selectors.open_time import Spell, spells
from tests.support import evening
from tests.support.house import JEFE

NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)  # a Friday
MESA = "mesa-1"
OPEN = {"command": "open_table", "reglamento": "spain", "minimum": 10, "maximum": 1000, "chip": 5}
CLOSE = {"command": "close_table", "reason": "the night is over"}


def at(hours: float) -> datetime:
    return NINE + timedelta(hours=hours)


def given(hours: float, command: dict[str, Any], slug: str = MESA) -> None:
    with clock.running_on(lambda: at(hours)):
        answer = execute(slug, command, JEFE)
    assert answer.error is None, answer.error


@pytest.fixture
def table(db: None) -> Table:
    return create_table(MESA, "Mesa 1")


@pytest.fixture
def late(table: Table) -> Iterator[Table]:
    """It is three in the morning."""
    with clock.running_on(lambda: at(6)):
        yield table


class TestOpenTime:
    def test_a_table_is_open_from_its_opening_to_its_closing(self, late: Table) -> None:
        given(0, OPEN)
        given(2, CLOSE)
        given(3, OPEN)
        assert [*spells(at(1), at(5))] == [Spell(late.pk, at(1), at(2)), Spell(late.pk, at(3), at(5))]

    def test_one_that_is_open_still_is_so_until_now(self, late: Table) -> None:
        given(0, OPEN)
        assert [*spells(at(1), at(48))] == [Spell(late.pk, at(1), at(6))]

    def test_a_closing_that_was_taken_back_is_none(self, late: Table) -> None:
        given(0, OPEN)
        given(2, CLOSE)
        given(2.1, {"command": "undo", "reason": "it was not to be closed"})
        assert [*spells(at(1), at(5))] == [Spell(late.pk, at(1), at(5))]
        given(4, CLOSE)
        assert [*spells(at(1), at(5))] == [Spell(late.pk, at(1), at(4))]

    def test_a_closed_table_is_not_open(self, late: Table) -> None:
        given(0, OPEN)
        given(0.5, CLOSE)
        assert [*spells(at(1), at(5))] == []


def moved(hour: float, source: str, target: str, purpose: str, amount: int) -> None:
    HourlyTotal.objects.create(
        book=f"table:{MESA}", hour=at(hour), source=source, target=target, purpose=purpose, amount=amount
    )


def test_a_night_by_hand(late: Table) -> None:
    """Open for four hours; 700 won, 100 paid, 400 of drop, 30 tipped; 40 passes; half of the seats taken."""
    given(0, OPEN)
    given(4, CLOSE)
    for hour, won, paid in ((0, 500, 100), (1, 200, 0)):
        moved(hour, "stakes", "tray", "punto_lost", won)
        if paid:
            moved(hour, "tray", "chips", "punto_won", paid)
    moved(1, "house", "drop", "buy_in", 400)
    moved(1, "chips", "tips", "tip", 30)
    nothing = dict.fromkeys(("stood", "won", "lost", "deducted"), 0)
    for line, number in ((PASSES["punto"], 30), (PASSES["tie"], 10)):
        Turnover.objects.create(table=late, hour=at(0), line=line, number=number, staked=0, **nothing)
    Turnover.objects.create(table=late, hour=at(0), line="punto", number=9, staked=900, **nothing)
    PhaseTime.objects.create(
        table=late, hour=at(1), phase="betting", number=1, lasted=1000, taken=7000, seats=14000
    )
    night = measures_of(at(0), at(5))[late.pk]
    assert night == Measures(40, 900, 600, 400, 0, 30, 4 * 3600, 7000, 14000)
    assert (night.hold, night.per_table_hour, night.passes_per_hour) == (1.5, 150, 10)
    assert (night.table_hours, night.occupancy) == (4, 0.5)
    parts = PeriodParts(at(0), at(5), (at(0), at(1)))
    assert [one.result for one in course(measures_by_part(parts), parts.begins)] == [400, 200]
    assert by_group({late.pk: night}, lambda _table: "Salón") == {"Salón": night}


def test_a_house_without_play_has_no_shares(db: None) -> None:
    nothing = together(measures_of(at(0), at(5)).values())
    assert nothing.is_empty
    assert [nothing.hold, nothing.per_table_hour, nothing.passes_per_hour, nothing.occupancy] == [None] * 4


def test_seats_by_the_weekday_of_the_casinos_day_and_the_hour_of_the_clock(
    late: Table, house_has: Any
) -> None:
    house_has(time_zone="Europe/Madrid", day_begins=8)
    for hour, taken in ((0, 4), (5, 12)):  # 22:00 on Friday, and 03:00 of the same casino's day
        PhaseTime.objects.create(
            table=late, hour=at(hour), phase="betting", number=1, lasted=1, taken=taken, seats=14
        )
    assert by_weekday(at(0), at(6)) == {(4, 22): Seats(4, 14), (4, 3): Seats(12, 14)}


def played(table: Table, number: int, result: str, hours: float, *bets: tuple[str, str, int, int]) -> None:
    """A pass that was paid by the newest record. `bets`: player, chance, stake, win."""
    row = PassRow(1, result=result, paid=table.record.count() + 1, paid_at=at(hours))
    rows = {(player, chance): BetRow(amount, win, 0) for player, chance, amount, win in bets}
    plays = played_by([PassWithBets(row, rows)], odds_at(read(table.slug)[1]), at(hours))
    batch = Batch()
    inserted = [Insert((number,), row), *(Insert((number, *key), bet) for key, bet in rows.items())]
    sums = [Add((hour_of(at(hours)), player), one) for player, one in plays.items()]
    write_changes(batch, table.pk, [*inserted, *sums])
    batch.run()


class TestGuests:
    def test_of_two_nights_at_two_tables(self, late: Table, house_has: Any) -> None:
        house_has(time_zone="UTC", day_begins=8)
        other = create_table("mesa-2", "Mesa 2")
        given(0, OPEN)
        given(0, OPEN, "mesa-2")
        played(late, 1, "punto", 0, ("ana", "punto", 100, 100), ("bea", "banca", 50, -50))
        played(late, 2, "banca", 1, ("ana", "punto", 300, -300))
        played(other, 1, "tie", 2, ("ana", "punto", 200, 0))
        played(other, 2, "punto", 24, ("ana", "punto", 200, 200))
        first, second = people.guests(at(0), at(30))
        assert (first.player, first.bets, first.staked, first.result) == ("ana", 4, 800, 0)
        assert (second.player, second.staked, second.result) == ("bea", 50, -50)
        came = people.visits(["ana", "bea"], at(0), at(30))
        assert (first.average_bet, came["ana"].played, came["ana"].nights) == (200, 3600, 2)
        assert (came["ana"].table, came["bea"].table, came["bea"].played) == (other.pk, late.pk, 0)
        edge = first.expected / 800
        assert Fraction(12, 1000) < edge < Fraction(13, 1000)  # punto's, 1.24 %

    def test_a_night_in_which_the_clocks_are_set_is_one_visit(self, late: Table, house_has: Any) -> None:
        house_has(time_zone="Europe/Madrid", day_begins=8)
        spring = datetime(2026, 3, 29, tzinfo=UTC)  # at 01:00 it becomes 03:00
        for hour in (-1, 4):
            moment = spring + timedelta(hours=hour)
            sums = PlayFigures(1, 10, 0, 0, 0, moment, moment)
            Play.objects.create(table=late, hour=moment, player="ana", **sums._asdict())
        came = people.visits(["ana"], spring - timedelta(days=2), spring + timedelta(days=2))["ana"]
        assert (came.nights, came.played) == (1, 5 * 3600)

    def test_nobody_came(self, db: None) -> None:
        assert people.guests(at(0), at(30)) == []


class TestBankers:
    def test_a_bank_is_a_run_of_passes_with_one_banker(self, late: Table) -> None:
        given(0, OPEN)
        Player.objects.create(table=late, player="ana", name="Ana Paz")
        for number, (holder, win, kept) in enumerate(
            [("ana", 100, 5), ("ana", -80, 0), ("bea", 60, 3), ("ana", 40, 2), ("", 10, 0)], 1
        ):
            played(late, number, "banca", 1)
            Pass.objects.filter(number=number).update(
                bank_holder=holder, bank_stake=100, bank_win=win, bank_deduction=kept
            )
        found = bankers.banks(at(0), at(5), 200)
        assert sorted((one.banker, one.passes, one.won, one.kept) for one in found.newest) == [
            ("ana", 1, 40, 2),
            ("ana", 2, 20, 5),
            ("bea", 1, 60, 3),
        ]
        assert (found.number, found.kept) == (3, 10)
        ana, bea = found.bankers
        assert (ana.banker, ana.banks, ana.passes, ana.kept, ana.longest, ana.per_bank) == (
            "ana",
            2,
            3,
            7,
            2,
            4,
        )
        assert (bea.banks, bea.kept) == (1, 3)
        first = bankers.banks(at(0), at(5), 1)
        assert (len(first.newest), first.bankers, first.number, first.kept) == (1, (ana,), 3, 10)
        assert bankers.names_of({"ana", "bea"}) == {"ana": "Ana Paz"}


class TestAnEvening:
    """Three tables, with undone passes, suites, associates and the house's own bank."""

    @pytest.fixture(scope="class")
    @staticmethod
    def period(django_db_setup: None, django_db_blocker: Any) -> Iterator[Period]:
        from django.db import transaction

        with django_db_blocker.unblock(), transaction.atomic():
            evening.play(3, 12)
            yield Period(evening.BEGIN.replace(minute=0), evening.BEGIN.replace(minute=0) + timedelta(days=4))
            transaction.set_rollback(True)

    def test_the_measures_are_those_of_the_report_of_the_floor(self, period: Period) -> None:
        found = together(measures_of(*period.ends).values())
        with translation.override("en"):
            told = {str(figure.label): figure.value for figure in floor_report(period).key_figures}
        assert told["Passes"] == found.passes > 20
        assert (told["Turnover"], told["House's result"]) == (found.turnover, found.result)
        assert (told["Drop"], told["Hold"]) == (found.drop, found.hold)

    def test_seats_are_counted_with_the_phases(self, period: Period) -> None:
        found = together(measures_of(*period.ends).values())
        assert found.occupancy and 0.1 < found.occupancy < 0.6  # four or five of ten to fourteen
