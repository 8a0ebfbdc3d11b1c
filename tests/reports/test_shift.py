"""The table sheet of a shift adds up to the ledger: each figure is reckoned again from entries, events and slips."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import gettext

from casino.common.clock import hour_of
from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.models import Pass
from tables.reports.selectors.scope import of_shift
from tables.rules.reglamentos import REGLAMENTOS
from tables.view.labels.money import SLIP_LABELS
from tests.support import evening
from tests.support.reading import (
    CHANCES,
    Night,
    Sheet,
    a_night,
    abnormal,
    by_title,
    check_chances,
    check_deductions,
    check_plots,
    check_results,
    exchanged,
    key_figure,
    rows,
    section,
    total,
)
from tests.support.reckoning import BOXES, STAKED, Part, figures, happened, houses_bank, on, passes, suites
from tests.support.reckoning import differences as differences_of

pytestmark = pytest.mark.django_db
SEEDS = (3, pytest.param(9, marks=pytest.mark.slow))
PASSES = 9
HOUSE = ("tray", "cagnotte")


@pytest.fixture(scope="module", params=SEEDS)
def night(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(request.param, PASSES, django_db_blocker) as played:
        yield played


# The night itself: without these happenings the tests below would say little


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


# The sheet


def test_passes_and_ledger_come_to_the_same(night: Night) -> None:
    for sheet in night.sheets:
        proof = section(sheet.report, "Passes and ledger")
        assert [row.difference for row in proof.rows] == [0] * len(proof.rows)
        assert not abnormal(proof)
        _, by_passes, by_ledger, difference = total(proof)
        assert difference == 0
        assert by_passes == by_ledger == sum(row.by_ledger for row in proof.rows) == sheet.part.result()


def test_the_check_by_hand_comes_to_the_ledgers_result(night: Night) -> None:
    """Closing − opening − fills + credits + drop − paid out + cagnotte, less what was counted over or short."""
    for sheet in night.sheets:
        shown = section(sheet.report, "Manual check")
        said = {str(title): amount for title, amount in rows(shown)}
        assert said[gettext("Difference")] == 0 and not abnormal(shown)
        assert said[gettext("= the house's result by the ledger")] == sheet.part.result()
        assert said[gettext("+ drop")] == exchanged(sheet.shift, "buy_in")
        assert said[gettext("− paid out")] == -exchanged(sheet.shift, "cash_out")
        assert said[gettext("= by hand")] == sum(amount for _title, amount in rows(shown)[:7])


def test_the_houses_result_is_what_the_game_left_in_tray_and_cagnotte(night: Night) -> None:
    """With its own bank, which it only puts from the tray on the cloth."""
    for sheet in night.sheets:
        left = sheet.part.game(*HOUSE) + put_up(sheet)
        assert key_figure(sheet.report, "House's result") == left == sheet.part.result()
    assert any(sheet.part.result() for sheet in night.sheets)


def put_up(sheet: Sheet) -> int:
    """By how much more the house's own bank lies on the cloth after a shift than before it."""
    before, after = sheet.part.first_record, sheet.part.last_record
    return houses_bank(sheet.table.slug, after) - houses_bank(sheet.table.slug, before)


def test_each_chance_is_the_sum_of_its_settlements(night: Night) -> None:
    for sheet in night.sheets:
        check_chances(sheet.report, figures(sheet.part.events()), suites(sheet.part.events()))


def test_each_result_is_counted(night: Night) -> None:
    for sheet in night.sheets:
        check_results(sheet.report, figures(sheet.part.events()))
        standing = passes(sheet.part.events())
        assert key_figure(sheet.report, "Passes") == len(standing) > 0
        rows = Pass.objects.filter(table=sheet.table).exclude(result="")
        assert set(standing) == set(
            of_shift(sheet.table, sheet.shift).passes.values_list("number", flat=True)
        )
        assert set(standing) <= set(rows.values_list("number", flat=True))


def test_deductions_are_those_of_the_settlements_and_of_the_suites(night: Night) -> None:
    for sheet in night.sheets:
        check_deductions(sheet.report, figures(sheet.part.events()), suites(sheet.part.events()))
        _, _, whole = total(section(sheet.report, "Deductions by article"))
        assert whole == sheet.part.game("cagnotte")
    assert any(suites(sheet.part.events()) for sheet in night.sheets)


def test_the_tray_goes_from_count_to_count(night: Night) -> None:
    for sheet in night.sheets:
        shown = by_title(section(sheet.report, "Tray"))
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
            assert shown[str(SLIP_LABELS[kind])] == [sign * exchanged(sheet.shift, kind)]
        if closing:
            assert closing.slip.expected == expected
            assert shown[gettext("Counted")] == [closing.slip.amount]
            assert (
                shown[gettext("Difference")] == [off] == [key_figure(sheet.report, "Difference at closing")]
            )
        else:
            assert selectors.balances(sheet.shift.book)["tray"] == expected


def part_before(sheet: Sheet) -> list[Any]:
    return Part(sheet.table.slug, last=sheet.part.first).legs()


def test_the_boxes_end_with_what_lies_in_them(night: Night) -> None:
    for sheet in night.sheets:
        shown = [row[1:] for row in rows(section(sheet.report, "Boxes"))]
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
        results = [key_figure(sheet.report, "House's result") for sheet in (first, second)]
        assert sum(results) == whole.result()
        assert len(passes(first.part.events())) + len(passes(second.part.events())) == len(
            passes(whole.events())
        )
        turnover = [key_figure(sheet.report, "Turnover") for sheet in (first, second)]
        assert sum(turnover) == on(figures(whole.events()), *CHANCES)[STAKED]
        ended = by_title(section(first.report, "Tray"))[gettext("Counted")]
        assert by_title(section(second.report, "Tray"))[gettext("At the beginning")] == ended
        boxes = [by_title(section(sheet.report, "Boxes")) for sheet in (first, second)]
        for name in boxes[0]:
            assert boxes[1][name][0] == boxes[0][name][-1]


def test_the_plots_of_a_shift_end_at_its_result(night: Night) -> None:
    for sheet in night.sheets:
        staked, so_far = sheet.report.plots
        check_plots(sheet.report.plots, sheet.part.everything(), sheet.part.events())
        assert so_far.values[-1] == sheet.part.result()
        assert sum(staked.values) == key_figure(sheet.report, "Turnover")


def test_a_sheet_names_the_reglamento_that_was_played(night: Night) -> None:
    for sheet in night.sheets:
        slug, _ = evening.TABLES[sheet.table.slug]
        assert key_figure(sheet.report, "Reglamento") == REGLAMENTOS[slug].title
