"""A plot of a report in a PDF, from the same layout as the page's."""

from collections.abc import Iterator

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from casino.common.wording import lazy_text as _
from tables.reports.renderers import formatting, pdf_text, plot_layout
from tables.reports.renderers.plot_layout import Drawing, Frame
from tables.reports.report import Form, Plot, Text

HEIGHT, HEAD, FOOT, GAP = 140.0, 34.0, 16.0, 6.0  # points
TITLE, TEXT, DOT = 10.5, 7.0, 1.8


class PlotFlowable(Flowable):  # type: ignore[misc]
    """Takes the whole width. On the canvas y grows upward, in the drawing downward."""

    def __init__(self, plot: Plot) -> None:
        super().__init__()
        self.plot = plot

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Its width and height, in points."""
        self.width, self.height = width, HEIGHT
        return width, HEIGHT

    def draw(self) -> None:
        """Draw the title and the legend, then the plot."""
        drawing = _drawing(self.plot, self.width)
        self._head()
        self._grid(drawing)
        self._bars(drawing)
        self._line(drawing)
        self._words(drawing)

    def _head(self) -> None:
        self.canv.setFillColor(pdf_text.INK)
        self.canv.setFont(pdf_text.BOLD, TITLE)
        self.canv.drawString(0, HEIGHT - TITLE, pdf_text.one_line(self.plot.title))
        begin, middle = 0.0, HEIGHT - TITLE - 12
        for colour, said in self._legend():
            self.canv.setFillColor(colour)
            self.canv.rect(begin, middle - 3, 12, 6, stroke=0, fill=1)
            begin = 18 + self._name(begin + 16, middle, str(said))

    def _legend(self) -> Iterator[tuple[Color, Text]]:
        if self.plot.form is Form.SIGNED:
            yield from ((pdf_text.GAIN, _("won by the house")), (pdf_text.LOSS, _("lost by the house")))
        if self.plot.before:
            now, before = self.plot.names
            if self.plot.form is not Form.SIGNED:
                yield pdf_text.BAR, now
            yield pdf_text.PALE, before

    def _name(self, x: float, y: float, said: str) -> float:
        self.canv.setFillColor(pdf_text.SOFT)
        self.canv.setFont(pdf_text.REGULAR, TEXT + 0.5)
        self.canv.drawString(x, y - 2.5, said)
        return x + pdf_text.width(said) * (TEXT + 0.5)

    def _grid(self, drawing: Drawing) -> None:
        self.canv.setStrokeColor(pdf_text.HAIR)
        self.canv.setLineWidth(0.4)
        for tick in drawing.ticks:
            self._level(drawing.frame, tick.y)

    def _level(self, frame: Frame, y: float) -> None:
        self.canv.line(frame.left, HEIGHT - y, frame.right, HEIGHT - y)

    def _bars(self, drawing: Drawing) -> None:
        is_signed = self.plot.form is Form.SIGNED
        self.canv.setFillColor(pdf_text.PALE)
        for bar in drawing.before:
            self.canv.rect(bar.x, HEIGHT - bar.y - bar.height, bar.width, bar.height, stroke=0, fill=1)
        for bar in drawing.bars:
            colour = (pdf_text.LOSS if bar.is_loss else pdf_text.GAIN) if is_signed else pdf_text.BAR
            self.canv.setFillColor(colour)
            self.canv.rect(bar.x, HEIGHT - bar.y - bar.height, bar.width, bar.height, stroke=0, fill=1)
        self.canv.setStrokeColor(pdf_text.SOFT)
        self.canv.setLineWidth(0.7)
        self._level(drawing.frame, drawing.zero)

    def _line(self, drawing: Drawing) -> None:
        self.canv.setStrokeColor(pdf_text.COURSE)
        self.canv.setFillColor(pdf_text.PAPER)
        self.canv.setLineWidth(1.3)
        self.canv.setLineJoin(1)
        points = [(x, HEIGHT - y) for x, y in drawing.points]
        path = self.canv.beginPath()
        for number, point in enumerate(points):
            path.lineTo(*point) if number else path.moveTo(*point)
        self.canv.drawPath(path)
        for point in points if drawing.dotted else ():
            self.canv.circle(*point, DOT, fill=1)

    def _words(self, drawing: Drawing) -> None:
        self.canv.setFillColor(pdf_text.SOFT)
        self.canv.setFont(pdf_text.REGULAR, TEXT)
        for tick in drawing.ticks:
            level = HEIGHT - tick.y - TEXT / 3
            self.canv.drawRightString(drawing.frame.left - GAP, level, _on_axis(tick.value, drawing))
        for label in drawing.labels:
            self.canv.drawCentredString(
                label.x, HEIGHT - drawing.frame.bottom - FOOT + 4, pdf_text.drawable(label.text)
            )


def _drawing(plot: Plot, width: float) -> Drawing:
    found = plot_layout.scale(plot)
    room = max((pdf_text.width(str(label)) for label in plot.labels), default=0.0) * TEXT
    largest = found.step * max(found.below, found.above)
    shown = (formatting.compact(found.step * multiple, largest) for multiple in found.multiples())
    widest = max(map(pdf_text.width, shown)) * TEXT
    frame = Frame(max(widest + GAP, room / 2), HEAD, width - room / 2, HEIGHT - FOOT)
    return plot_layout.draw(plot, frame, room + GAP)


def _on_axis(amount: int | None, drawing: Drawing) -> str:
    largest = max(abs(tick.value or 0) for tick in drawing.ticks)
    return formatting.compact(amount, largest)
