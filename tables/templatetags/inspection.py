"""Filters for the inspector's pages: `{% load inspection %}`."""

from django import template

from casino.common.listing import Filter

register = template.Library()


@register.filter
def chosen(field: Filter) -> str:
    """What was typed or chosen, in the words of the form."""
    labels = {value: label for _title, choices in field.groups for value, label in choices}
    return str(labels.get(field.said, field.said))
