"""Icons of the one sprite, Lucide's, for templates of both kinds."""

from functools import lru_cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

SPRITE = "vendor/lucide/icons.svg"


@lru_cache(maxsize=500)
def icon(name: str, size: int = 16) -> SafeString:
    """The icon `name` of the sprite as SVG, `size` pixels wide: 16, 20 or 24.

    A screen reader does not read it: a word stands beside it, or the label of its button says what it means."""
    classes = "i" if size == 16 else f"i i{size}"
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', classes, static(SPRITE), name
    )
