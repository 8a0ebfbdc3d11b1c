"""Form fields for amounts: `{% load amounts %}`. Amounts are shown with `|money`."""

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.common import currency

register = template.Library()

EXAMPLE = 12_550  # smallest units


@register.simple_tag
def decimals() -> int:
    """The number of decimals of the casino's currency."""
    return currency.decimals()


@register.simple_tag
def money_field() -> SafeString:
    """The attributes of an input for an amount. static/js/act.js converts what is typed to the smallest unit."""
    places = currency.decimals()
    # Type text: a number field reads 10.000 as ten, and takes comma or point depending on the browser's language.
    return format_html(
        'data-money type="text" inputmode="{}" autocomplete="off" pattern="{}" title="{}"',
        "decimal" if places else "numeric",
        rf"[0-9]+([.,][0-9]{{1,{places}}})?" if places else r"[0-9]+|[0-9]{1,3}([., ][0-9]{3})+",
        typed(EXAMPLE),
    )


@register.filter
def typed(amount: int) -> str:
    """An amount as a person would type it, without grouping: 12550, or 125,50 with two decimals."""
    return number_format(currency.plain(amount), decimal_pos=currency.decimals(), use_l10n=True)
