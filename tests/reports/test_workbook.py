"""A report as a workbook: numbers are numbers, moments are dates on the house's clock, texts are never computed."""

import re

import pytest
from django.utils import translation

from casino.common import clock
from tables.reports.renderers.xlsx_file import as_xlsx
from tables.reports.report import KeyFigure, Kind, Report
from tests.support.own_house import having
from tests.support.report_example import BEGIN, MOVES, PRINTED, REPORT, WICKED, Word, words
from tests.support.workbook import EPOCH, MAIN, Book


@pytest.fixture
def book() -> Book:
    with translation.override("en"):
        return Book(as_xlsx(REPORT, PRINTED, "Julio Ferro"))


def test_each_table_is_a_flat_sheet_with_its_head_frozen(book: Book) -> None:
    assert book.names == ["Summary", "Moves", "Words", "Differences", "Notes"]
    rows = book.rows("Moves")
    assert rows[0] == ["Time", "Player", "Bets", "Result", "Passes", "Share"]
    assert len(rows) == len(MOVES.rows) + 2
    pane = book.sheet("Moves").find(".//x:pane", MAIN)
    assert pane is not None and pane.attrib["state"] == "frozen" and pane.attrib["ySplit"] == "1"


def test_numbers_are_numbers_and_moments_dates(book: Book) -> None:
    moment, player, *numbers = book.rows("Moves")[1]
    local = clock.local(BEGIN).replace(tzinfo=None)
    assert isinstance(moment, float)
    assert round((moment - (local - EPOCH).total_seconds() / 86400) * 86400) == 0
    assert isinstance(player, str) and player.startswith("player-000")
    assert numbers == [12_500, -100, 1000, 0]


@having(decimals=2)
def test_money_is_in_units_of_the_currency() -> None:
    with translation.override("es"):
        figures = (KeyFigure("Result", -12_550, Kind.SIGNED, before=100),)
        rows = Book(as_xlsx(Report("r", "R", key_figures=figures), PRINTED)).rows("Resumen")
    assert ["Result", -125.5, 1, -126.5] in rows


def test_no_text_is_computed(book: Book) -> None:
    texts = [row[0] for row in book.rows("Words")]
    assert texts[1:5] == [WICKED, "=SUM(A1:A9)", "+54 11", "-2"]


def test_the_summary_has_the_head_of_the_house() -> None:
    more = {"house_address": "Av. Colón 1", "tax_number": "CUIT 30-7", "licence": "IPLyC 12"}
    with having(house_name="Casino de la Costa", **more), translation.override("en"):
        rows = Book(as_xlsx(REPORT, PRINTED, "Julio Ferro")).rows("Summary")
    head = [row[0] for row in rows[:6]]
    assert head[:4] == ["Casino de la Costa", *more.values()]
    assert "Printed 22 Nov 2026, 09:00 by Julio Ferro" in head


@pytest.mark.parametrize("title", ["", "a/b:c*[d]?", "'quoted'", "x" * 80, "Summary", "李"])
def test_a_sheet_has_a_name_that_a_workbook_may_have(title: str) -> None:
    report = Report("r", "R", sections=(words(title, Word("x")), words(title, Word("y"))))
    with translation.override("en"):
        names = Book(as_xlsx(report, PRINTED)).names
    assert len({name.lower() for name in names}) == 3
    assert all(0 < len(name) <= 31 and not re.search(r"[\[\]:*?/\\']", name) for name in names)


def test_the_same_report_is_the_same_file() -> None:
    assert as_xlsx(REPORT, PRINTED, "a") == as_xlsx(REPORT, PRINTED, "a")
