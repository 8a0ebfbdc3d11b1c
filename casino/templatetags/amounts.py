"""The casino's currency in templates: `{% load amounts %}`. Amounts are shown with `|money`."""

from django import template

from casino.common import currency
from casino.common.answers import LOCAL
from casino.common.errors import Refusal

register = template.Library()


@register.simple_tag
def amount_form() -> str:
    """The pattern of what can be typed for an amount."""
    return currency.form(currency.decimals())


@register.simple_tag
def unclear_amount() -> str:
    """The sentence about what is not clearly one amount."""
    return Refusal("unclear_amount", **currency.unclear()).text(LOCAL)


@register.simple_tag
def decimals() -> int:
    """The number of decimals of the casino's currency."""
    return currency.decimals()
