"""Filters and tags for the templates of the screens: `{% load table %}`."""

from typing import Any, NamedTuple

from django import template
from django.templatetags import i18n
from django.utils.html import conditional_escape

from casino.common import currency, wording
from casino.people.access import tables_of
from casino.people.models import User
from casino.people.permissions import has_right
from ledger.cage.selectors import last_shift
from tables.engine.chapters import COMMUTING, INCIDENTS
from tables.models import Table
from tables.record.postings import book_of
from tables.rules.cards import RANKS
from tables.rules.seats import MOST_SEATS
from tables.screens.functions import link_to_article, signed
from tables.screens.tour import has_tour, steps_for
from tables.view.labels import game
from tables.view.labels.tours import Step

register = template.Library()
register.filter("colon", wording.colon)
register.filter("phase_label", game.phase_label)
register.filter("reglamento_title", game.reglamento_title)
register.filter("signed", signed)
register.filter("worded", wording.text)
register.simple_tag(has_right)


class Beside(NamedTuple):
    """The tables beside one: (slug, name) of the one before and after it, None at an end; and of all tables."""

    before: tuple[str, str] | None
    after: tuple[str, str] | None
    all: list[tuple[str, str]]


@register.simple_tag
def tables_beside(slug: str) -> Beside:
    """The tables beside that one, in the order of the floor."""
    tables = sorted(Table.objects.filter(retired=None), key=lambda table: table.place)
    names = [(table.slug, table.name) for table in tables]
    at = next((place for place, (other, _) in enumerate(names) if other == slug), None)
    if at is None:
        return Beside(None, None, names)
    return Beside(names[at - 1] if at else None, names[at + 1] if at + 1 < len(names) else None, names)


@register.simple_tag
def newest_shift(slug: str) -> int | None:
    """The number of the table's newest shift, open or closed; None if it never had one."""
    found = last_shift(book_of(slug))
    return found.number if found else None


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


@register.filter
def chance_class(chance: str) -> str:
    """The class of an element for a chance's colour."""
    return game.chance_class(chance)


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
def card_ranks() -> tuple[str, ...]:
    """A to K."""
    return RANKS


@register.simple_tag
def suit_signs() -> list[tuple[str, str]]:
    """The letter of each suit, and its sign."""
    return [*game.SUIT_SIGNS.items()]


@register.simple_tag
def incident_kinds() -> tuple[str, ...]:
    """The kinds of incidents of all reglamentos."""
    return tuple(INCIDENTS)


@register.simple_tag
def seat_places() -> range:
    """The places round a table, as many as it can have."""
    return range(1, MOST_SEATS + 1)


@register.filter
def serves(user: User, table: str) -> bool:
    """Whether the person may work at the table with this slug, as far as the house binds him to tables."""
    tables = tables_of(user)
    return tables is None or table in tables


@register.simple_tag
def article(number: str, reglamento: str | None, table: str = "") -> str:
    """ "Art. 29", linked to its words where the reglamento has such an article. `table`: with this table's settings."""
    return link_to_article(number, reglamento, table)
