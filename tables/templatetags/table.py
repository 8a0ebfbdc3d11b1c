"""What the screens' templates say with: `{% load table %}`."""

import json
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.common import currency
from tables.labels import game
from tables.rules.seats import SEATS

register = template.Library()


@register.filter
def money(amount: int | None) -> str:
    """An amount in the reader's grouping, 12.500; nothing for None."""
    return "" if amount is None else currency.written(amount)


@register.filter
def typed(amount: int) -> str:
    """An amount as a person would type it: 12500, 125.00."""
    return currency.plain(amount)


@register.filter
def signed(amount: int) -> str:
    """An amount that says whether it came or went: +200, −200, 0."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return sign + money(abs(amount))


@register.filter
def at(mapping: dict[Any, Any], key: Any) -> Any:
    """What lies under `key`, or None."""
    return mapping.get(key)


@register.filter
def add_text(text: str, more: object) -> str:
    """`text` with `more` behind it: seat-, 3 → seat-3."""
    return f"{text}{more}"


@register.filter
def phase_word(phase: str) -> str:
    """A phase for a reader."""
    return game.phase_word(phase)


@register.filter
def title_word(reglamento: str | None) -> str:
    """A reglamento's own title."""
    return game.title_word(reglamento)


@register.simple_tag
def chance_word(snapshot: dict[str, Any], chance: str) -> str:
    """A chance or a result in the words of that house and language."""
    return game.chance_word(snapshot["reglamento"], chance)


@register.simple_tag
def chance_letter(snapshot: dict[str, Any], chance: str) -> str:
    """The letter that doubles the colour of a side."""
    return game.chance_letter(snapshot["reglamento"], chance)


@register.simple_tag(takes_context=True)
def fragment(context: template.Context, element: str) -> str:
    """A part of the screen, for its place in the whole page."""
    found: str = context["fragments"][element.replace("-", "_")]
    return found


@register.simple_tag
def seat_numbers() -> range:
    """Seats 1 to 14."""
    return SEATS


@register.simple_tag
def command(name: str, **fields: Any) -> SafeString:
    """The attribute that makes a button or a form a command: data-command="{…}"."""
    given = {field: value for field, value in fields.items() if value is not None}
    return format_html('data-command="{}"', json.dumps({"command": name, **given}, ensure_ascii=False))
