"""Filters and tags for the templates of the screens: `{% load table %}`."""

from typing import Any

from django import template
from django.templatetags import i18n
from django.utils.html import conditional_escape

from casino.accounts.access import tables_of
from casino.accounts.models import User
from casino.accounts.permissions import Right, may
from casino.common import currency, wording
from ledger.cage.models import Shift
from tables.engine.commands import COMMUTING, INCIDENTS
from tables.facts.table import shift
from tables.labels import game
from tables.labels.tours import Step
from tables.rules.cards import RANKS
from tables.rules.seats import SEATS
from tables.screen import TableView
from tables.screens.tour import has_tour, steps_for
from tables.screens.voice import signed

register = template.Library()
register.filter(signed)


@register.filter
def money(amount: int | None) -> str:
    """An amount in the reader's grouping, 12.500; nothing for None."""
    return "" if amount is None else currency.written(amount)


@register.filter
def at(mapping: dict[Any, Any], key: Any) -> Any:
    """The value of `key` in a mapping, or None."""
    return mapping.get(key)


@register.filter
def add_text(text: str, more: object) -> str:
    """`text` followed by `more`: seat-, 3 → seat-3."""
    return f"{text}{more}"


@register.simple_tag
def newest_shift(view: TableView) -> Shift | None:
    """The table's newest shift, open or closed."""
    return shift(view)


@register.filter
def colon(title: object) -> str:
    """A title with the colon of the language."""
    return wording.colon(title)


@register.filter
def worded(english: str) -> str:
    """A word that the record keeps in English, such as a role, in the active words and language."""
    return wording.text(english)


@register.filter
def phase_label(phase: str) -> str:
    """The label of a phase."""
    return game.phase_label(phase)


@register.filter
def reglamento_title(reglamento: str | None) -> str:
    """A reglamento's own title."""
    return game.reglamento_title(reglamento)


@register.simple_tag(takes_context=True)
def tour(context: template.Context) -> tuple[Step, ...]:
    """The tour of this screen, if it is to begin now."""
    return steps_for(context["request"]) if "request" in context else ()


@register.simple_tag(takes_context=True)
def tour_of_this(context: template.Context) -> bool:
    """Whether there is a tour of this screen."""
    return "request" in context and has_tour(context["request"])


@register.simple_tag
def commuting() -> str:
    """The commands that a screen sends without the version that was seen."""
    return " ".join(COMMUTING)


@register.simple_tag
def chance_label(snapshot: dict[str, Any], chance: str) -> str:
    """The label of a chance or a result under the table's reglamento."""
    return game.chance_label(snapshot["reglamento"], chance)


@register.simple_tag(takes_context=True)
def fragment(context: template.Context, element: str) -> str:
    """The HTML of a part of the screen, for its place in the whole page."""
    found: str = context["fragments"][element.replace("-", "_")]
    return found


class TranslateNode(template.Node):
    """`{% translate "…" %}` of Django, except for what the table's reglamento says in its own words."""

    def __init__(self, general: i18n.TranslateNode) -> None:
        self._general = general

    def render(self, context: template.Context) -> str:
        """The text, or nothing if it is kept `as` a variable."""
        variable = self._general.filter_expression.var
        own = wording.own(str(variable.literal)) if variable.literal is not None else None
        if own is None:
            return str(self._general.render(context))
        if self._general.asvar is None:
            return conditional_escape(own)
        context[self._general.asvar] = own
        return ""


@register.tag
def translate(parser: template.base.Parser, token: template.base.Token) -> TranslateNode:
    """Replaces Django's tag of this name where this library is loaded after `i18n`."""
    return TranslateNode(i18n.do_translate(parser, token))


@register.simple_tag
def has_right(role: str, right: str) -> bool:
    """Whether `role` has the right of this name (`casino.accounts.permissions.Right`)."""
    return may(role, Right[right])


@register.simple_tag
def card_ranks() -> tuple[str, ...]:
    """A to K."""
    return RANKS


@register.simple_tag
def incident_kinds() -> tuple[str, ...]:
    """The kinds of incidents of all reglamentos."""
    return tuple(INCIDENTS)


@register.simple_tag
def seat_numbers() -> range:
    """Seats 1 to 14."""
    return SEATS


@register.filter
def serves(user: User, table: str) -> bool:
    """Whether the person may work at the table with this slug, as far as the house binds him to tables."""
    tables = tables_of(user)
    return tables is None or table in tables
