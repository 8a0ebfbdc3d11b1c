"""Every report adds up to the ledger: each figure is reckoned again from entries, events and slips."""

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from django.utils.translation import gettext

from casino.common.clock import hour_of
from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.labels.money import KINDS
from tables.models import Pass, Table, Turnover
from tables.projections.database import stored
from tables.projections.turnover import Figures
from tables.reports.paper import Grid, Plot
from tables.reports.period import Period, floor_summary, table_period
from tables.reports.window import passes_of
from tables.rules.reglamentos import REGLAMENTOS
from tables.service import book_of
from tests import evening
from tests.reading import (
    CHANCES,
    HOUR,
    Night,
    Sheet,
    a_night,
    by_title,
    check_chances,
    check_deductions,
    check_of_period,
    check_results,
    exchanged,
    fact,
    grid,
    hours,
    values,
)
from tests.reckoning import (
    BOXES,
    STAKED,
    Happened,
    Part,
    by_hour,
    figures,
    happened,
    houses_bank,
    on,
    passes,
    results,
    suites,
)
from tests.reckoning import differences as differences_of

pytestmark = pytest.mark.django_db
SEEDS, PASSES = (3, 9), 9
HOUSE = ("tray", "cagnotte")


@pytest.fixture(scope="module", params=SEEDS)
def night(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(request.param, PASSES, django_db_blocker) as played:
        yield played


# The night itself: without these the promises below would promise less


def test_the_evenings_have_everything_in_them(night: Night) -> None:
    had = sum((one.happened for one in night.evenings), Counter())
    wanted = {"void_pass", "suite", "house_takes_suite", "banco", "associate"}
    wanted |= {"opening", "closing", "count", "fill on the way", "credit", "buy_in", "cash_out", "tip"}
    wanted |= {"tips_out", "cagnotte_out", "drop_out", "void credit", "void count", "void tip"}
    assert wanted <= had.keys(), wanted - had.keys()
    assert [len(night.of(table)) for table in night.tables] == [2, 2, 2]
    events = [made for table in night.tables for made in happened(table.slug)]
    paid_at = {id(made.event): hour_of(made.at) for made in events if made.sign > 0}
    late = [made for made in events if made.sign < 0 and hour_of(made.at) > paid_at[id(made.event)]]
    assert any(made.event["type"] == "pass_settled" for made in late)
    assert differences_of(Slip.objects.all())


# The sheet of a shift


def test_passes_and_ledger_come_to_the_same(night: Night) -> None:
    for sheet in night.sheets:
        proof = grid(sheet.paper, "Passes and ledger")
        assert [row[3].value for row in proof.rows] == [0] * len(proof.rows)
        assert not proof.abnormal
        _, by_passes, by_ledger, difference = values(proof.total)
        assert difference == 0
        assert by_passes == by_ledger == sum(row[2].value for row in proof.rows) == sheet.part.result()


def test_the_houses_result_is_what_the_game_left_in_tray_and_cagnotte(night: Night) -> None:
    """With its own bank, which it only puts from the tray on the cloth."""
    for sheet in night.sheets:
        left = sheet.part.game(*HOUSE) + put_up(sheet)
        assert fact(sheet.paper, "House's result") == left == sheet.part.result()
    assert any(sheet.part.result() for sheet in night.sheets)


def put_up(sheet: Sheet) -> int:
    """By how much more the house's own bank lies on the cloth after a shift than before it."""
    before, after = sheet.part.first_record, sheet.part.last_record
    return houses_bank(sheet.table.slug, after) - houses_bank(sheet.table.slug, before)


def test_each_chance_is_the_sum_of_its_settlements(night: Night) -> None:
    for sheet in night.sheets:
        check_chances(sheet.paper, figures(sheet.part.events()))


def test_each_result_is_counted(night: Night) -> None:
    for sheet in night.sheets:
        check_results(sheet.paper, figures(sheet.part.events()))
        standing = passes(sheet.part.events())
        assert fact(sheet.paper, "Passes") == len(standing) > 0
        rows = Pass.objects.filter(table=sheet.table).exclude(result="")
        assert set(standing) == set(passes_of(sheet.table, sheet.shift).values_list("number", flat=True))
        assert set(standing) <= set(rows.values_list("number", flat=True))


def test_deductions_are_those_of_the_settlements_and_of_the_suites(night: Night) -> None:
    for sheet in night.sheets:
        check_deductions(sheet.paper, figures(sheet.part.events()), suites(sheet.part.events()))
        _, _, whole = values(grid(sheet.paper, "Deductions by article").total)
        assert whole == sheet.part.game("cagnotte")
    assert any(suites(sheet.part.events()) for sheet in night.sheets)


def test_the_tray_goes_from_count_to_count(night: Night) -> None:
    for sheet in night.sheets:
        shown = by_title(grid(sheet.paper, "Tray"))
        moved = [leg for leg in sheet.part.legs() if leg.account == "tray"]
        before = sum(leg.amount for leg in part_before(sheet) if leg.account == "tray")
        closing = getattr(sheet.shift, "closing", None)
        off = closing.slip.amount - closing.slip.expected if closing else 0
        expected = before + sum(leg.amount for leg in moved) - off
        assert shown[gettext("Expected")] == [expected]
        own_bank = shown.get(gettext("The house's bank put up and taken back"), [0])
        assert own_bank == [-put_up(sheet)]
        won = shown[gettext("Paid and won at the game")]
        assert won == [sheet.part.result() - sheet.part.game("cagnotte")]
        assert won[0] + own_bank[0] == sheet.part.game("tray")
        for kind, sign in {"fill": 1, "credit": -1, "buy_in": -1, "cash_out": 1}.items():
            assert shown[str(KINDS[kind])] == [sign * exchanged(sheet.shift, kind)]
        if closing:
            assert closing.slip.expected == expected
            assert shown[gettext("Counted")] == [closing.slip.amount]
            assert shown[gettext("Difference")] == [off] == [fact(sheet.paper, "Difference at closing")]
        else:
            assert selectors.balances(sheet.shift.book)["tray"] == expected


def part_before(sheet: Sheet) -> list[Any]:
    return Part(sheet.table.slug, last=sheet.part.first).legs()


def test_the_boxes_end_with_what_lies_in_them(night: Night) -> None:
    for sheet in night.sheets:
        shown = [values(row)[1:] for row in grid(sheet.paper, "Boxes").rows]
        closing = getattr(sheet.shift, "closing", None)
        held = closing.balances if closing else selectors.balances(sheet.shift.book)
        assert [row[-1] for row in shown] == [held.get(box, 0) for box in BOXES]
        for box, (begin, came, out, off, end) in zip(BOXES, shown, strict=True):
            before = sum(leg.amount for leg in part_before(sheet) if leg.account == box)
            moved = sum(leg.amount for leg in sheet.part.legs() if leg.account == box)
            emptied = exchanged(sheet.shift, f"{box}_out")
            counts = [slip for slip in selectors.slips_of(sheet.shift) if slip.kind == f"{box}_out"]
            found = sum(differences_of(counts).values())
            assert (begin, out, off, end) == (before, -emptied, found, before + moved)
            assert came == end - begin - out - off >= 0


def test_two_shifts_together_are_everything(night: Night) -> None:
    for table in night.tables:
        first, second = night.of(table)
        whole = replace(first.part, last=second.part.last, last_record=second.part.last_record)
        results = [fact(sheet.paper, "House's result") for sheet in (first, second)]
        assert sum(results) == whole.result()
        assert len(passes(first.part.events())) + len(passes(second.part.events())) == len(
            passes(whole.events())
        )
        turnover = [fact(sheet.paper, "Turnover") for sheet in (first, second)]
        assert sum(turnover) == on(figures(whole.events()), *CHANCES)[STAKED]
        ended = by_title(grid(first.paper, "Tray"))[gettext("Counted")]
        assert by_title(grid(second.paper, "Tray"))[gettext("At the beginning")] == ended
        boxes = [by_title(grid(sheet.paper, "Boxes")) for sheet in (first, second)]
        for name in boxes[0]:
            assert boxes[1][name][0] == boxes[0][name][-1]


def test_the_plot_of_a_shift_ends_at_its_result(night: Night) -> None:
    for sheet in night.sheets:
        [plot] = sheet.paper.plots
        check_plot(plot, sheet.part.everything(), sheet.part.events())
        assert plot.line[-1] == sheet.part.result()
        assert sum(plot.bars) == fact(sheet.paper, "Turnover")


def check_plot(plot: Plot, events: list[Happened], played: list[Happened]) -> None:
    """A bar and a point for each hour in which there is something to tell, and none that tells anything else."""
    won = by_hour(results(events))
    turnover = by_hour((made.at, on(figures([made]), *CHANCES)[STAKED]) for made in played)
    wanted = [
        (f"{timezone.localtime(hour):%H:%M}", turnover.get(hour, 0), won.get(hour, 0))
        for hour in sorted(won.keys() | turnover.keys())
    ]
    steps = (after - before for before, after in pairwise((0, *plot.line)))
    shown = zip(plot.labels, plot.bars, steps, strict=True)
    assert [point for point in shown if any(point[1:])] == [point for point in wanted if any(point[1:])]


def test_a_sheet_names_the_reglamento_that_was_played(night: Night) -> None:
    for sheet in night.sheets:
        slug, _ = evening.TABLES[sheet.table.slug]
        assert fact(sheet.paper, "Reglamento") == REGLAMENTOS[slug].title


# A table, or the floor, over a period


def test_the_floor_is_the_sum_of_all_sheets(night: Night) -> None:
    """And of what was played at a table before its first count."""
    paper = floor_summary(night.period)
    parts = [night.of(table)[0].part for table in night.tables]
    before = [Part(part.slug, last=part.first, last_record=part.first_record) for part in parts]
    beside = {
        "Passes": sum(len(passes(part.events())) for part in before),
        "Turnover": sum(on(figures(part.events()), *CHANCES)[STAKED] for part in before),
        "House's result": sum(part.result() for part in before),
        "Drop": 0,
    }
    assert beside["Passes"] == 1
    for label, more in beside.items():
        assert fact(paper, label) == sum(fact(sheet.paper, label) for sheet in night.sheets) + more
    rows = by_title(grid(paper, "Tables"))
    for table in night.tables:
        assert rows[table.name] == of_the_table(night, table)
    totals = [sum(row[n] or 0 for row in rows.values()) for n in range(10)]
    whole = values(grid(paper, "Tables").total)[1:]
    assert whole[:5] + whole[6:] == totals[:5] + totals[6:]
    assert totals[4] > 0
    assert whole[5] == totals[2] / totals[4]
    assert fact(paper, "Hold") == whole[5]


def of_the_table(night: Night, table: Table) -> list[Any]:
    """A line of the floor's summary."""
    part, shifts = Part(table.slug), [sheet.shift for sheet in night.of(table)]
    reckoned = figures(part.events())
    drop, fills, credits, tips = (
        sum(exchanged(shift, kind) for shift in shifts) for kind in ("buy_in", "fill", "credit", "tip")
    )
    off = differences_of(Slip.objects.filter(book=book_of(table.slug)))
    won = part.result()
    return [
        *(len(passes(part.events())), on(reckoned, *CHANCES)[STAKED], won, part.game("cagnotte"), drop),
        *(won / drop if drop else None, fills, credits, tips, sum(off.values())),
    ]


def test_a_table_over_the_night_is_all_that_stands(night: Night) -> None:
    for table in night.tables:
        paper, part = table_period(table, night.period), Part(table.slug)
        check_of_period(paper, figures(part.events()), suites(part.events()), part.result())
        check_plot(paper.plots[0], happened(table.slug), happened(table.slug))


def test_an_hour_is_what_was_paid_and_undone_in_it(night: Night) -> None:
    for table in night.tables:
        events = happened(table.slug)
        for hour in hours(night):
            here = [made for made in events if hour_of(made.at) == hour]
            won = sum(amount for _at, amount in results(here))
            paper = table_period(table, Period(hour, hour + HOUR))
            check_of_period(paper, figures(here), suites(here), won)


def test_the_hours_of_the_floor_add_up(night: Night) -> None:
    shown = grid(floor_summary(night.period), "Results by the hour")
    rows = [values(row) for row in shown.rows]
    assert values(shown.total)[1:] == [sum(column) for column in list(zip(*rows, strict=True))[1:]]
    of_tables, turnover = [], []
    for table in night.tables:
        of_tables.append(by_hour(results(happened(table.slug))))
        paid = [(made.at, on(figures([made]), *CHANCES)[STAKED]) for made in happened(table.slug)]
        turnover.append(by_hour(paid))
    for hour in hours(night):
        won = [found.get(hour, 0) for found in of_tables]
        staked = sum(found.get(hour, 0) for found in turnover)
        label = f"{timezone.localtime(hour):%Y-%m-%d %H:%M}"
        here = [row[1:] for row in rows if row[0] == label]
        assert here == [[staked, *won, sum(won)]] or (not here and not any([staked, *won]))


def test_the_plot_of_the_floor_ends_at_its_result(night: Night) -> None:
    paper = floor_summary(night.period)
    [plot] = paper.plots
    assert plot.line[-1] == fact(paper, "House's result") == sum(Part(t.slug).result() for t in night.tables)
    assert sum(plot.bars) == fact(paper, "Turnover")


def test_a_longer_period_is_the_same_by_days(night: Night) -> None:
    long = Period(night.period.since - 40 * HOUR, night.period.until + 40 * HOUR)
    for table in night.tables:
        part = Part(table.slug)
        paper = table_period(table, long)
        check_of_period(paper, figures(part.events()), suites(part.events()), part.result())
        check_days(grid(paper, "Results by the day"), happened(table.slug))
    assert floor_summary(long).facts[2:] == floor_summary(night.period).facts[2:]


def check_days(shown: Grid, events: list[Happened]) -> None:
    """A casino's day ends in the morning."""
    staked: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for made in events:
        staked[day(made.at)] += on(figures([made]), *CHANCES)[STAKED]
    for at, amount in results(events):
        won[day(at)] += amount
    found = {str(title): rest for title, *rest in map(values, shown.rows)}
    wanted = {label: [staked[label], won[label]] for label in staked}
    nothing = [0, 0]
    assert all(found.get(label, nothing) == wanted.get(label, nothing) for label in found | wanted)
    assert len(found) > 1


def day(moment: datetime) -> str:
    return f"{timezone.localtime(moment) - settings.DAY_BEGINS * HOUR:%Y-%m-%d}"


# The rows that reports over months are made of


def test_the_sums_of_the_hours_are_rebuilt_from_the_record(night: Night) -> None:
    for table in night.tables:
        before = stored(table).by_kind[Figures]
        assert any(any(sums.values()) for sums in before.values())
        Turnover.objects.filter(table=table).delete()
        call_command("replay", table.slug, "--rows", stdout=io.StringIO())
        assert stored(table).by_kind[Figures] == before


def test_the_audit_holds(night: Night) -> None:
    call_command("audit", stdout=io.StringIO())
