"""A report with values of every kind, as text, as CSV, as a page and as PDF."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from tables.reports.renderers import formatting
from tables.reports.renderers.csv_file import BOM, as_csv
from tables.reports.renderers.pdf_file import as_pdf
from tables.reports.renderers.response import respond
from tables.reports.report import Column, KeyFigure, Kind, Plot, Report, Section
from tables.reports.templatetags.report import shown
from tests.support.own_house import having
from tests.support.report_example import (
    BEGIN,
    LETTERS,
    MARKED,
    MOVES,
    NOTHING,
    PRINTED,
    REPORT,
    ROWS,
    WICKED,
    Word,
    words,
)


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


class TestFormatting:
    @pytest.mark.parametrize(
        ("value", "kind", "spanish", "english", "machine"),
        [
            (12_500, Kind.MONEY, "12.500", "12,500", "12500"),
            (-12_500, Kind.MONEY, "−12.500", "−12,500", "-12500"),
            (12_500, Kind.SIGNED, "+12.500", "+12,500", "12500"),
            (-200, Kind.SIGNED, "−200", "−200", "-200"),
            (0, Kind.SIGNED, "0", "0", "0"),
            (1_234_567, Kind.COUNT, "1.234.567", "1,234,567", "1234567"),
            (-1_234, Kind.COUNT, "−1.234", "−1,234", "-1234"),
            (0.2, Kind.HOURS, "0,2", "0.2", "0.20"),
            (1_234.56, Kind.HOURS, "1.234,6", "1,234.6", "1234.56"),
            (0.1234, Kind.SHARE, "12,34\u00a0%", "12.34%", "0.123400"),
            (0.999999, Kind.SHARE, "100,00\u00a0%", "100.00%", "0.999999"),
            (-0.00125, Kind.SHARE, "−0,13\u00a0%", "−0.13%", "-0.001250"),
            (-0.0000001, Kind.SHARE, "0,00\u00a0%", "0.00%", "0.000000"),
            (12.5, Kind.SHARE, "1.250,00\u00a0%", "1,250.00%", "12.500000"),
            (BEGIN, Kind.TIME, "21/11/2026 23:05", "21 Nov 2026, 23:05", "2026-11-21T23:05:00-03:00"),
            (BEGIN, Kind.DAY, "21/11/2026", "21 Nov 2026", "2026-11-21"),
            (BEGIN, Kind.MONTH, "noviembre de 2026", "November 2026", "2026-11"),
            ("ñ", Kind.TEXT, "ñ", "ñ", "ñ"),
            ("none", Kind.MONEY, "none", "none", "none"),
            (None, Kind.SIGNED, "", "", ""),
        ],
    )
    def test_each_kind(self, value: Any, kind: Kind, spanish: str, english: str, machine: str) -> None:
        assert formatting.for_reader(value, kind) == spanish
        assert formatting.for_machine(value, kind) == machine
        with translation.override("en"):
            assert formatting.for_reader(value, kind) == english
            assert formatting.for_machine(value, kind) == machine

    @having(decimals=2)
    def test_the_decimals_of_the_house(self) -> None:
        assert formatting.for_reader(-12_550, Kind.SIGNED) == "−125,50"
        assert formatting.for_machine(-12_550, Kind.SIGNED) == "-125.50"

    def test_the_currency_is_named_where_there_is_money(self, english: None) -> None:
        assert formatting.amounts_in(REPORT) == "Amounts in ARS"
        passes = Report("n", "No money", key_figures=(KeyFigure("Passes", 3, Kind.COUNT),))
        assert formatting.amounts_in(passes) == ""
        one_cell = Report("m", "One cell of money", sections=(words("", Word("", 3, Kind.MONEY)),))
        assert formatting.amounts_in(one_cell) == "Amounts in ARS"
        assert formatting.amounts_in(Report("e", "No rows", sections=(NOTHING,))) == ""


class TestCsv:
    @pytest.fixture
    def rows(self, english: None) -> list[list[str]]:
        text = as_csv(REPORT)
        assert text.startswith(BOM)
        return list(csv.reader(io.StringIO(text.removeprefix(BOM), newline="")))

    def test_key_figures_come_first(self, rows: list[list[str]]) -> None:
        assert rows[:6] == [
            ["Begun", "2026-11-21T23:05:00-03:00"],
            ["Bets", "2519900"],
            ["Result", "-100"],
            ["Share", "0.123400"],
            ["Director", WICKED],
            [],
        ]

    def test_a_period_is_said_before_them(self, english: None) -> None:
        ends = (BEGIN, BEGIN + timedelta(hours=3))
        text = as_csv(replace(REPORT, ends=ends)).removeprefix(BOM)
        assert text.splitlines()[:3] == [
            "From,2026-11-21T23:05:00-03:00",
            "Until,2026-11-22T02:05:00-03:00",
            "Begun,2026-11-21T23:05:00-03:00",
        ]

    def test_a_section_is_title_header_rows_and_total(self, rows: list[list[str]]) -> None:
        begin = rows.index(["Moves"])
        grid = rows[begin : begin + ROWS + 3]
        assert grid[1] == ["Time", "Player", "Bets", "Result", "Passes", "Share"]
        first = ["2026-11-21T23:05:00-03:00", f"player-000 {LETTERS}", "12500", "-100", "1000", "0.000000"]
        assert grid[2] == first
        assert sum(int(row[3]) for row in grid[2:-1]) == int(grid[-1][3]) == -100
        assert grid[-1] == ["Total", "", "2519900", "-100", "219900", "0.099500"]
        assert rows[begin + ROWS + 3] == []

    def test_a_text_stays_itself_and_never_becomes_a_formula(self, rows: list[list[str]]) -> None:
        begin = rows.index(["Words"])
        assert rows[begin + 2 : begin + 11] == [
            [WICKED, "1"],
            ["'=SUM(A1:A9)", "2000"],
            ["'+54 11", "none"],
            ["'-2", "1500"],
            ["'@here", "-4"],
            ["'\tbehind a tab", ""],
            ["'  =1+1", ""],
            ["a;'=1+1; b;'+2;c-d", ""],
            ['commas, and "quotes"\nand lines', ""],
        ]

    def test_the_notes_come_last(self, rows: list[list[str]]) -> None:
        assert rows[-4:] == [[], ["'=Counted twice."], ["Every amount is whole."], ["Amounts in ARS"]]

    @given(st.text())
    def test_whatever_a_text_begins_with(self, said: str) -> None:
        columns: tuple[Column[Word], ...] = (Column(said, Kind.TEXT, lambda row: row.text),)
        section = Section(said, columns, (Word(said),), Word(said))
        figures = (KeyFigure(said, said),)
        text = as_csv(Report("p", said, key_figures=figures, sections=(section,), notes=(said,)))
        cells = [cell for row in csv.reader(io.StringIO(text[1:], newline="")) for cell in row]
        assert not [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@"))]
        assert {cell.removeprefix("'") for cell in cells} == {said.removeprefix("'")} or not said


class TestPdf:
    def test_the_same_report_is_the_same_file(self) -> None:
        once = as_pdf(REPORT, PRINTED)
        assert once.startswith(b"%PDF")
        assert once == as_pdf(REPORT, PRINTED)
        assert once != as_pdf(REPORT, PRINTED + timedelta(minutes=1))

    def test_it_knows_its_title_language_and_time(self) -> None:
        read = PdfReader(io.BytesIO(as_pdf(REPORT, PRINTED)))
        assert read.metadata is not None
        assert (read.metadata.title, read.metadata.creation_date) == (f"The day of {LETTERS}", PRINTED)
        assert read.root_object["/Lang"] == "es"

    def test_it_says_everything(self, english: None) -> None:
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(as_pdf(REPORT, PRINTED))).pages]
        text = "\n".join(pages)
        for row in chain.from_iterable(shown(MOVES).groups):
            line = " ".join(cell["text"] for cell in row.cells)
            assert line in text.replace("\n", " "), line
        for said in (f"The day of {LETTERS}", WICKED, "+54 11", "There was none.", "Cashier", "Director"):
            assert said in text, said
        for said in (
            "Amounts in ARS",
            "⚠ −100",
            "12.34%",
            "won by the house",
            "=Counted twice.",
            "2,519,900",
        ):
            assert said in text, said

    def test_every_page_has_its_number_and_the_header_of_its_section(self, english: None) -> None:
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(as_pdf(REPORT, PRINTED))).pages]
        assert len(pages) > 3
        for number, page in enumerate(pages, 1):
            assert f"Printed 22 Nov 2026, 09:00 · {number} / {len(pages)}" in page
            assert f"The day of {LETTERS}" in page
            assert ("player-" in page) == ("Moves" in page and "Passes" in page)

    def test_a_row_that_wants_to_be_looked_at_is_marked(self) -> None:
        text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(as_pdf(REPORT, PRINTED))).pages)
        marks = re.findall(r"⚠ \d\d/11/2026", text.replace("\n", " "))
        assert len(marks) == len(MARKED)

    @pytest.mark.parametrize("columns", [1, 2, 14, 24])
    def test_a_section_is_as_wide_as_the_page_whatever_is_in_it(self, columns: int) -> None:
        long = " ".join(["Casimiro de la Torre y Álvarez de Toledo"] * 4) + "x" * 300
        name: Column[Word] = Column("Name", Kind.TEXT, lambda row: row.text)
        amount: Column[Word] = Column("A long title of it", Kind.SIGNED, lambda row: row.value)
        row = Word(long, -987_654_321)
        wide = Section("Wide", (name, *[amount] * (columns - 1)), (row,) * 3, row)
        page = PdfReader(io.BytesIO(as_pdf(Report("p", "Wide", sections=(wide,)), PRINTED))).pages[0]
        found: list[tuple[float, str]] = []
        page.extract_text(visitor_text=lambda text, _, at, *__: found.append((at[4], text)))
        figures = [x for x, text in found if "−987.654.321" in text]
        assert len(figures) >= (4 if columns > 1 else 0)
        assert all(0 < x < float(page.mediabox.width) - 40 for x in figures)

    @pytest.mark.parametrize(
        ("name", "written"),
        [
            ("李小龍", "[U+674E U+5C0F U+9F8D]"),
            ("สมชาย", "[U+0E2A U+0E21 U+0E0A U+0E32 U+0E22]"),
            ("Ana 李", "Ana [U+674E]"),
            ("\U0001f9ff Bea", "[U+1F9FF] Bea"),
            ("\ue000x", "[U+E000]x"),
        ],
    )
    def test_a_letter_that_the_font_lacks_is_written_by_its_number(
        self, english: None, name: str, written: str
    ) -> None:
        """Wherever it stands, and the paper says what the number means."""
        report = Report(
            "p",
            name,
            key_figures=(KeyFigure(name, name),),
            sections=(
                words(name, Word(name)),
                Section("T", (Column(name, Kind.TEXT, lambda row: row.text),), (Word("x"),)),
            ),
            plots=(Plot(name, (name, "2"), (1, 2)),),
            signatures=(name,),
            notes=(name,),
        )
        pages = PdfReader(io.BytesIO(as_pdf(report, PRINTED))).pages
        text = re.sub(r"\s", "", "".join(page.extract_text() for page in pages))
        assert text.count(written.replace(" ", "")) >= 8
        assert "arewrittenbytheirnumber" in text and not set(name) & set(text) - set("Ana Bex")

    @pytest.mark.parametrize(
        "name", ["Nguyễn Thị Hường", "Žižek č ñ ß Œ", "Ольга", "Ελένη", "O'Brien <b> =1+1"]
    )
    def test_what_the_font_has_is_written_as_it_is(self, name: str) -> None:
        text = PdfReader(io.BytesIO(as_pdf(Report("p", name), PRINTED))).pages[0].extract_text()
        assert name in text and "U+" not in text

    def test_nothing_at_all_is_a_page_too(self) -> None:
        nothing = Plot("None", (), ())
        empty = Report("p", "Empty", plots=(nothing,), sections=(NOTHING,))
        assert "There was none." in PdfReader(io.BytesIO(as_pdf(empty, PRINTED))).pages[0].extract_text()


def asked(query: str = "", language: str = "en", report: Report = REPORT) -> HttpResponse:
    request = RequestFactory().get(f"/reports/day/{query}")
    request.user = AnonymousUser()
    with translation.override(language):
        return respond(request, report, "/reports/")


class TestPage:
    def test_values_in_the_readers_language(self) -> None:
        english, spanish = asked().content.decode(), asked(language="es").content.decode()
        for said in ("21 Nov 2026, 23:05", "2,519,900", "−100", "12.34%", "Amounts in ARS"):
            assert said in english, said
        for said in ("21/11/2026 23:05", "2.519.900", "−100", "12,34\u00a0%"):
            assert said in spanish, said

    def test_a_name_is_never_markup(self) -> None:
        page = asked().content.decode()
        assert "<script>alert" not in page
        assert page.count("&lt;script&gt;alert(&#x27;č&#x27;)&lt;/script&gt;") == 2

    def test_nothing_in_the_page_needs_leave_from_the_policy(self) -> None:
        page = asked().content.decode()
        assert " style=" not in page and "<style" not in page and " onclick=" not in page
        assert page.count("<script") == len(re.findall(r'<script (?:type="module" )?src="', page)) > 0

    def test_sections_have_caption_header_links_total_and_marks(self) -> None:
        page = asked().content.decode()
        assert "<h2>Moves</h2>" in page
        assert page.count('<th scope="col"') == 6 + 2
        assert '<a href="/moves/199/">22 Nov 2026, 02:24</a>' in page
        head = page.split("<thead>")[1].split("</thead>")[0]
        assert page.count('<tr class="total') == 1 and '<tr class="total' in head
        assert page.count("To be looked at") == len(MARKED) + 1
        assert '<p class="empty">There was none.</p>' in page

    def test_the_plot_is_a_picture_with_words_and_exact_places(self) -> None:
        page = asked(language="es").content.decode()
        drawn = re.findall(r"<svg\s+class=\"chart\".*?</svg>", page, re.DOTALL)
        pictures = [ElementTree.fromstring(svg) for svg in drawn]  # noqa: S314
        said = [[part.text for part in one if part.tag in ("title", "desc")] for one in pictures]
        assert said == [
            ["By hour", "By hour: 0 … 400"],
            ["By table", "By table: −30 … 25"],
            ["So far", "So far: −30 … 5"],
        ]
        bars = [[part for part in one.iter("rect") if "bar" in part.attrib["class"]] for one in pictures]
        assert [len(found) for found in bars] == [3, 3, 0]
        assert [len([*one.iter("circle")]) for one in pictures] == [0, 0, 3]
        assert all(one.get("role") == "group" for one in pictures)
        said_of_a_step = [step.find("title") for step in pictures[1].findall("g")]
        assert next(step.text for step in said_of_a_step if step is not None) == "1: −30"
        for picture in pictures:
            places = [
                float(part.attrib[name]) for part in picture.iter("rect") for name in ("x", "y", "height")
            ]
            assert all(0 <= place <= 1000 for place in places)

    def test_colours_say_whether_the_house_won(self) -> None:
        _, _, results, *_ = asked().content.decode().split("<figure")
        assert results.count('class="bar loss"') == 1 and results.count('class="bar"') == 2
        assert "won by the house" in results and asked().content.decode().count("won by the house") == 1

    def test_what_was_before_stands_beside_it(self) -> None:
        figures = (
            KeyFigure("Result", 150, Kind.SIGNED, before=100),
            KeyFigure("Hold", 0.153, Kind.SHARE, before=0.14),
            KeyFigure("Passes", 90, Kind.COUNT, before=100),
            KeyFigure("Drop", 5, Kind.MONEY, before=0),
        )
        plot = Plot("By hour", ("20", "21"), (100, 0), before=(50, 70), names=("26/11", "19/11"))
        report = Report("d", "Day", compared="19 Nov", key_figures=figures, plots=(plot,))
        page = " ".join(asked(report=report).content.decode().split())
        for way, said in (("up", "+1.3 pt"), ("down", "−10.0%")):
            assert re.search(rf'<span class="delta {way}">.*?{re.escape(said)}</span>', page), said
        for said in (
            "+50 · before +100",
            "before 14.00%",
            "before 100",
            "+5 · before 0",
            "Compared with: 19 Nov",
        ):
            assert said in page, said
        assert page.count('class="pale"') == 2 and "20: 100 · before 50" in page
        assert "26/11</span>" in page and "19/11</span>" in page

    def test_its_files_keep_what_was_asked_for(self) -> None:
        page = asked("?since=2026-11-21&as=paper").content.decode()
        for kind in ("xlsx", "sheet", "csv", "pdf"):
            assert f'href="/reports/day/?since=2026-11-21&amp;as={kind}"' in page
        assert '<a href="/reports/" rel="up">' in page

    def test_an_empty_report_is_a_page(self) -> None:
        page = asked(report=Report("e", "Empty")).content.decode()
        assert "<h1>Empty</h1>" in page and "Amounts" not in page

    def test_the_csv(self) -> None:
        given_back = asked("?as=csv")
        assert given_back["Content-Type"] == "text/csv; charset=utf-8"
        assert given_back["Content-Disposition"] == 'attachment; filename="day-2026-11-21.csv"'
        with translation.override("en"):
            assert given_back.content.decode() == as_csv(REPORT)

    def test_the_pdf(self) -> None:
        given_back = asked("?as=pdf")
        assert given_back["Content-Type"] == "application/pdf"
        assert given_back["Content-Disposition"] == 'attachment; filename="day-2026-11-21.pdf"'
        assert given_back.content.startswith(b"%PDF")
