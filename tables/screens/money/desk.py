"""The page of the counter, and what it shows of the table that is chosen there."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from casino.people.access import needs, role_of
from casino.people.permissions import may_open
from ledger.cage.models import Shift
from tables.door.service import read
from tables.record.postings import book_of
from tables.screens.fragments import render as fragment
from tables.screens.money.counter import SCREEN
from tables.screens.money.screen import SCREEN as MONEY
from tables.screens.views import context_of_floor
from tables.view.facts.table import balances
from tables.view.screen import view_of

TOLD = ("acts", "people", "chips", "slips")  # parts of a table's money that stand on the counter too


@never_cache
@needs(may_open, "counter")
def page(request: HttpRequest) -> HttpResponse:
    """The page, with the table of `?table=`, or the first whose day is open."""
    role = role_of(request)
    context: dict[str, Any] = context_of_floor(SCREEN, role)
    slugs = [name.removeprefix("tile-") for name, _html in context["tiles"] if name.startswith("tile-")]
    asked = request.GET.get("table")
    chosen = asked if asked in slugs else _first_open(slugs)
    desk_parts = _desk(chosen, role) if chosen else {}
    shown = {name.replace("-", "_"): html for name, html in desk_parts.items()}
    return render(request, SCREEN.page, context | {"chosen": chosen, "fragments": shown})


@never_cache
@needs(may_open, "desk")
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Element id → inner HTML, of what the counter shows of that table alone."""
    return JsonResponse(_desk(slug, role_of(request)))


def _first_open(slugs: list[str]) -> str | None:
    closed = Shift.objects.filter(closing=None, book__in=[book_of(slug) for slug in slugs])
    is_open = set(closed.values_list("book", flat=True))
    return next((slug for slug in slugs if book_of(slug) in is_open), slugs[0] if slugs else None)


def _desk(slug: str, role: str) -> dict[str, str]:
    view = view_of(*read(slug), role)
    fragments = MONEY.render(view)
    title = fragment("money/title.html", view.reglamento, {"view": view, "tray": balances(view)["tray"]})
    return {"money-title": title} | {f"money-{name}": fragments[f"money-{name}"] for name in TOLD}
