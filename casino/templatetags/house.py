"""The house in templates: `{% load house %}`."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def house_name() -> str:
    """What the house is called."""
    return str(settings.HOUSE_NAME)
