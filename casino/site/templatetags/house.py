"""The house and its currency in templates: `{% load house %}`. Amounts are shown with `|money`."""

from typing import NamedTuple

from django import template
from django.urls import reverse

from casino.common import currency
from casino.common.answers import LOCAL
from casino.common.house import house
from casino.common.refusals import Refusal

register = template.Library()


@register.simple_tag
def house_name() -> str:
    """The name of the house."""
    return house().house_name


@register.simple_tag
def house_logo() -> str:
    """The address of the house's picture; empty if it has none."""
    return reverse("logo", args=[house().logo]) if house().logo else ""


class Head(NamedTuple):
    """The head of a paper: the address of the house's picture, empty without one, its name, and the lines under it."""

    logo: str
    name: str
    lines: list[str]


@register.simple_tag
def house_head() -> Head:
    """What stands at the head of a slip; what the house has not said is left out."""
    own = house()
    said = [own.house_address, own.tax_number, own.licence]
    return Head(house_logo(), own.house_name, [line for line in said if line])


@register.simple_tag
def house_languages() -> list[tuple[str, str]]:
    """(code, name) of each language that the house offers."""
    return house().languages


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
