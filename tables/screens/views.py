"""The pages. The server renders each completely; the socket then keeps it up to date."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.accounts import displays
from casino.accounts.access import View, needs, role_of
from casino.accounts.models import Token
from casino.accounts.permissions import Role, may_open
from ledger.cage import selectors
from tables import present
from tables.house_reglamentos.words import speaking
from tables.notify import CAGE
from tables.screen import Screen, TableView, view_of, view_of_house
from tables.screens.catalogue import SCREENS
from tables.service import read


def page_of(screen: Screen) -> View:
    """The page of a table for those who may open it."""

    @never_cache
    @needs(may_open, screen.name)
    def page(request: HttpRequest, slug: str) -> HttpResponse:
        view = _view(slug, screen.as_role or role_of(request))
        return _page(request, screen, view, _socket(screen.name, slug))

    return page


@never_cache
@require_safe
def link_of_wall(request: HttpRequest, secret: str) -> HttpResponse:
    """A display opens the link that it was given: it gets its cookie, and goes on to an address without the token."""
    token = Token.objects.find(secret)
    if token is None or not may_open(token.kind, "wall"):
        raise PermissionDenied
    query = request.GET.urlencode()
    answer = redirect(reverse("wall", args=[token.table]) + (f"?{query}" if query else ""))
    _remember(answer, token)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@never_cache
@require_safe
def wall(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The wall of a table, for a display with its cookie and for the staff."""
    token = displays.behind(request.COOKIES)
    if token is None or not may_open(token.kind, "wall") or token.table != slug:
        if displays.shown_by(request.COOKIES) and not request.user.is_authenticated:
            raise PermissionDenied  # nobody is there to log in
        return _wall_for_staff(request, slug)
    with translation.override(_language(request)):
        answer = _wall(request, slug)
    _remember(answer, token)
    return answer


def _wall(request: HttpRequest, slug: str) -> HttpResponse:
    query = urlencode({"language": translation.get_language()})
    return _page(request, SCREENS["wall"], _view(slug, Role.DISPLAY), f"{_socket('wall', slug)}?{query}")


_wall_for_staff = needs(may_open, "wall")(_wall)


def _remember(answer: HttpResponse, token: Token) -> None:
    displays.remember(answer, token, reverse("wall", args=[token.table]), _socket("wall", token.table))


def page_of_floor(screen: Screen) -> View:
    """The page of all tables for those who may open it."""

    @never_cache
    @needs(may_open, screen.name)
    def page(request: HttpRequest) -> HttpResponse:
        return render(request, screen.page, context_of_floor(screen, role_of(request)))

    return page


def context_of_floor(screen: Screen, role: str) -> dict[str, Any]:
    """What a page of all tables shows to this role: `tiles`, the parts of the screen as (element id, inner HTML)."""
    tables = sorted(present.read_all(), key=lambda found: found[0].place)
    views = [view_of(table, state, role) for table, state in tables]
    if screen.read_ahead:
        screen.read_ahead(views)
    tiles = [tile for view in views for tile in screen.render(view).items()]
    for topic in screen.of_house:
        views.append(view_of_house(topic, role, sum(selectors.moves()) if topic == CAGE else 0))
        tiles += screen.render_of_house(views[-1]).items()
    version = sum(view.version for view in views)
    # Each act on such a page names the address of its own table.
    return {"tiles": tiles, "version": version, "socket": _socket(screen.name), "door": reverse("api:tables")}


def page_of_cage(screen: Screen) -> View:
    """The page of the cage for those who may open it."""

    @never_cache
    @needs(may_open, screen.name)
    def page(request: HttpRequest) -> HttpResponse:
        view = view_of_house(CAGE, role_of(request), sum(selectors.moves()))
        context = _context(screen, view) | {"door": reverse("api:cage-slips"), "socket": _socket(screen.name)}
        return render(request, screen.page, context)

    return page


def _view(slug: str, role: str) -> TableView:
    """Raises Refusal (`no_such_table`)."""
    return view_of(*read(slug), role)


def _page(request: HttpRequest, screen: Screen, view: TableView, socket: str) -> HttpResponse:
    """The page of one table, in the words of its reglamento."""
    with speaking(view.reglamento):
        return render(request, screen.page, _context(screen, view) | {"socket": socket})


def _context(screen: Screen, view: TableView) -> dict[str, Any]:
    fragments = screen.render(view)
    return {
        "view": view,
        "snapshot": view.snapshot,
        "fragments": {name.replace("-", "_"): html for name, html in fragments.items()},
        "version": view.version,
        "door": reverse("api:commands", args=[view.slug]) if screen.gives_commands else None,
    }


def _socket(screen: str, slug: str | None = None) -> str:
    return f"/ws/screens/{screen}/{slug}/" if slug else f"/ws/screens/{screen}/"


def _language(request: HttpRequest) -> str:
    wanted = request.GET.get("language", "")
    return wanted if translation.check_for_language(wanted) else settings.LANGUAGE_CODE
