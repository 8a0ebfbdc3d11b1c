"""Filters and tags for the templates of the screens: `{% load table %}`."""

import json
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.templatetags import i18n
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from casino.common import currency, wording
from tables.labels import game, settings
from tables.rules.reglamento import SettingValue
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
    """An amount with its sign: +200, −200, 0."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return sign + money(abs(amount))


@register.filter
def at(mapping: dict[Any, Any], key: Any) -> Any:
    """The value of `key` in a mapping, or None."""
    return mapping.get(key)


@register.filter
def add_text(text: str, more: object) -> str:
    """`text` followed by `more`: seat-, 3 → seat-3."""
    return f"{text}{more}"


@register.filter
def colon(title: object) -> str:
    """A title with the colon of the language."""
    return wording.colon(title)


@register.filter
def worded(english: str) -> str:
    """A word that the record keeps in English, such as a role, in the active words and language."""
    return wording.text(english)


@register.filter
def percent(number: float) -> str:
    """A number of per cent with one decimal: 12,3 %."""
    return wording.percent(floatformat(number, 1))


@register.filter
def phase_label(phase: str) -> str:
    """The label of a phase."""
    return game.phase_label(phase)


@register.filter
def reglamento_title(reglamento: str | None) -> str:
    """A reglamento's own title."""
    return game.reglamento_title(reglamento)


@register.filter
def setting_label(name: str) -> Promise:
    """The label of a setting of the table."""
    return settings.SETTING_LABELS[name]


@register.filter
def setting_value(value: SettingValue, name: str) -> str:
    """A value of the setting of that name."""
    return settings.setting_value(name, value)


@register.simple_tag
def chance_label(snapshot: dict[str, Any], chance: str) -> str:
    """The label of a chance or a result under the table's reglamento."""
    return game.chance_label(snapshot["reglamento"], chance)


@register.simple_tag
def chance_letter(snapshot: dict[str, Any], chance: str) -> str:
    """The letter shown with the colour of a side."""
    return game.chance_letter(snapshot["reglamento"], chance)


@register.simple_tag(takes_context=True)
def fragment(context: template.Context, element: str) -> str:
    """The HTML of a part of the screen, for its place in the whole page."""
    found: str = context["fragments"][element.replace("-", "_")]
    return found


class TranslateNode(template.Node):
    """`{% translate "…" %}` of Django, except for what the table's reglamento says in its own words."""

    def __init__(self, general: i18n.TranslateNode) -> None:
        self._general = general

    def render(self, context: template.Context) -> str:
        """The text, or nothing if it is kept `as` a variable."""
        variable = self._general.filter_expression.var
        own = wording.own(str(variable.literal)) if variable.literal is not None else None
        if own is None:
            return str(self._general.render(context))
        if self._general.asvar is None:
            return conditional_escape(own)
        context[self._general.asvar] = own
        return ""


@register.tag
def translate(parser: template.base.Parser, token: template.base.Token) -> TranslateNode:
    """Replaces Django's tag of this name where this library is loaded after `i18n`."""
    return TranslateNode(i18n.do_translate(parser, token))


@register.simple_tag
def seat_numbers() -> range:
    """Seats 1 to 14."""
    return SEATS


@register.simple_tag
def command(name: str, **fields: Any) -> SafeString:
    """The attribute with which a button or form sends a command: data-command="{…}"."""
    given = {field: value for field, value in fields.items() if value is not None}
    return format_html('data-command="{}"', json.dumps({"command": name, **given}, ensure_ascii=False))
