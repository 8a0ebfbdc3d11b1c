"""A report as a PDF on A4, to be printed, signed and kept. The same paper and time give the same bytes."""

import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from django.utils.translation import get_language
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    HRFlowable,
    KeepTogether,
    PageTemplate,
    Spacer,
    Table,
)

from tables.reports import pdf_letters as letters
from tables.reports import written
from tables.reports.paper import Fact, Paper, Text
from tables.reports.pdf_grid import table
from tables.reports.pdf_plot import PlotOnPaper

HOUSE = "No Va Más"
SIDE, TOP, FOOT = 15 * mm, 15 * mm, 18 * mm
ROOM = A4[0] - 2 * SIDE
TITLE, LABEL, FIGURE, NOTE, SMALL = 16, 7, 10, 8, 7.5  # points
GAP, TO_SIGN = 5 * mm, 20 * mm  # between parts; the room for a hand above its line
FACTS, SIGNATURES, BETWEEN = 4, 3, 10 * mm  # in a row; and between two signatures

Style = tuple[object, ...]
Thing = TypeVar("Thing")


class Pages(Canvas):  # type: ignore[misc]
    """Holds every page back until their number is known, then writes it below each."""

    def __init__(self, *args: Any, title: str, printed: datetime, **named: Any) -> None:
        super().__init__(*args, **named)
        self._title, self._printed = title, written.printed(printed)
        self.setDateFormatter(lambda *now: f"D:{printed.astimezone(UTC):%Y%m%d%H%M%S}Z00'00'")
        self._held: list[dict[str, Any]] = []

    def showPage(self) -> None:
        """A page is full."""
        self._held.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """All pages are full."""
        for number, page in enumerate(self._held, 1):
            self.__dict__.update(page)
            self._foot(f"{number} / {len(self._held)}")
            super().showPage()
        super().save()

    def _foot(self, number: str) -> None:
        said, level = f"{self._printed} · {number}", FOOT - 8 * mm
        room = (ROOM - GAP) / SMALL - letters.width(said)
        self.setFillColor(letters.SOFT)
        self.setFont(letters.REGULAR, SMALL)
        self.drawString(SIDE, level, letters.cut(self._title, room))
        self.drawRightString(SIDE + ROOM, level, said)


def as_pdf(paper: Paper, printed: datetime) -> bytes:
    """The file, in the active language."""
    made, title = io.BytesIO(), letters.one_line(paper.title)
    about = {"title": title, "author": HOUSE, "creator": HOUSE, "lang": get_language()}
    document = BaseDocTemplate(made, pagesize=A4, invariant=1, **about)
    frame = Frame(SIDE, FOOT, ROOM, A4[1] - TOP - FOOT, 0, 0, 0, 0)
    document.addPageTemplates(PageTemplate(frames=[frame]))
    pages = partial(Pages, title=title, printed=printed)
    document.build(list(_parts(paper)), canvasmaker=pages)
    return made.getvalue()


def _parts(paper: Paper) -> Iterator[Flowable]:
    yield from _head(paper)
    if paper.facts:
        yield from (_facts(paper.facts), Spacer(0, GAP))
    for plot in paper.plots:
        yield from (PlotOnPaper(plot), Spacer(0, GAP))
    for grid in paper.grids:
        yield from (table(grid, ROOM), Spacer(0, GAP))
    notes = [letters.paragraph(note, NOTE, ink=letters.SOFT) for note in paper.notes]
    for note in notes[:-1]:
        yield from (note, Spacer(0, NOTE / 3))
    # No page with nothing on it but lines to sign on, where there is anything to be said.
    last = [*notes[-1:], *chain.from_iterable(map(_signatures, _by(SIGNATURES, paper.signatures)))]
    yield from [KeepTogether(last)] if last else []


def _head(paper: Paper) -> Iterator[Flowable]:
    yield letters.paragraph(paper.title, TITLE, bold=True)
    yield Spacer(0, 1 * mm)
    yield letters.paragraph(written.amounts_in(paper), NOTE, ink=letters.SOFT)
    yield HRFlowable(width="100%", thickness=1.2, color=letters.INK, spaceBefore=1.5 * mm, spaceAfter=GAP)


def _facts(facts: tuple[Fact, ...]) -> Table:
    cells = [*map(_fact, facts), *[""] * (-len(facts) % FACTS)]
    laid = Table(_by(FACTS, cells), [ROOM / FACTS] * FACTS)
    laid.setStyle(
        [("VALIGN", (0, 0), (-1, -1), "TOP"), ("GRID", (0, 0), (-1, -1), 0.4, letters.HAIR), *_tints(facts)]
    )
    return laid


def _fact(fact: Fact) -> list[Flowable]:
    figure = written.for_reader(fact.value, fact.kind)
    shown = f"{letters.MARK} {figure}" if fact.abnormal else figure
    label = letters.paragraph(fact.label, LABEL, ink=letters.SOFT)
    return [label, letters.paragraph(shown, FIGURE, bold=True)]


def _tints(facts: tuple[Fact, ...]) -> Iterator[Style]:
    for number, fact in enumerate(facts):
        if fact.abnormal:
            place = (number % FACTS, number // FACTS)
            yield "BACKGROUND", place, place, letters.TINT


def _signatures(who: Sequence[Text]) -> list[Flowable]:
    width = (ROOM - BETWEEN * (SIGNATURES - 1)) / SIGNATURES
    line: list[Flowable | str] = []
    for name in who:
        line += [letters.paragraph(name, NOTE, align=letters.CENTRE), ""]
    laid = Table([line[:-1]], ([width, BETWEEN] * len(who))[:-1], hAlign="LEFT")
    laid.setStyle([("LINEABOVE", (at, 0), (at, 0), 0.8, letters.INK) for at in range(0, len(line), 2)])
    return [Spacer(0, TO_SIGN), laid]


def _by(number: int, things: Sequence[Thing]) -> list[Sequence[Thing]]:
    return [things[begin : begin + number] for begin in range(0, len(things), number)]
