"""A report that has everything in it, written for a reader, for a spreadsheet, on the page and on paper."""

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from django.utils import translation
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from tables.reports import plotting, written
from tables.reports.answer import answer
from tables.reports.csv_file import BOM, as_csv
from tables.reports.paper import Cell, Column, Fact, Grid, Kind, Paper, Plot
from tables.reports.pdf_file import as_pdf
from tables.reports.plotting import Frame, drawn, scale
from tables.templatetags.report import cells

BEGIN = datetime(2026, 11, 22, 2, 5, tzinfo=UTC)  # the evening before in Buenos Aires
PRINTED = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
WICKED = "<script>alert('č')</script>"
LETTERS = "čšžñé"
COLUMNS = (
    Column("Time", Kind.TIME),
    Column("Player"),
    Column("Bets", Kind.MONEY),
    Column("Result", Kind.SIGNED),
    Column("Passes", Kind.COUNT),
    Column("Share", Kind.SHARE),
)
ROWS = 200
MOVES = Grid(
    "Moves",
    COLUMNS,
    tuple(
        (
            Cell(BEGIN + timedelta(minutes=number), link=f"/moves/{number}/"),
            Cell(f"player-{number:03} {LETTERS}"),
            Cell(12_500 + number),
            Cell(number - 100),
            Cell(1000 + number),
            Cell(number / 1000),
        )
        for number in range(ROWS)
    ),
    (Cell("Total"), Cell(None), Cell(2_519_900), Cell(-100), Cell(219_900), Cell(0.0995)),
    abnormal=frozenset({3, 150}),
)
WORDS = Grid(
    "Words",
    (Column("What"), Column("How many", Kind.COUNT)),
    (
        (Cell(WICKED), Cell(1)),
        (Cell("=SUM(A1:A9)"), Cell(2_000, link="/there/")),
        (Cell("+54 11"), Cell("none")),
        (Cell("-2"), Cell(1_500, kind=Kind.MONEY)),
        (Cell("@here"), Cell(-4)),
        (Cell("\tbehind a tab"), Cell(None)),
        (Cell("  =1+1"), Cell(None)),
        (Cell("a;=1+1; b;+2;c-d"), Cell(None)),
        (Cell('commas, and "quotes"\nand lines'), Cell(None)),
    ),
)
NOTHING = Grid("Differences", (Column("Desk"), Column("Amount", Kind.SIGNED)), (), None, "There was none.")
PLOT = Plot("By hour", ("20", "21", "22"), (100, 0, 400), "Bets", (-30, 10, 25), "House result")
PAPER = Paper(
    "day-2026-11-21",
    f"The day of {LETTERS}",
    facts=(
        Fact("Begun", BEGIN, Kind.TIME),
        Fact("Bets", 2_519_900, Kind.MONEY, link="/bets/"),
        Fact("Result", -100, Kind.SIGNED, abnormal=True),
        Fact("Share", 0.1234, Kind.SHARE),
        Fact("Director", WICKED),
    ),
    grids=(MOVES, WORDS, NOTHING),
    plots=(PLOT,),
    signatures=(gettext_lazy("Cashier"), "Director"),
    notes=("=Counted twice.", "Every amount is whole."),
)


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


class TestWritten:
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
            (0.1234, Kind.SHARE, "12,34 %", "12.34 %", "0.123400"),
            (0.999999, Kind.SHARE, "100,00 %", "100.00 %", "0.999999"),
            (-0.00125, Kind.SHARE, "−0,13 %", "−0.13 %", "-0.001250"),
            (-0.0000001, Kind.SHARE, "0,00 %", "0.00 %", "0.000000"),
            (12.5, Kind.SHARE, "1.250,00 %", "1,250.00 %", "12.500000"),
            (BEGIN, Kind.TIME, "2026-11-21 23:05", "2026-11-21 23:05", "2026-11-21T23:05:00-03:00"),
            ("ñ", Kind.TEXT, "ñ", "ñ", "ñ"),
            ("none", Kind.MONEY, "none", "none", "none"),
            (None, Kind.SIGNED, "", "", ""),
        ],
    )
    def test_each_kind(self, value: Any, kind: Kind, spanish: str, english: str, machine: str) -> None:
        assert written.for_reader(value, kind) == spanish
        assert written.for_machine(value, kind) == machine
        with translation.override("en"):
            assert written.for_reader(value, kind) == english
            assert written.for_machine(value, kind) == machine

    @override_settings(DECIMALS=2)
    def test_the_decimals_of_the_house(self) -> None:
        assert written.for_reader(-12_550, Kind.SIGNED) == "−125,50"
        assert written.for_machine(-12_550, Kind.SIGNED) == "-125.50"

    def test_the_currency_is_named_where_there_is_money(self, english: None) -> None:
        assert written.amounts_in(PAPER) == "Amounts in ARS"
        assert written.amounts_in(Paper("n", "No money", facts=(Fact("Passes", 3, Kind.COUNT),))) == ""
        counted = Grid("", (Column("", Kind.COUNT),), ((Cell(3, kind=Kind.MONEY),),))
        assert written.amounts_in(Paper("m", "One cell of it", grids=(counted,))) == "Amounts in ARS"


class TestCsv:
    @pytest.fixture
    def rows(self, english: None) -> list[list[str]]:
        text = as_csv(PAPER)
        assert text.startswith(BOM)
        return list(csv.reader(io.StringIO(text.removeprefix(BOM), newline="")))

    def test_facts_come_first(self, rows: list[list[str]]) -> None:
        assert rows[:6] == [
            ["Begun", "2026-11-21T23:05:00-03:00"],
            ["Bets", "2519900"],
            ["Result", "-100"],
            ["Share", "0.123400"],
            ["Director", WICKED],
            [],
        ]

    def test_a_grid_is_title_header_rows_and_total(self, rows: list[list[str]]) -> None:
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
        grid = Grid(said, (Column(said),), ((Cell(said),),), (Cell(said),))
        text = as_csv(Paper("p", said, facts=(Fact(said, said),), grids=(grid,), notes=(said,)))
        cells = [cell for row in csv.reader(io.StringIO(text[1:], newline="")) for cell in row]
        assert not [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@"))]
        assert {cell.removeprefix("'") for cell in cells} == {said.removeprefix("'")} or not said


class TestPdf:
    def test_the_same_paper_is_the_same_file(self) -> None:
        once = as_pdf(PAPER, PRINTED)
        assert once.startswith(b"%PDF")
        assert once == as_pdf(PAPER, PRINTED)
        assert once != as_pdf(PAPER, PRINTED + timedelta(minutes=1))

    def test_it_knows_its_title_language_and_time(self) -> None:
        read = PdfReader(io.BytesIO(as_pdf(PAPER, PRINTED)))
        assert read.metadata is not None
        assert (read.metadata.title, read.metadata.creation_date) == (f"The day of {LETTERS}", PRINTED)
        assert read.root_object["/Lang"] == "es"

    def test_it_says_everything(self, english: None) -> None:
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(as_pdf(PAPER, PRINTED))).pages]
        text = "\n".join(pages)
        for row in MOVES.rows:
            line = " ".join(cell.text for cell in cells(row, MOVES))
            assert line in text.replace("\n", " "), line
        for said in (f"The day of {LETTERS}", WICKED, "+54 11", "There was none.", "Cashier", "Director"):
            assert said in text, said
        for said in (
            "Amounts in ARS",
            "⚠ −100",
            "12.34 %",
            "Bets (left scale)",
            "=Counted twice.",
            "2,519,900",
        ):
            assert said in text, said

    def test_every_page_has_its_number_and_the_header_of_its_grid(self, english: None) -> None:
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(as_pdf(PAPER, PRINTED))).pages]
        assert len(pages) > 3
        for number, page in enumerate(pages, 1):
            assert f"Printed 2026-11-22 09:00 · {number} / {len(pages)}" in page
            assert f"The day of {LETTERS}" in page
            assert ("player-" in page) == ("Moves" in page and "Passes" in page)

    def test_a_row_that_wants_to_be_looked_at_is_marked(self) -> None:
        text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(as_pdf(PAPER, PRINTED))).pages)
        marks = text.replace("\n", " ").count("⚠ 2026")
        assert marks == len(MOVES.abnormal)

    @pytest.mark.parametrize("columns", [1, 2, 14, 24])
    def test_a_grid_is_as_wide_as_the_page_whatever_is_in_it(self, columns: int) -> None:
        long = " ".join(["Casimiro de la Torre y Álvarez de Toledo"] * 4) + "x" * 300
        row = (Cell(long), *(Cell(-987_654_321) for _ in range(columns - 1)))
        titles = (Column("Name"), *(Column("A long title of it", Kind.SIGNED) for _ in range(columns - 1)))
        paper = Paper("p", "Wide", grids=(Grid("Grid", titles, (row,) * 3, row),))
        page = PdfReader(io.BytesIO(as_pdf(paper, PRINTED))).pages[0]
        found: list[tuple[float, str]] = []
        page.extract_text(visitor_text=lambda text, _, at, *__: found.append((at[4], text)))
        figures = [x for x, text in found if "−987.654.321" in text]
        assert len(figures) >= (4 if columns > 1 else 0)
        assert all(0 < x < float(page.mediabox.width) - 40 for x in figures)

    def test_nothing_at_all_is_a_page_too(self) -> None:
        empty = Paper("p", "Empty", plots=(Plot("None", (), (), "Bars", (), "Line"),), grids=(NOTHING,))
        assert "There was none." in PdfReader(io.BytesIO(as_pdf(empty, PRINTED))).pages[0].extract_text()


FRAME = Frame(50, 10, 450, 210)
AMOUNTS = st.integers(min_value=-(10**15), max_value=10**15)
PAIRS = st.lists(st.tuples(AMOUNTS, AMOUNTS), max_size=300)


def plot_of(pairs: list[tuple[int, int]]) -> Plot:
    labels = tuple(f"hour {number}" for number in range(len(pairs)))
    return Plot("", labels, tuple(bar for bar, _ in pairs), "", tuple(point for _, point in pairs), "")


class TestPlot:
    @given(PAIRS)
    def test_everything_lies_in_the_frame(self, pairs: list[tuple[int, int]]) -> None:
        drawing = drawn(plot_of(pairs), FRAME, room=40)
        slack = 1e-6
        for bar in drawing.bars:
            assert FRAME.left - slack <= bar.x and bar.x + bar.width <= FRAME.right + slack
            assert FRAME.top - slack <= bar.y and bar.y + bar.height <= FRAME.bottom + slack
        for x, y in drawing.points:
            assert FRAME.left <= x <= FRAME.right and FRAME.top - slack <= y <= FRAME.bottom + slack
        assert all(FRAME.top - slack <= tick.y <= FRAME.bottom + slack for tick in drawing.ticks)

    @given(PAIRS)
    def test_a_value_lies_where_the_ticks_say(self, pairs: list[tuple[int, int]]) -> None:
        plot = plot_of(pairs)
        drawing, found = drawn(plot, FRAME, room=40), scale(plot)
        unit = 200 / (found.below + found.above)
        for bar, point, (bar_value, line_value) in zip(drawing.bars, drawing.points, pairs, strict=True):
            end = bar.y if bar_value > 0 else bar.y + bar.height
            read = (drawing.zero - end) / unit * found.bars, (drawing.zero - point[1]) / unit * found.line
            assert read[0] == pytest.approx(bar_value, abs=found.bars * 1e-9)
            assert read[1] == pytest.approx(line_value, abs=found.line * 1e-9)

    @given(PAIRS)
    def test_steps_are_one_two_or_five_and_zero_is_among_them(self, pairs: list[tuple[int, int]]) -> None:
        plot = plot_of(pairs)
        for step in (scale(plot).bars, scale(plot).line):
            assert step == 0 or str(step).rstrip("0") in ("1", "2", "5")
        drawing = drawn(plot, FRAME, room=40)
        (zero,) = [tick for tick in drawing.ticks if tick.y == drawing.zero]
        assert (zero.bars, zero.line) == (0, 0)
        assert plotting.FEWEST <= len(drawing.ticks) - 1 <= plotting.MOST

    @pytest.mark.parametrize(
        ("bars", "line", "zero", "ticks"),
        [
            ((1, 4), (0, 100), 210, [(0, 0), (1, 20), (2, 40), (3, 60), (4, 80), (5, 100)]),
            ((-1, -4), (0, -80), 10, [(-4, -80), (-3, -60), (-2, -40), (-1, -20), (0, 0)]),
            ((0, 0), (0, 0), 210, [(0, 0), *[(None, None)] * 4]),
            ((7,), (-20,), 430 / 3, [(step * 2, step * 10) for step in range(-2, 5)]),
            ((0,), (300,), 210, [(0, 0), *((None, 50 * step) for step in range(1, 7))]),
        ],
    )
    def test_the_zero_line(
        self, bars: tuple[int, ...], line: tuple[int, ...], zero: float, ticks: list[tuple[int, int]]
    ) -> None:
        plot = Plot("", tuple(str(number) for number in range(len(bars))), bars, "", line, "")
        drawing = drawn(plot, FRAME, room=10)
        assert drawing.zero == pytest.approx(zero)
        assert [(tick.bars, tick.line) for tick in drawing.ticks] == ticks

    def test_labels_are_thinned_out_where_they_would_touch(self) -> None:
        drawing = drawn(plot_of([(1, 1)] * 100), FRAME, room=40)
        places = [label.x for label in drawing.labels]
        assert [label.text for label in drawing.labels][:3] == ["hour 0", "hour 10", "hour 20"]
        assert min(later - earlier for earlier, later in pairwise(places)) >= 40
        assert not drawing.dotted

    def test_a_long_label_is_cut(self) -> None:
        plot = Plot("", ("Mesa Principal de los Señores",), (1,), "", (1,), "")
        assert [label.text for label in drawn(plot, FRAME, room=40).labels] == ["Mesa Principal …"]


def asked(query: str = "", language: str = "en", paper: Paper = PAPER) -> HttpResponse:
    request = RequestFactory().get(f"/reports/day/{query}")
    request.user = SimpleNamespace(username="julia", get_full_name="Julia", get_role_display="Director")
    with translation.override(language):
        return answer(request, paper, "/reports/")


class TestPage:
    def test_values_in_the_readers_language(self) -> None:
        english, spanish = asked().content.decode(), asked(language="es").content.decode()
        for said in ("2026-11-21 23:05", "2,519,900", "−100", "12.34 %", "Amounts in ARS"):
            assert said in english, said
        for said in ("2026-11-21 23:05", "2.519.900", "−100", "12,34 %"):
            assert said in spanish, said

    def test_a_name_is_never_markup(self) -> None:
        page = asked().content.decode()
        assert "<script>alert" not in page
        assert page.count("&lt;script&gt;alert(&#x27;č&#x27;)&lt;/script&gt;") == 2

    def test_nothing_in_the_page_needs_leave_from_the_policy(self) -> None:
        page = asked().content.decode()
        assert " style=" not in page and "<style" not in page and " onclick=" not in page
        assert page.count("<script") == len(re.findall(r'<script (?:type="module" )?src="', page)) > 0

    def test_grids_have_caption_header_links_total_and_marks(self) -> None:
        page = asked().content.decode()
        assert "<caption>Moves</caption>" in page
        assert page.count('<th scope="col"') == 6 + 2 + 2
        assert '<a href="/moves/199/">2026-11-22 02:24</a>' in page
        assert page.count("<tfoot>") == 1
        assert page.count("To be looked at") == len(MOVES.abnormal) + 1
        assert '<td colspan="2" class="soft">There was none.</td>' in page

    def test_the_plot_is_a_picture_with_words_and_exact_places(self) -> None:
        page = asked(language="es").content.decode()
        svg = page[page.index("<svg") : page.index("</svg>") + 6]
        picture = ElementTree.fromstring(svg)  # noqa: S314
        assert picture.get("role") == "img"
        assert [part.text for part in picture if part.tag in ("title", "desc")] == [
            "By hour",
            "Bets: 0 … 400. House result: −30 … 25",
        ]
        assert len(picture.findall("rect")) == len(picture.findall("circle")) == 3
        places = [float(part.attrib[name]) for part in picture.iter("rect") for name in ("x", "y", "height")]
        assert all(0 <= place <= 1000 for place in places)

    def test_its_files_keep_what_was_asked_for(self) -> None:
        page = asked("?since=2026-11-21&as=paper").content.decode()
        for kind in ("csv", "pdf"):
            assert f'href="/reports/day/?since=2026-11-21&amp;as={kind}"' in page
        assert '<a href="/reports/" class="button"' in page

    def test_an_empty_report_is_a_page(self) -> None:
        page = asked(paper=Paper("e", "Empty")).content.decode()
        assert "<h1>Empty</h1>" in page and "Amounts" not in page

    def test_the_csv(self) -> None:
        given_back = asked("?as=csv")
        assert given_back["Content-Type"] == "text/csv; charset=utf-8"
        assert given_back["Content-Disposition"] == 'attachment; filename="day-2026-11-21.csv"'
        with translation.override("en"):
            assert given_back.content.decode() == as_csv(PAPER)

    def test_the_pdf(self) -> None:
        given_back = asked("?as=pdf")
        assert given_back["Content-Type"] == "application/pdf"
        assert given_back["Content-Disposition"] == 'attachment; filename="day-2026-11-21.pdf"'
        assert given_back.content.startswith(b"%PDF")
