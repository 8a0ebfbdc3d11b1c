"""The link to an article's own words: `{% load articles %}`."""

from django import template
from django.urls import reverse

from tables.house_reglamentos.shelf import resolve

register = template.Library()


@register.inclusion_tag("articles/link.html")
def article(number: str, reglamento: str | None, table: str = "") -> dict[str, str | None]:
    """ "Art. 29", linked to its words where the reglamento has such an article. `table`: with this table's settings."""
    known = bool(number and reglamento and number in resolve(reglamento).source.articles)
    if not known:
        return {"number": number, "address": None}
    to_table, to_text = ("table-article", [table, number]), ("article", [reglamento, number])
    name, arguments = to_table if table else to_text
    return {"number": number, "address": reverse(name, args=arguments)}
