"""A report as a PDF on A4, to be printed and signed: upright, but for a matrix, which lies across. The same report and
time give the same bytes."""

import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from django.utils.translation import get_language
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Circle, Drawing, Polygon
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    HRFlowable,
    Image,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
    Table,
)

from casino.common.wording import text as gettext
from casino.house import logo
from tables.record.reglamentos.words import speaking
from tables.reports.renderers import formatting, pdf_text
from tables.reports.renderers.blocks import blocks, tens
from tables.reports.renderers.head import house_head
from tables.reports.renderers.pdf_plot import PlotFlowable
from tables.reports.renderers.pdf_section import PADDING, SMALLEST, table
from tables.reports.report import NUMBERS, KeyFigure, Report, Seal, Section, Text

PRODUCT = "No Va Más"
SIDE, TOP, FOOT = 15 * mm, 15 * mm, 18 * mm
ROOM, ACROSS = A4[0] - 2 * SIDE, A4[1] - 2 * SIDE  # points: what goes across a page, upright and lying
TITLE, HOUSE, LABEL, FIGURE, NOTE, SMALL = 16, 10, 7, 10, 8, 7.5  # points
LOGO = 45 * mm, 14 * mm  # at most
QR_CODE = 24 * mm
GAP, TO_SIGN = 5 * mm, 20 * mm  # between parts; the space above a line to sign on
WORDS, STRIP, SIGNATURES, BETWEEN = 4, 6, 3, 10 * mm  # in a row; the space between two signatures

Style = tuple[object, ...]
Item = TypeVar("Item")


def as_pdf(report: Report, printed: datetime, by: str = "") -> bytes:
    """The file, in the active language; `by`: who prints it. It is laid out twice, as each foot says how many pages
    there are."""
    with speaking(report.reglamento), pdf_text.watching() as lacking:
        said = formatting.printed(printed, by)
        pages, _ = _laid_out(report, printed, said, lacking, pages=0)
        return _laid_out(report, printed, said, lacking, pages)[1]


def _laid_out(
    report: Report, printed: datetime, said: str, lacking: set[str], pages: int
) -> tuple[int, bytes]:
    """The number of pages, and the file; `pages`: how many the foot says."""
    made, title = io.BytesIO(), pdf_text.one_line(report.title)
    about = {"title": title, "author": house_head().name, "creator": PRODUCT, "lang": get_language()}
    document = BaseDocTemplate(made, pagesize=A4, invariant=1, **about)
    names = " · ".join(filter(None, (house_head().name, title, pdf_text.one_line(report.period))))

    def foot(across: float, canvas: Canvas, document: BaseDocTemplate) -> None:
        _foot(canvas, across, names, f"{said} · {document.page} / {pages}")

    upright = _page("upright", A4, partial(foot, ROOM))
    document.addPageTemplates([upright, _page("across", landscape(A4), partial(foot, ACROSS))])
    parts = list(_parts(report))
    document.build([*parts, *_without(lacking)], canvasmaker=partial(_canvas, printed))
    return document.page, made.getvalue()


def _page(name: str, size: tuple[float, float], foot: Any) -> PageTemplate:
    frame = Frame(SIDE, FOOT, size[0] - 2 * SIDE, size[1] - TOP - FOOT, 0, 0, 0, 0)
    return PageTemplate(name, [frame], onPageEnd=foot, pagesize=size)


def _canvas(printed: datetime, *given: Any, **named: Any) -> Canvas:
    canvas = Canvas(*given, **named)
    canvas.setDateFormatter(lambda *now: f"D:{printed.astimezone(UTC):%Y%m%d%H%M%S}Z00'00'")
    return canvas


def _foot(canvas: Canvas, across: float, names: str, said: str) -> None:
    """Write whose and what it is, and what is said, at the foot of a page with this room across, in points."""
    level, room = FOOT - 8 * mm, (across - GAP) / SMALL - pdf_text.width(said)
    canvas.setFillColor(pdf_text.SOFT)
    canvas.setFont(pdf_text.REGULAR, SMALL)
    canvas.drawString(SIDE, level, pdf_text.cut(pdf_text.one_line(names), room))
    canvas.drawRightString(SIDE + across, level, pdf_text.one_line(said))


def _parts(report: Report) -> Iterator[Flowable]:
    yield from _head(report)
    words = [figure for figure in report.key_figures if figure.kind not in NUMBERS]
    numbers = [figure for figure in report.key_figures if figure.kind in NUMBERS]
    for figures, most in ((words, WORDS), (numbers, STRIP)):
        if figures:
            yield from (_key_figures(figures, most), Spacer(0, GAP))
    for plot in report.plots:
        yield from (PlotFlowable(plot), Spacer(0, GAP))
    yield from _sections(report)
    footnotes = [f"{footnote.label} {footnote.words}" for footnote in report.footnotes]
    notes = [pdf_text.paragraph(note, NOTE, ink=pdf_text.SOFT) for note in (*footnotes, *report.notes)]
    for note in notes[:-1]:
        yield from (note, Spacer(0, NOTE / 3))
    if report.seal:
        yield from (_seal(report.seal), Spacer(0, GAP))
    # The lines to sign on stay with the last note, so that they never stand alone on a page.
    last = [*notes[-1:], *chain.from_iterable(map(_signatures, _by(SIGNATURES, report.signatures)))]
    yield from [KeepTogether(last)] if last else []


def _sections(report: Report) -> Iterator[Flowable]:
    """The upright ones first: each matrix has pages of its own, and what follows it begins a new one."""
    for section in report.sections:
        if not section.is_matrix:
            yield from chain.from_iterable(
                (table(one, ROOM), Spacer(0, GAP)) for one in _fitting(section, ROOM)
            )
    lying = [one for one in report.sections if one.is_matrix]
    for section in lying:
        for one in chain.from_iterable(map(tens, _fitting(section, ACROSS))):
            yield from (NextPageTemplate("across"), PageBreak(), table(one, ACROSS))
    if lying:
        yield from (NextPageTemplate("upright"), PageBreak())


def _fitting(section: Section[Any], room: float) -> list[Section[Any]]:
    """The section in blocks whose letters are no smaller than SMALLEST."""

    def bold(text: str) -> float:
        return pdf_text.width(pdf_text.one_line(text), bold=True)

    return blocks(section, room / SMALLEST, bold, 2 * PADDING)


def _without(lacking: set[str]) -> Iterator[Flowable]:
    """A note that explains [U+674E], on a paper on which it stands."""
    if lacking:
        said = gettext("Letters that this paper has no form for are written by their number: %(example)s.")
        yield CondPageBreak(GAP + 3 * NOTE)
        yield Spacer(0, GAP)
        yield pdf_text.paragraph(said % {"example": min(lacking)}, NOTE, ink=pdf_text.SOFT)


def _head(report: Report) -> Iterator[Flowable]:
    """Whose paper it is, what it says, of when, and against when."""
    house, picture = house_head(), logo.present()
    mark: Flowable = Image(io.BytesIO(picture), *LOGO, kind="proportional") if picture else _mark()
    lines = [pdf_text.paragraph(line, NOTE, ink=pdf_text.SOFT) for line in house.lines]
    whose = [pdf_text.paragraph(house.name, HOUSE, bold=True), *lines]
    left = mark.drawWidth + 4 * mm if picture else 14 * mm
    laid = Table([[mark, whose]], [left, ROOM - left], hAlign="LEFT")
    laid.setStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *_no_padding()])
    yield laid
    yield Spacer(0, 3 * mm)
    yield pdf_text.paragraph(report.title, TITLE, bold=True)
    yield Spacer(0, 1 * mm)
    compared = f"{gettext('Compared with:')} {report.compared}" if report.compared else ""
    said = filter(None, (str(report.period), compared, formatting.amounts_in(report)))
    yield pdf_text.paragraph(" · ".join(said), NOTE, ink=pdf_text.SOFT)
    yield HRFlowable(width="100%", thickness=1.2, color=pdf_text.INK, spaceBefore=1.5 * mm, spaceAfter=GAP)


def _mark() -> Drawing:
    """The product's mark, where the house has no logo: two rings and a lozenge."""
    size = 10 * mm
    drawn, unit = Drawing(size, size), size / 36
    for x, colour in ((13, pdf_text.PUNTO), (23, pdf_text.BANCA)):
        ring = Circle(
            x * unit, 18 * unit, 8.5 * unit, fillColor=None, strokeColor=colour, strokeWidth=3.2 * unit
        )
        drawn.add(ring)
    points = [number * unit for number in (18, 13.2, 21, 18, 18, 22.8, 15, 18)]
    drawn.add(Polygon(points, fillColor=pdf_text.BRASS, strokeColor=None))
    return drawn


def _no_padding() -> Iterator[Style]:
    for side in ("LEFT", "RIGHT", "TOP", "BOTTOM"):
        yield f"{side}PADDING", (0, 0), (-1, -1), 0


def _key_figures(figures: Sequence[KeyFigure], most: int) -> Table:
    """In rows that are as long as each other, of at most so many."""
    rows = -(-len(figures) // most)
    each = -(-len(figures) // rows)
    cells = [*map(_key_figure, figures), *[""] * (-len(figures) % each)]
    laid = Table(_by(each, cells), [ROOM / each] * each)
    laid.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("GRID", (0, 0), (-1, -1), 0.4, pdf_text.HAIR),
            *_tints(figures, each),
        ]
    )
    return laid


def _key_figure(figure: KeyFigure) -> list[Flowable]:
    value = formatting.for_reader(figure.value, figure.kind)
    shown = f"{pdf_text.MARK} {value}" if figure.abnormal else value
    label = pdf_text.paragraph(figure.label, LABEL, ink=pdf_text.SOFT)
    before = " · ".join(filter(None, (formatting.change(figure), formatting.before(figure))))
    under = [pdf_text.paragraph(before, LABEL, ink=pdf_text.SOFT)] if before else []
    return [label, pdf_text.paragraph(shown, FIGURE, bold=True), *under]


def _tints(figures: Sequence[KeyFigure], each: int) -> Iterator[Style]:
    for number, figure in enumerate(figures):
        if figure.abnormal:
            place = (number % each, number // each)
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


def _seal(seal: Seal) -> Table:
    """A QR code, and to the right of it what it stands for."""
    code = Drawing(QR_CODE, QR_CODE)
    code.add(QrCodeWidget(seal.code, barWidth=QR_CODE, barHeight=QR_CODE, barLevel="M"))
    text = pdf_text.paragraph(seal.text, NOTE, ink=pdf_text.SOFT)
    laid = Table([[code, text]], [QR_CODE + 4 * mm, None], hAlign="LEFT")
    laid.setStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (0, 0), (-1, -1), 0)])
    return laid
