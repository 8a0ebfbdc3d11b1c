"""A report as a PDF on A4, to be printed and signed. The same report and time give the same bytes."""

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
    Image,
    KeepTogether,
    PageTemplate,
    Spacer,
    Table,
)

from casino.common.wording import text as gettext
from casino.house import logo
from tables.house_reglamentos.words import speaking
from tables.reports.renderers import formatting, pdf_text
from tables.reports.renderers.blocks import blocks
from tables.reports.renderers.pdf_plot import PlotFlowable
from tables.reports.renderers.pdf_seal import seal
from tables.reports.renderers.pdf_section import table
from tables.reports.report import KeyFigure, Report, Text

HOUSE = "No Va Más"
SIDE, TOP, FOOT = 15 * mm, 15 * mm, 18 * mm
ROOM = A4[0] - 2 * SIDE
TITLE, LABEL, FIGURE, NOTE, SMALL = 16, 7, 10, 8, 7.5  # points
LOGO = 60 * mm, 14 * mm  # at most
GAP, TO_SIGN = 5 * mm, 20 * mm  # between parts; the space above a line to sign on
KEY_FIGURES, SIGNATURES, BETWEEN = 4, 3, 10 * mm  # in a row; the space between two signatures

Style = tuple[object, ...]
Item = TypeVar("Item")


class Pages(Canvas):  # type: ignore[misc]
    """Keeps the pages until their number is known, then writes it at the foot of each."""

    def __init__(self, *args: Any, title: str, printed: datetime, **named: Any) -> None:
        super().__init__(*args, **named)
        self._title, self._printed = title, formatting.printed(printed)
        self.setDateFormatter(lambda *now: f"D:{printed.astimezone(UTC):%Y%m%d%H%M%S}Z00'00'")
        self._held: list[dict[str, Any]] = []

    def showPage(self) -> None:
        """Keep a finished page."""
        self._held.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Write the kept pages with their feet."""
        for number, page in enumerate(self._held, 1):
            self.__dict__.update(page)
            self._foot(f"{number} / {len(self._held)}")
            super().showPage()
        super().save()

    def _foot(self, number: str) -> None:
        said, level = f"{self._printed} · {number}", FOOT - 8 * mm
        room = (ROOM - GAP) / SMALL - pdf_text.width(said)
        self.setFillColor(pdf_text.SOFT)
        self.setFont(pdf_text.REGULAR, SMALL)
        self.drawString(SIDE, level, pdf_text.cut(self._title, room))
        self.drawRightString(SIDE + ROOM, level, said)


def as_pdf(report: Report, printed: datetime) -> bytes:
    """The file, in the active language."""
    made, title = io.BytesIO(), pdf_text.one_line(report.title)
    about = {"title": title, "author": HOUSE, "creator": HOUSE, "lang": get_language()}
    document = BaseDocTemplate(made, pagesize=A4, invariant=1, **about)
    frame = Frame(SIDE, FOOT, ROOM, A4[1] - TOP - FOOT, 0, 0, 0, 0)
    document.addPageTemplates(PageTemplate(frames=[frame]))
    pages = partial(Pages, title=title, printed=printed)
    with speaking(report.reglamento), pdf_text.watching() as lacking:
        parts = list(_parts(report))
        document.build([*parts, *_without(lacking)], canvasmaker=pages)
    return made.getvalue()


def _parts(report: Report) -> Iterator[Flowable]:
    yield from _head(report)
    if report.key_figures:
        yield from (_key_figures(report.key_figures), Spacer(0, GAP))
    for plot in report.plots:
        yield from (PlotFlowable(plot), Spacer(0, GAP))
    for section in chain.from_iterable(map(blocks, report.sections)):
        yield from (table(section, ROOM), Spacer(0, GAP))
    footnotes = [f"{footnote.label} {footnote.words}" for footnote in report.footnotes]
    notes = [pdf_text.paragraph(note, NOTE, ink=pdf_text.SOFT) for note in (*footnotes, *report.notes)]
    for note in notes[:-1]:
        yield from (note, Spacer(0, NOTE / 3))
    if report.seal:
        yield from (seal(report.seal), Spacer(0, GAP))
    # The lines to sign on stay with the last note, so that they never stand alone on a page.
    last = [*notes[-1:], *chain.from_iterable(map(_signatures, _by(SIGNATURES, report.signatures)))]
    yield from [KeepTogether(last)] if last else []


def _without(lacking: set[str]) -> Iterator[Flowable]:
    """What [U+674E] means, on a paper on which it stands."""
    if lacking:
        said = gettext("Letters that this paper has no form for are written by their number: %(example)s.")
        yield Spacer(0, GAP)
        yield pdf_text.paragraph(said % {"example": min(lacking)}, NOTE, ink=pdf_text.SOFT)


def _head(report: Report) -> Iterator[Flowable]:
    if picture := logo.present():
        yield Image(io.BytesIO(picture), *LOGO, kind="proportional", hAlign="LEFT")
        yield Spacer(0, 2 * mm)
    yield pdf_text.paragraph(report.title, TITLE, bold=True)
    yield Spacer(0, 1 * mm)
    yield pdf_text.paragraph(formatting.amounts_in(report), NOTE, ink=pdf_text.SOFT)
    yield HRFlowable(width="100%", thickness=1.2, color=pdf_text.INK, spaceBefore=1.5 * mm, spaceAfter=GAP)


def _key_figures(figures: tuple[KeyFigure, ...]) -> Table:
    cells = [*map(_key_figure, figures), *[""] * (-len(figures) % KEY_FIGURES)]
    laid = Table(_by(KEY_FIGURES, cells), [ROOM / KEY_FIGURES] * KEY_FIGURES)
    laid.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("GRID", (0, 0), (-1, -1), 0.4, pdf_text.HAIR),
            *_tints(figures),
        ]
    )
    return laid


def _key_figure(figure: KeyFigure) -> list[Flowable]:
    value = formatting.for_reader(figure.value, figure.kind)
    shown = f"{pdf_text.MARK} {value}" if figure.abnormal else value
    label = pdf_text.paragraph(figure.label, LABEL, ink=pdf_text.SOFT)
    return [label, pdf_text.paragraph(shown, FIGURE, bold=True)]


def _tints(figures: tuple[KeyFigure, ...]) -> Iterator[Style]:
    for number, figure in enumerate(figures):
        if figure.abnormal:
            place = (number % KEY_FIGURES, number // KEY_FIGURES)
            yield "BACKGROUND", place, place, pdf_text.TINT


def _signatures(who: Sequence[Text]) -> list[Flowable]:
    width = (ROOM - BETWEEN * (SIGNATURES - 1)) / SIGNATURES
    line: list[Flowable | str] = []
    for name in who:
        line += [pdf_text.paragraph(name, NOTE, align=pdf_text.CENTRE), ""]
    laid = Table([line[:-1]], ([width, BETWEEN] * len(who))[:-1], hAlign="LEFT")
    laid.setStyle([("LINEABOVE", (at, 0), (at, 0), 0.8, pdf_text.INK) for at in range(0, len(line), 2)])
    return [Spacer(0, TO_SIGN), laid]


def _by(number: int, items: Sequence[Item]) -> list[Sequence[Item]]:
    return [items[begin : begin + number] for begin in range(0, len(items), number)]
