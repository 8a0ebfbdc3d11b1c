"""How an amount is typed on a page: `{% load amounts %}`. Shown amounts are `|money`."""

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.common import currency

register = template.Library()

EXAMPLE = 12_550  # smallest units


@register.simple_tag
def decimals() -> int:
    """How many decimals the house's currency is written with."""
    return currency.decimals()


@register.simple_tag
def money_field() -> SafeString:
    """The attributes of an input for an amount; static/js/act.js sends what is typed there in smallest units."""
    places = currency.decimals()
    # Text: a number field takes 10.000 for ten, and a comma or a point as the browser's language wants it.
    return format_html(
        'data-money type="text" inputmode="{}" autocomplete="off" pattern="{}" title="{}"',
        "decimal" if places else "numeric",
        rf"[0-9]+([.,][0-9]{{1,{places}}})?" if places else r"[0-9]+|[0-9]{1,3}([., ][0-9]{3})+",
        typed(EXAMPLE),
    )


@register.filter
def typed(amount: int) -> str:
    """As a person would type it: 12550, or 125,50 with two decimals; no grouping."""
    return number_format(currency.plain(amount), decimal_pos=currency.decimals(), use_l10n=True)
