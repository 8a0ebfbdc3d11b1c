"""The first page: where each member of the staff goes on; in a demo, what a stranger may try."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from casino.models import User
from casino.roles import needs_role
from tables.floor import lines
from tables.robot.demo import ROBOTS, is_ours
from tables.robot.kept import STAFF, Kept, kept
from tables.screens.catalogue import SCREENS
from tables.screens.registry import Json, view_of
from tables.service import read

THEMES = ("dark", "light")
A_YEAR = 365 * 24 * 60 * 60  # seconds


@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The tables for who is logged in; the demo for a stranger where this is one; otherwise the login."""
    if request.user.is_authenticated:
        return render(request, "home/staff.html", {"tables": lines(), "allowed": _allowed(request.user)})
    demo = kept() if settings.DEMO and is_ours() else None
    return render(request, "home/demo.html", _demo(demo)) if demo else redirect("login")


def _allowed(user: User) -> set[str]:
    return {name for name, screen in SCREENS.items() if user.role in screen.roles}


def _demo(demo: Kept) -> Json:
    screen = SCREENS["wall"]
    view = view_of(*read(ROBOTS), "display")
    query = urlencode({"token": demo.walls[ROBOTS], "language": translation.get_language()})
    return {
        "staff": STAFF,
        "passphrase": demo.passphrase,
        "view": view,
        "snapshot": view.snapshot,
        "fragments": {name.replace("-", "_"): html for name, html in screen.fragments(view).items()},
        "version": view.version,
        "socket": f"/ws/screens/wall/{ROBOTS}/?{query}",
        "walls": demo.walls,
    }


@require_POST
@needs_role(*User.Role.values)
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of one's screens."""
    wanted = request.POST.get("language", "")
    if wanted in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=wanted)
    return redirect("home")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose dark or light, for this device."""
    answer = redirect("home")
    wanted = request.POST.get("theme", "")
    if wanted in THEMES:
        answer.set_cookie(
            "theme", wanted, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS, httponly=True
        )
    return answer
