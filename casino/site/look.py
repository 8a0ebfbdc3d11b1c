"""The page that shows every component of the screens in all its states, for whoever builds or judges them."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.people.access import needs
from casino.people.permissions import may_open

COLOURS = (
    *("ground", "panel", "raised", "hover", "primary", "accent-solid", "punto", "banca"),
    *("tie", "amber", "danger", "success", "gain", "loss", "brass"),
)
STEPS = ("11", "12", "13", "14", "16", "20", "24", "32", "48")  # of type, in pixels
RESULTS = ("P", "B", "P", "T", "B")


@never_cache
@require_safe
@needs(may_open, "look")
def look(request: HttpRequest) -> HttpResponse:
    """Every component. It is there in a demo only: a house at work has no use for it."""
    if not settings.DEMO:
        raise Http404
    shown = {"colours": COLOURS, "steps": STEPS, "results": RESULTS}
    return render(request, "look.html", shown)
