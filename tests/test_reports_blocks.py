"""The hours of sixty tables: on page and paper no table and no total falls off, in letters that can be read."""

import io
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from django.utils import translation
from pypdf import PdfReader

from tables.reports.period import Period
from tables.reports.renderers.blocks import blocks
from tables.reports.renderers.csv_file import as_csv
from tables.reports.renderers.pdf_file import ROOM, as_pdf
from tables.reports.renderers.pdf_section import Sheet
from tables.reports.renderers.response import respond
from tables.reports.report import Report, Section
from tables.reports.sections.steps import by_step
from tables.reports.sections.tables import TableFigures, TableRow, tables
from tables.reports.selectors.steps import Steps
from tests.report_example import MOVES, WORDS

BEGIN = datetime(2026, 11, 25, 11, tzinfo=UTC)
HOURS = [BEGIN + timedelta(hours=number) for number in range(24)]
SMALLEST = 7.0  # points
NAMES = {"short": "Mesa {}", "long": "Mesa Principal de los Señores {}", "one word": "Señoresdelapampa{}"}
AMOUNTS = (7, 1_250, 98_765_432, 10**12)


def matrix(number: int, amount: int = 1_250, name: str = "Mesa {}") -> Section[Any]:
    every: Any = [SimpleNamespace(slug=f"mesa-{n}", name=name.format(n)) for n in range(1, number + 1)]
    won = {hour: Counter({one.slug: (-1) ** at * amount for at, one in enumerate(every)}) for hour in HOURS}
    period = Period(HOURS[0], HOURS[-1] + timedelta(hours=1))
    return by_step(period, every, Steps(won, won), "/reports/floor/")


@pytest.mark.parametrize("decimals", [0, 2])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("amount", AMOUNTS)
def test_every_block_has_the_totals_first_and_can_be_read(amount: int, name: str, decimals: int) -> None:
    with override_settings(DECIMALS=decimals):
        whole = matrix(60, amount, name)
        found = blocks(whole)
        held = whole.columns[:3]
        assert [str(column.title) for column in held] == ["Hora", "Volumen", "Todas las mesas"]
        assert all(block.columns[:3] == held and len(block.columns) > 3 for block in found)
        assert [column for block in found for column in block.columns[3:]] == [*whole.columns[3:]]
        assert all(block.rows == whole.rows and block.total == whole.total for block in found)
        assert min(Sheet(block, ROOM).size for block in found) >= SMALLEST
    assert len({str(block.title) for block in found}) == len(found) > 1


@pytest.mark.parametrize("amount", AMOUNTS)
def test_the_figures_of_each_table_fit_too(amount: int) -> None:
    with override_settings(DECIMALS=2):
        figures = TableFigures(**dict.fromkeys(TableFigures.__dataclass_fields__, amount))
        whole = tables(tuple(TableRow(f"Mesa {number}", figures) for number in range(60)), figures)
        found = blocks(whole)
        assert [column for block in found for column in block.columns[1:]] == [*whole.columns[1:]]
        assert all(block.columns[0] == whole.columns[0] and block.total for block in found)
        assert min(Sheet(block, ROOM).size for block in found) >= SMALLEST


def test_a_section_of_texts_is_never_cut() -> None:
    assert blocks(WORDS) == [WORDS] and blocks(MOVES) == [MOVES]


def test_few_tables_are_one_table() -> None:
    for number in (1, 3):
        whole = matrix(number)
        assert blocks(whole) == [whole]


def test_the_pdf_has_each_table_and_on_each_page_the_totals() -> None:
    report = Report("floor", "The floor", sections=(matrix(60),))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(as_pdf(report, BEGIN))).pages]
    shown = re.findall(r"Mesa (\d+)\b", "\n".join(re.sub(r" · Mesa.*", "", page) for page in pages))
    assert {int(number) for number in shown} == set(range(1, 61))
    assert all("Volumen Todas las mesas" in " ".join(page.split()) for page in pages)


def asked(amount: int = 1_250, name: str = "Mesa {}") -> str:
    """The page of such a report."""
    request = RequestFactory().get("/reports/floor/")
    request.user = SimpleNamespace(username="julia", get_full_name="Julia", get_role_display="Director")
    with translation.override("es"):
        answer = respond(
            request, Report("floor", "La sala", sections=(matrix(60, amount, name),)), "/reports/"
        )
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def test_the_page_has_the_totals_in_each_block() -> None:
    page = asked()
    heads = [re.findall(r"<th scope=\"col\"[^>]*>([^<]+)<", block) for block in page.split("<thead>")[1:]]
    assert len(heads) == len(blocks(matrix(60))) and all(head[2] == "Todas las mesas" for head in heads)
    assert [name for head in heads for name in head[3:]] == [f"Mesa {number}" for number in range(1, 61)]


def test_a_file_for_programs_stays_one_table() -> None:
    assert as_csv(Report("floor", "La sala", sections=(matrix(60),))).count("Resultados por hora") == 1
