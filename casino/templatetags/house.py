"""The house in templates: `{% load house %}`."""

from django import template
from django.conf import settings
from django.urls import reverse

from casino.common import languages

register = template.Library()


@register.simple_tag
def house_name() -> str:
    """What the house is called."""
    return str(settings.HOUSE_NAME)


@register.simple_tag
def house_logo() -> str:
    """The address of the house's picture; empty if it has none."""
    return reverse("logo", args=[settings.LOGO]) if settings.LOGO else ""


@register.simple_tag
def house_languages() -> list[tuple[str, str]]:
    """(code, name) of each language that the house offers."""
    return languages.offered()
