"""The pages. The server renders each completely; the socket then keeps it up to date."""

from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.core.exceptions import PermissionDenied
from django.core.validators import slug_re
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from casino.common.house import house
from casino.people.access import View, needs, role_of
from casino.people.models import Token
from casino.people.permissions import Role, may_open
from casino.people.sessions import displays
from ledger.cage import selectors
from tables.door.notify import CAGE
from tables.door.service import read
from tables.record.reglamentos.words import speaking
from tables.record.stored import current_all
from tables.screens.catalogue import SCREENS
from tables.view.screen import Screen, TableView, view_of, view_of_house

TOGETHER = "+"  # between the tables, or their secrets, of a glass that shows several
MOST_TOGETHER = 9


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
    """A display opens the link that it was given: it gets its cookie, and goes on to an address without the token. A
    glass for several tables opens their links as one, the secrets joined by `+`."""
    tokens = [_token_of_wall(one) for one in secret.split(TOGETHER)[: MOST_TOGETHER + 1]]
    if len(tokens) > MOST_TOGETHER:
        raise PermissionDenied
    tables, query = [token.table for token in tokens], request.GET.urlencode()
    address = reverse("walls", args=[TOGETHER.join(tables)]) if len(tables) > 1 else _wall_at(tables[0])
    answer = redirect(address + (f"?{query}" if query else ""))
    displays.remember_all(answer, {token: _addresses(token.table) for token in tokens})
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _token_of_wall(secret: str) -> Token:
    token = Token.objects.find(secret)
    if token is None or not may_open(token.kind, "wall"):
        raise PermissionDenied
    return token


@never_cache
@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]  # typed for views of one argument
def walls(request: HttpRequest, slugs: str) -> HttpResponse:
    """Several walls on one glass, each in a frame that shows what its own cookie lets it see: this page by itself tells
    nothing. Raises Http404 for what cannot be tables."""
    tables = slugs.split(TOGETHER)
    if len(tables) > MOST_TOGETHER or not all(slug_re.match(slug) for slug in tables):
        raise Http404
    with translation.override(_language(request)):
        query = urlencode({"language": translation.get_language(), "compact": 1})
        frames = [(slug, f"{_wall_at(slug)}?{query}") for slug in dict.fromkeys(tables)]
        return render(request, "wall/several.html", {"frames": frames})


@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})  # type: ignore[arg-type]  # likewise
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
    displays.remember(answer, token, *_addresses(slug))
    return answer


def _wall(request: HttpRequest, slug: str) -> HttpResponse:
    query = urlencode({"language": translation.get_language()})
    return _page(request, SCREENS["wall"], _view(slug, Role.DISPLAY), f"{_socket('wall', slug)}?{query}")


_wall_for_staff = needs(may_open, "wall")(_wall)


def _addresses(slug: str) -> tuple[str, str]:
    """What a display asks for."""
    return _wall_at(slug), _socket("wall", slug)


def _wall_at(slug: str) -> str:
    return reverse("wall", args=[slug])


def page_of_floor(screen: Screen) -> View:
    """The page of all tables for those who may open it."""

    @never_cache
    @needs(may_open, screen.name)
    def page(request: HttpRequest) -> HttpResponse:
        return render(request, screen.page, context_of_floor(screen, role_of(request)))

    return page


def context_of_floor(screen: Screen, role: str) -> dict[str, Any]:
    """The context of a page of all tables for this role: `tiles`, the parts of the screen as (element id, inner
    HTML)."""
    tables = sorted(current_all(), key=lambda found: found[0].place)
    views = [view_of(table, state, role) for table, state in tables]
    if screen.read_ahead:
        screen.read_ahead(views)
    tiles = [tile for view in views for tile in screen.render(view).items()]
    for topic in screen.of_house:
        views.append(view_of_house(topic, role, sum(selectors.moves()) if topic == CAGE else 0))
        tiles += screen.render_of_house(views[-1]).items()
    version = sum(view.version for view in views)
    # Each act on such a page names the address of its own table.
    door, found = reverse("api:tables"), [table for table, _state in tables]
    return {"tiles": tiles, "tables": found, "version": version, "socket": _socket(screen.name), "door": door}


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
    return wanted if translation.check_for_language(wanted) else house().language_code
