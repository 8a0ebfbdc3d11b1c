"""The seal of a report in the PDF: a QR code, and beside it what it stands for."""

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Table

from tables.reports.renderers import pdf_text
from tables.reports.report import Seal

SIZE, NOTE = 24 * mm, 8


def seal(of: Seal) -> Table:
    """The code, and its text to the right."""
    code = Drawing(SIZE, SIZE)
    code.add(QrCodeWidget(of.code, barWidth=SIZE, barHeight=SIZE, barLevel="M"))
    laid = Table([[code, pdf_text.paragraph(of.text, NOTE, ink=pdf_text.SOFT)]], [SIZE + 4 * mm, None])
    laid.hAlign = "LEFT"
    laid.setStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (0, 0), (-1, -1), 0)])
    return laid
