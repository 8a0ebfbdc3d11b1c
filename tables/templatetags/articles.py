"""The link to an article's own words: `{% load articles %}`."""

from django import template

from tables.screens.voice import link_to_article

register = template.Library()


@register.simple_tag
def article(number: str, reglamento: str | None, table: str = "") -> str:
    """ "Art. 29", linked to its words where the reglamento has such an article. `table`: with this table's settings."""
    return link_to_article(number, reglamento, table)
