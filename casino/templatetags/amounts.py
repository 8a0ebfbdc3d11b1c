"""The casino's currency in templates: `{% load amounts %}`. Amounts are shown with `|money`."""

from django import template

from casino.common import currency

register = template.Library()


@register.simple_tag
def decimals() -> int:
    """The number of decimals of the casino's currency."""
    return currency.decimals()
