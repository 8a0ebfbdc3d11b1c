"""Fonts, colours and text of a PDF. The standard PDF fonts lack č and −, so DejaVu is embedded."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby
from xml.sax.saxutils import escape

from django.conf import settings
from reportlab.lib.colors import Color, HexColor, black, white
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

REGULAR, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
INK, PAPER = black, white
SOFT, HAIR, TINT, SHADE = (HexColor(colour) for colour in ("#3c444a", "#cfd4d8", "#fff1d0", "#eceae4"))
BAR, PALE = HexColor("#6555cd"), HexColor("#c6bff3")
GAIN, LOSS, COURSE = (HexColor(colour) for colour in ("#00756a", "#a84a12", "#4b3bc4"))
PUNTO, BANCA, BRASS = (HexColor(colour) for colour in ("#0b5bd3", "#b9211a", "#735212"))
LEFT, CENTRE, RIGHT = TA_LEFT, TA_CENTER, TA_RIGHT
LEADING = 1.25  # of the size
MARK = "⚠"

_FONTS = [
    TTFont(name, str(settings.PRODUCT_DIR / "static" / "vendor" / "dejavu" / f"{name}.ttf"))
    for name in (REGULAR, BOLD)
]
for _font in _FONTS:
    registerFont(_font)
GLYPHS = frozenset.intersection(*(frozenset(font.face.charToGlyph) for font in _FONTS))  # code points
_LACKING: ContextVar[set[str]] = ContextVar("lacking", default=set())  # noqa: B039 - nobody looks at the default's


def face(bold: bool) -> str:
    """The name of the font."""
    return BOLD if bold else REGULAR


def width(text: str, bold: bool = False) -> float:
    """The width of the text on one line, in ems."""
    return float(stringWidth(text, face(bold), 1000)) / 1000


def one_line(text: object) -> str:
    """The text as it can be drawn, without line breaks and tabs."""
    return drawable(re.sub(r"[\r\n\t]+", " ", str(text)))


@contextmanager
def watching() -> Iterator[set[str]]:
    """The letters that the fonts lacked for what was written within this context."""
    lacking: set[str] = set()
    before = _LACKING.set(lacking)
    try:
        yield lacking
    finally:
        _LACKING.reset(before)


def drawable(text: str) -> str:
    """The text with the numbers of the letters that the fonts lack: 李 becomes [U+674E], and never an empty box."""
    return "".join(_written(have, run) for have, run in groupby(text, _has))


def _has(letter: str) -> bool:
    return letter == "\n" or ord(letter) in GLYPHS


def _written(have: bool, run: Iterable[str]) -> str:
    letters = list(run)
    if have:
        return "".join(letters)
    _LACKING.get().update(letters)
    return f"[{' '.join(f'U+{ord(letter):04X}' for letter in letters)}]"


def cut(text: str, room: float, bold: bool = False) -> str:
    """The text cut to `room` ems, with an ellipsis where it was longer."""
    if width(text, bold) <= room:
        return text
    while text and width(text + "…", bold) > room:
        text = text[:-1]
    return text + "…"


def paragraph(
    text: object, size: float, *, bold: bool = False, align: int = LEFT, ink: Color = INK
) -> Paragraph:
    """The text as a paragraph that wraps."""
    style = ParagraphStyle(
        "", fontName=face(bold), fontSize=size, leading=size * LEADING, alignment=align, textColor=ink
    )
    return Paragraph(escape(drawable(str(text))), style)
