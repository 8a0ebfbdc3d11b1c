"""A report for the reader's spreadsheet: opened by double click, each table a file, numbers are numbers there."""

import csv
import io
import zipfile
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation

from casino.people.models import User
from tables.reports.renderers.csv_file import BOM, files, written
from tables.reports.renderers.response import respond
from tables.reports.report import KeyFigure, Kind, Report
from tests.support.own_house import having
from tests.support.report_example import LETTERS, MOVES, REPORT, WICKED, Word, words

COMMA = ("es", "fr", "sl")


def asked(report: Report, language: str) -> HttpResponse:
    with translation.override(language):
        answer = respond(RequestFactory().get("/r/?as=sheet"), report, "/")
    assert isinstance(answer, HttpResponse)
    return answer


def rows(content: bytes, separator: str) -> list[list[str]]:
    text = content.decode()
    assert text.startswith(BOM)
    return list(csv.reader(io.StringIO(text.removeprefix(BOM), newline=""), delimiter=separator))


@pytest.mark.parametrize("language", [*COMMA, "en"])
def test_each_table_is_a_file_that_begins_with_its_head(language: str) -> None:
    answer = asked(REPORT, language)
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].endswith(f'filename="{REPORT.name}.zip"')
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    assert packed.testzip() is None
    names = packed.namelist()
    assert names[1:4] == ["2-moves.csv", "3-words.csv", "4-differences.csv"] and len(names) == 5
    separator = ";" if language in COMMA else ","
    moves = rows(packed.read(names[1]), separator)
    assert moves[0] == ["Time", "Player", "Bets", "Result", "Passes", "Share"]
    assert {len(row) for row in moves} == {6} and len(moves) == len(MOVES.rows) + 2
    assert all(len({len(row) for row in rows(packed.read(name), separator)}) == 1 for name in names)


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("es", "21/11/2026 23:05;player-000 čšžñé;12500;-100;1000;0,000000"),
        ("en", "21 Nov 2026 23:05,player-000 čšžñé,12500,-100,1000,0.000000"),
    ],
)
def test_values_are_written_as_the_spreadsheet_reads_them(language: str, first: str) -> None:
    assert LETTERS in first
    with translation.override(language):
        [moves] = [text for name, text in files(REPORT) if "moves" in name]
    assert moves.splitlines()[1] == first


@pytest.mark.parametrize("language", COMMA)
@having(decimals=2)
def test_decimals_have_a_comma_where_the_reader_writes_one(language: str) -> None:
    with translation.override(language):
        assert written(-195_050, Kind.SIGNED) == "-1950,50"
        assert written(0.899153, Kind.SHARE) == "0,899153"
        assert ";" not in written(10**12, Kind.MONEY) + written(10**6, Kind.COUNT)


def test_a_single_table_is_a_file_alone() -> None:
    report = Report("slips", "Slips", sections=(MOVES,))
    answer = asked(report, "fr")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].endswith('filename="slips.csv"')
    assert rows(answer.content, ";")[0][0] == "Time"


def test_no_text_becomes_a_formula() -> None:
    report = Report("w", "W", sections=(words("=1+1", Word("=SUM(A1:A9)", WICKED), Word("a;=1+1", "-2")),))
    [row, other] = rows(asked(report, "es").content, ";")[1:]
    assert row == ["'=SUM(A1:A9)", WICKED] and other == ["a;'=1+1", "'-2"]


@pytest.mark.parametrize("title", ["Resultados por hora", "čšž / ñ: 1 \\ ..", "=cmd", "李小龍", ""])
def test_a_file_is_named_after_its_table(title: str) -> None:
    report = Report(
        "r", "R", key_figures=(KeyFigure("A", 1, Kind.COUNT),), sections=(words(title, Word("x")),)
    )
    first, second = (name for name, _text in files(report))
    assert first == "1-r.csv" and second.startswith("2-") and second.endswith(".csv") and second.isascii()
    assert "/" not in second and (second == "2-resultados-por-hora.csv") == (title == "Resultados por hora")


def test_the_page_leads_to_it(db: None, client: Any) -> None:
    client.force_login(User.objects.create_user("julio", role="jefe", language="es"))
    page = client.get("/reports/slips/").content.decode()
    assert 'as=sheet"' in page and "CSV para hoja de cálculo" in page
    packed = zipfile.ZipFile(io.BytesIO(client.get("/reports/slips/?as=sheet").content))
    period, sums, slips = (packed.read(name).decode().removeprefix(BOM) for name in packed.namelist())
    assert (
        period.startswith("Desde;")
        and sums.startswith("Vale;Completados;")
        and slips.startswith("Número;Hora;")
    )
