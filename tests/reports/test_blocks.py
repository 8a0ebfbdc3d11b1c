"""The hours of sixty tables: on page and paper no table and no total falls off, in letters that can be read."""

import io
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation
from pypdf import PageObject, PdfReader

from tables.reports.period import Period
from tables.reports.renderers import pdf_text
from tables.reports.renderers.blocks import UPRIGHT, blocks, tens
from tables.reports.renderers.csv_file import as_csv
from tables.reports.renderers.pdf_file import ACROSS, ROOM, as_pdf
from tables.reports.renderers.pdf_section import PADDING, SMALLEST, Sheet
from tables.reports.renderers.response import respond
from tables.reports.report import Report, Section
from tables.reports.sections.tables import TableFigures, TableRow, matrix, tables
from tables.reports.selectors.steps import Steps
from tests.support.own_house import having
from tests.support.report_example import MOVES, WORDS

BEGIN = datetime(2026, 11, 25, 11, tzinfo=UTC)
HOURS = [BEGIN + timedelta(hours=number) for number in range(24)]
NAMES = {"short": "Mesa {}", "long": "Mesa Principal de los Señores {}", "one word": "Señoresdelapampa{}"}
AMOUNTS = (7, 1_250, 98_765_432, 10**12)


def whole_matrix(number: int, amount: int = 1_250, name: str = "Mesa {}") -> Section[Any]:
    every: Any = [SimpleNamespace(slug=f"mesa-{n}", name=name.format(n)) for n in range(1, number + 1)]
    won = {hour: Counter({one.slug: (-1) ** at * amount for at, one in enumerate(every)}) for hour in HOURS}
    period = Period(HOURS[0], HOURS[-1] + timedelta(hours=1))
    return matrix(period, every, Steps(won, won), Steps(won, won))


def on_paper(section: Section[Any]) -> list[Section[Any]]:
    """The blocks of a PDF."""
    return blocks(section, ACROSS / SMALLEST, lambda text: pdf_text.width(text, bold=True), 2 * PADDING)


@pytest.mark.parametrize("decimals", [0, 2])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("amount", AMOUNTS)
def test_every_block_has_the_totals_first_and_can_be_read(amount: int, name: str, decimals: int) -> None:
    with having(decimals=decimals):
        whole = whole_matrix(60, amount, name)
        found = on_paper(whole)
        held = whole.columns[:3]
        assert [str(column.title) for column in held] == ["Mesa", "Total", "Δ"]
        assert all(block.columns[:3] == held and len(block.columns) > 3 for block in found)
        assert [column for block in found for column in block.columns[3:]] == [*whole.columns[3:]]
        assert all(block.rows == whole.rows and block.total == whole.total for block in found)
        assert min(Sheet(block, ACROSS).size for block in found) >= SMALLEST
    assert len({str(block.title) for block in found}) == len(found)


def test_ten_tables_are_on_a_page_with_the_total() -> None:
    found = tens(whole_matrix(60))
    assert [len(one.rows) for one in found] == [10] * 6 and all(one.total for one in found)
    assert [row.title for one in found for row in one.rows] == [f"Mesa {number}" for number in range(1, 61)]
    assert tens(WORDS) == [WORDS]


@pytest.mark.parametrize("amount", AMOUNTS)
def test_the_figures_of_each_table_fit_too(amount: int) -> None:
    with having(decimals=2):
        figures = TableFigures(**dict.fromkeys(TableFigures.__dataclass_fields__, amount))
        whole = tables(tuple(TableRow(f"Mesa {number}", figures) for number in range(60)), figures)
        found = blocks(whole, ROOM / SMALLEST, lambda text: pdf_text.width(text, bold=True), 2 * PADDING)
        assert [column for block in found for column in block.columns[1:]] == [*whole.columns[1:]]
        assert all(block.columns[0] == whole.columns[0] and block.total for block in found)
        assert min(Sheet(block, ROOM).size for block in found) >= SMALLEST


def test_a_section_of_texts_is_never_cut() -> None:
    assert blocks(WORDS, UPRIGHT) == [WORDS] and blocks(MOVES, UPRIGHT) == [MOVES]


def test_a_night_of_ten_hours_is_one_table() -> None:
    whole = whole_matrix(60)
    night = replace(whole, columns=whole.columns[:13])
    assert on_paper(night) == [night] and len(on_paper(whole)) == 2


def pages(amount: int, decimals: int = 0) -> list[PageObject]:
    report = Report("floor", "The floor", sections=(WORDS, whole_matrix(60, amount)))
    with having(decimals=decimals):
        return [*PdfReader(io.BytesIO(as_pdf(report, BEGIN))).pages]


@pytest.mark.parametrize("amount", AMOUNTS)
def test_the_pdf_has_each_table_and_on_each_page_the_totals(amount: int) -> None:
    every_page = pages(amount, 2)
    lying = [page for page in every_page if page.mediabox.width > page.mediabox.height]
    texts = [page.extract_text() for page in lying]
    shown = [re.findall(r"^Mesa (\d+)\b", text, re.MULTILINE) for text in texts]
    assert len(lying) % 6 == 0 and all(len(found) == 10 for found in shown)
    every = Counter(int(number) for found in shown for number in found)
    assert every == Counter(dict.fromkeys(range(1, 61), len(lying) // 6))
    for number, text in enumerate(texts, 2):
        assert "Todas las mesas" in text and "Mesa Total Δ" in " ".join(text.split())
        assert f"{number} / {len(every_page)}" in text


def test_every_hour_of_every_table_is_on_paper() -> None:
    texts = "".join(page.extract_text() for page in pages(1_250))
    assert texts.count("+1.250") + texts.count("−1.250") == 24 * 60
    assert all(f"{hour:02}–{(hour + 1) % 24:02}" in texts for hour in range(24))


def test_no_letter_on_paper_is_smaller_than_seven_points() -> None:
    sizes: list[float] = []

    def seen(text: str, _user: Any, place: Any, _font: Any, size: float) -> None:
        if text.strip():
            sizes.append(size * place[0])

    for page in pages(98_765_432, 2):
        page.extract_text(visitor_text=seen)
    assert sizes and min(size for size in sizes if size) >= SMALLEST - 0.01


def asked(amount: int = 1_250, name: str = "Mesa {}") -> str:
    """The page of such a report."""
    request = RequestFactory().get("/reports/floor/")
    request.user = AnonymousUser()
    report = Report("floor", "La sala", sections=(whole_matrix(60, amount, name),))
    with translation.override("es"):
        answer = respond(request, report, "/reports/")
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def test_the_page_is_one_table_and_its_paper_has_the_totals_in_each_block() -> None:
    parts = asked().split('<section class="panel part ')[1:]
    heads = [re.findall(r"<th scope=\"col\"[^>]*>([^<]+)<", part) for part in parts]
    assert all(head[:3] == ["Mesa", "Total", "Δ"] for head in heads)
    on_screen, *papers = heads
    assert parts[0].startswith("on-screen") and all(part.startswith("on-paper") for part in parts[1:])
    assert on_screen[3:] == [hour for head in papers for hour in head[3:]] and len(on_screen) == 27
    for part in parts:
        assert part.count("<tbody>") == 6 and part.count("Todas las mesas") == 1


def test_a_file_for_programs_stays_one_table() -> None:
    assert as_csv(Report("floor", "La sala", sections=(whole_matrix(60),))).count("Mesas por hora") == 1
