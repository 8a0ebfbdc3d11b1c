"""The figures of each chance, beside what the exact odds expect of such stakes, on a night reckoned by hand."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import translation

from casino.common import clock
from casino.common.clock import hour_of
from ledger.cage.models import Shift
from tables.models import Table
from tables.record.reglamentos import catalogue
from tables.reports.pass_list import Filter, pass_list
from tables.reports.period import Period
from tables.reports.period_reports import floor_report, table_report
from tables.reports.player_session import player_session
from tables.reports.renderers.csv_file import as_csv
from tables.reports.report import Report
from tables.reports.selectors.scope import of_shift
from tables.reports.shift_sheet import shift_sheet
from tests.support.casa import BANCA_WITH_SEVEN, CASA, PUNTO_WITH_NINE, give, opened, played, reopened
from tests.support.counter import MESA, done
from tests.support.reading import abnormal, by_title, key_figure, rows, section, total

pytestmark = pytest.mark.django_db


def sheet() -> Report:
    return shift_sheet(table(), Shift.objects.get(book=f"table:{MESA}"))


def of_period() -> Report:
    begin = hour_of(clock.now())
    return table_report(table(), Period(begin, begin + timedelta(hours=1)))


def table() -> Table:
    return Table.objects.get(slug=MESA)


@pytest.fixture(autouse=True)
def in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def night() -> None:
    """Two passes with eight decks: the dragon comes once."""
    opened(MESA)
    done("opening", 0)
    played(
        MESA,
        [("ana", "banca", 1000), ("ana", "dragon-7", 100), ("bea", "punto", 200)],
        BANCA_WITH_SEVEN,
    )
    played(MESA, [("ana", "banca", 1000), ("ana", "dragon-7", 100), ("bea", "tie", 100)], PUNTO_WITH_NINE)


def of_floor() -> Report:
    begin = hour_of(clock.now())
    return floor_report(Period(begin, begin + timedelta(hours=1)))


@pytest.mark.parametrize("report", [sheet, of_period, of_floor])
def test_each_chance_has_its_row(night: None, report: Any) -> None:
    found = section(report(), "Turnover by chance")
    assert by_title(found) == {
        "Punto": [1, 200, 0, 0, 200, 0, 200],
        "Banca": [2, 2000, 0, 1000, 1000, 50, 50],
        "Tie": [1, 100, 0, 0, 100, 0, 100],
        "Dragon 7": [2, 200, 0, 4000, 100, 0, -3900],
    }
    assert total(found)[1:] == [6, 2500, 0, 5000, 1400, 50, -3550]


@pytest.mark.parametrize("report", [sheet, of_period, of_floor])
def test_the_odds_stand_beside_what_the_house_won(night: None, report: Any) -> None:
    """The house's edges with eight decks, as published: 1.2351 %, 1.0579 %, 14.3596 % and 7.6113 %."""
    found = section(report(), "Theory and practice")
    assert [[str(row[0]), row[1], row[2], row[4], row[6]] for row in rows(found)] == [
        ["Punto", 200, 200, 2, 198],
        ["Banca", 2000, 50, 21, 29],
        ["Tie", 100, 100, 14, 86],
        ["Dragon 7", 200, -3900, 15, -3915],
    ]
    assert [row[3] for row in rows(found)] == [1, 0.025, 1, -19.5]
    edges = [0.012351, 0.010579, 0.143596, 0.076113]
    assert [row[5] for row in rows(found)] == pytest.approx(edges, abs=5e-7)
    assert (total(found)[1], total(found)[2], total(found)[4]) == (2500, -3550, 53)


@pytest.mark.parametrize("report", [sheet, of_period])
def test_passes_and_ledger_explain_a_side_bet(night: None, report: Any) -> None:
    found = section(report(), "Passes and ledger")
    assert by_title(found)["Side bets"] == [-3900, -3900, 0]
    assert not abnormal(found) and "Not explained" not in by_title(found)
    assert total(found)[1:] == [-3550, -3550, 0]


@pytest.mark.parametrize("report", [sheet, of_period])
def test_each_version_is_reckoned_by_its_own_odds(night: None, report: Any) -> None:
    """The second version pays 30 to 1 on the dragon, and collects its commission at the end of the shoe."""
    give(MESA, "close_table", reason="new paytable")
    opened_again(CASA.replace("to_one = 40", "to_one = 30"), commission="end_of_shoe")
    played(MESA, [("ana", "banca", 1000), ("bea", "dragon-7", 100)], BANCA_WITH_SEVEN)
    give(MESA, "close_table", reason="the night is over")
    found = report()
    wanted = {  # staked, the house's win, expected: 15.22 + 30.15; 21.16 − 12.35; of 1000, 45.86 % win and owe 5 %
        "Dragon 7": [300, -3900 - 3000, 45],
        "Banca": [3000, 50 - 1000, 9],
        "Commission at the end of the shoe": [0, 50, 23],
    }
    theory = by_title(section(found, "Theory and practice"))
    assert {title: [theory[title][n] for n in (0, 1, 3)] for title in wanted} == wanted
    turnover = by_title(section(found, "Turnover by chance"))
    assert turnover["Commission at the end of the shoe"] == [0, 0, 0, 0, 0, 50, 50]
    deducted = [row[2] for row in rows(section(found, "Deductions by article"))]
    assert sorted(deducted) == [50, 50]
    proof = section(found, "Passes and ledger")
    assert by_title(proof)["Commission at the end of the shoe"] == [50, 50, 0]
    assert not abnormal(proof) and "Not explained" not in by_title(proof)
    assert key_figure(found, "House's result") == -3550 - 1000 - 3000 + 50


def opened_again(text: str, **settings: object) -> None:
    rules, _ = catalogue.add(text)
    reopened(MESA, rules.slug, **settings)


def test_an_undo_takes_the_commission_back() -> None:
    opened(MESA, commission="end_of_shoe")
    done("opening", 0)
    played(MESA, [("ana", "banca", 1000)], BANCA_WITH_SEVEN)
    give(MESA, "leave", player="ana")
    assert by_title(section(sheet(), "Passes and ledger"))["Commission at the end of the shoe"] == [50, 50, 0]
    give(MESA, "undo", reason="he stays")
    for found in (sheet(), of_period()):
        assert "Commission at the end of the shoe" not in by_title(section(found, "Passes and ledger"))
        assert "Not explained" not in by_title(section(found, "Passes and ledger"))


def test_a_player_sees_his_side_bets_and_his_commission() -> None:
    opened(MESA, commission="end_of_shoe")
    done("opening", 0)
    played(MESA, [("ana", "banca", 1000), ("ana", "dragon-7", 100)], BANCA_WITH_SEVEN)
    give(MESA, "leave", player="ana")
    scope = of_shift(table(), Shift.objects.get(book=f"table:{MESA}"))
    found = player_session(scope, "ana")
    assert by_title(section(found, "By chance")) == {
        "Banca": [1, 1000, 1000, 0, 1000],
        "Dragon 7": [1, 100, 4000, 0, 4000],
        "Commission at the end of the shoe": [0, 0, 0, 50, -50],
    }
    assert key_figure(found, "Player's result") == 4950
    assert [row[1:4] for row in rows(section(sheet(), "Players"))] == [[2, 1100, 4950]]


def test_the_file_names_the_chance_in_the_readers_language(night: None) -> None:
    with translation.override("es"):
        assert "Dragón 7" in as_csv(sheet())
    with translation.override("sl"):
        assert "Dragón 7" in as_csv(sheet())  # the house has not named it in Slovene


def test_the_passes_behind_a_side_bet_are_found(night: None) -> None:
    scope = of_shift(table(), Shift.objects.get(book=f"table:{MESA}"))
    found = pass_list(table(), scope.passes, Filter(line="dragon-7"))
    assert [row[0] for row in rows(section(found, "Passes"))] == [2, 1]
    assert str(key_figure(found, "Chance")) == "Dragon 7"
