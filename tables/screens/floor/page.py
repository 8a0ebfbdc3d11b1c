"""The page of the floor: its tiles stand by pits."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from casino.people.access import needs, role_of
from casino.people.permissions import may_open
from tables.screens.floor.screen import SCREEN, words
from tables.screens.views import context_of_floor
from tables.view.labels.alerts import WORDS
from tables.view.labels.game import reglamento_title
from tables.view.pits import by_pit, layout


@never_cache
@needs(may_open, SCREEN.name)
def floor(request: HttpRequest) -> HttpResponse:
    """The page of all tables."""
    context = context_of_floor(SCREEN, role_of(request))
    html = dict(context.pop("tiles"))
    tables = context.pop("tables")
    pits, played = by_pit(tables), {table.reglamento for table in tables if table.open}
    shown = {
        "pits": [(pit, [(f"tile-{slug}", html[f"tile-{slug}"]) for slug in pit.slugs]) for pit in pits],
        "heads": {pit.number: html.get(f"pit-{pit.number}", "") for pit in pits},
        "alerts": [(name, text) for name, text in html.items() if name.startswith("alerts-")],
        "has_words": len(words(table.name for table in tables)) > 1,
        "totals": html["floor-totals"],
        "layout": layout(pits),
        "played": sorted(((slug, reglamento_title(slug)) for slug in played), key=lambda one: one[1]),
        "together": [(kind, words.icon, words.many) for kind, words in WORDS.items() if words.many],
    }
    return render(request, SCREEN.page, context | shown)
