"""What holds for the files of every report: they have the figures of the page, numbers are numbers and moments dates,
and no text is computed."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import RequestFactory
from django.utils import translation

from casino.common import clock, currency
from casino.people.models import User
from tables.models import Player
from tables.record.reglamentos.words import speaking
from tables.reports.catalogue import PAGES
from tables.reports.renderers import formatting
from tables.reports.renderers.csv_file import as_csv
from tables.reports.renderers.xlsx_file import as_xlsx
from tables.reports.report import MONEY, NUMBERS, Cell, Kind, Report, Section
from tests.support.reading import Night, a_night
from tests.support.report_pages import MESA, WHEN, client_of
from tests.support.workbook import EPOCH, Book

pytestmark = pytest.mark.django_db

CHOSEN = {
    "report-any-table": {"table": MESA},
    "report-any-player": {"table": MESA, "player": "lucia"},
    "report-table": {"slug": MESA},
    "report-player": {"slug": MESA, "player": "lucia"},
    "report-passes": {"slug": MESA},
    "report-shift": {"slug": MESA, "number": 1},
    "slip": {"number": 3},
}
IN_ADDRESS = {page.name for page in PAGES if "<" in page.path}
EVIL = "=1+1"
PRINTED = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(12, 4, django_db_blocker) as played:
        User.objects.create_user("one-director", role="director", language="en")
        Player.objects.exclude(player="lucia").update(name=EVIL)
        yield played


def made(name: str) -> Report:
    """The report of that night, as its view makes it."""
    page = next(page for page in PAGES if page.name == name)
    chosen: dict[str, Any] = CHOSEN.get(name, {})
    asked = "" if name in IN_ADDRESS else urlencode(chosen)
    request = RequestFactory().get(f"/?{WHEN}&{asked}")
    request.user = User.objects.get(username="one-director")
    return page.make(request, **(chosen if name in IN_ADDRESS else {}))


def cells(section: Section[Any]) -> list[tuple[Cell, ...]]:
    return [row.cells for row in section.all_printed()]


def in_workbook(cell: Cell) -> str | float | None:
    """The value as a workbook has it."""
    value = cell.value
    if isinstance(value, datetime):
        local = clock.local(value).replace(tzinfo=None)
        return (local - EPOCH) / timedelta(days=1)
    if isinstance(value, int | float):
        return float(value / 10 ** currency.decimals() if cell.kind in MONEY else value)
    return None if value is None else str(value) or None


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_a_workbook_has_the_values_of_the_report_as_what_they_are(night: Night, name: str) -> None:
    with translation.override("en"):
        report = made(name)
    with translation.override("en"), speaking(report.reglamento):
        book = Book(as_xlsx(report, PRINTED))
        sheets = [sheet for sheet in book.names if sheet not in ("Summary", "Notes")]
        assert len(sheets) == len(report.sections)
        for sheet, section in zip(sheets, report.sections, strict=True):
            head, *rows = book.rows(sheet)
            assert head == [str(column.title) for column in section.columns]
            for row, due in zip(rows, cells(section), strict=True):
                for found, cell in zip(row, due, strict=True):
                    value = in_workbook(cell)
                    if isinstance(value, float):
                        assert isinstance(found, float) and found == pytest.approx(value)
                    else:
                        assert (found or None) == value


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_the_file_for_programs_has_the_figures_of_the_page(night: Night, name: str) -> None:
    with translation.override("en"):
        report = made(name)
    with translation.override("en"), speaking(report.reglamento):
        found = [*csv.reader(io.StringIO(as_csv(report).removeprefix("\ufeff")))]
        for section in report.sections:
            if not section.rows:
                continue
            at = found.index([str(column.title) for column in section.columns]) + 1
            for row, due in zip(found[at : at + len(cells(section))], cells(section), strict=True):
                for said, cell in zip(row, due, strict=True):
                    assert not said.startswith(("=", "+", "@"))
                    if cell.kind in MONEY and isinstance(cell.value, int):
                        assert Decimal(said) * 10 ** currency.decimals() == cell.value
                    elif cell.kind in NUMBERS and isinstance(cell.value, int | float):
                        assert float(said) == pytest.approx(cell.value, abs=0.005)
                    elif isinstance(cell.value, datetime) and cell.kind is Kind.TIME:
                        assert datetime.fromisoformat(said) == cell.value.replace(microsecond=0)
        totals = [section.printed_total() for section in report.sections]
        written = [
            formatting.for_reader(cell.value, cell.kind)
            for total in totals
            for cell in (total.cells if total else ())
            if cell.is_figure and cell.value
        ]
    path = "/" + next(page.path for page in PAGES if page.name == name)
    for part, value in CHOSEN.get(name, {}).items():
        for kind in ("slug", "str", "int"):
            path = path.replace(f"<{kind}:{part}>", str(value))
    query = (
        ""
        if name in IN_ADDRESS
        else "&".join(f"{key}={value}" for key, value in CHOSEN.get(name, {}).items())
    )
    page = client_of("director").get(f"{path}?{WHEN}&{query}").text
    assert [figure for figure in written if figure not in page] == []


@pytest.mark.parametrize("name", ["report-guests", "report-dealers", "report-banks"])
def test_results_without_suites_say_so(night: Night, name: str) -> None:
    with translation.override("en"):
        assert any("Suites, and commission" in str(note) for note in made(name).notes)
