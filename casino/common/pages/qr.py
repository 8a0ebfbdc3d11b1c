"""A QR code as part of a page."""

import segno
from django.utils.safestring import SafeString, mark_safe


def as_svg(text: str) -> SafeString:
    """The code as an inline SVG, black on white in any theme; how large it is, the page's style says (`.qr`)."""
    code = segno.make(text, error="m", micro=False)
    # segno writes numbers and paths alone, and never the text itself.
    return mark_safe(code.svg_inline(border=4, light="#fff", svgclass="qr", omitsize=True))  # noqa: S308
