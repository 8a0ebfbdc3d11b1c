"""The home page: links for members of staff; in a demo, logins for anybody to try."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from casino.common.address import within
from casino.common.house import house
from casino.common.json_input import Json
from casino.people.access import role_of
from casino.people.labels import ROLES
from casino.people.login.signals import CHOSEN
from casino.people.models import Token, User
from casino.people.permissions import Role, may_open
from casino.people.sessions import displays
from tables.door import duty
from tables.door.service import read
from tables.robot.credentials import STAFF, Credentials, load_credentials
from tables.robot.demo import ROBOT_TABLE, TABLES, is_built
from tables.screens.catalogue import SCREENS
from tables.view.floor import lines
from tables.view.screen import view_of

THEMES = ("dark", "light")
DENSITIES = ("desk", "touch")  # otherwise as the pointer of the device asks for
SOCKET = f"/ws/screens/wall/{ROBOT_TABLE}/"  # of the wall on the demo's page
# Where the work of a role is done. A croupier's is the console of his table, if there is one.
FIRST_PAGES = {
    Role.JEFE: "floor",
    Role.INSPECTOR: "timeline",
    Role.CAMBISTA: "counter",
    Role.DIRECTOR: "dashboard",
    Role.ADMINISTRATOR: "administration",
}
A_YEAR = 365 * 24 * 60 * 60  # seconds


@dataclass(frozen=True, slots=True)
class Login:
    """A login of the demo, with a description of its role."""

    username: str
    role: str
    task: Promise
    icon: str


ROLE_ICONS = {
    Role.CROUPIER: "hand-coins",
    Role.JEFE: "layout-grid",
    Role.INSPECTOR: "scroll-text",
    Role.CAMBISTA: "banknote",
    Role.DIRECTOR: "chart-column",
}
ROLE_TASKS: dict[str, Promise] = {
    Role.CROUPIER: _("Deal: touch the bets, key the cards; what is paid to whom comes by itself."),
    Role.JEFE: _("Watch every table; open and close, set limits, correct."),
    Role.INSPECTOR: _("See everything, touch nothing."),
    Role.CAMBISTA: _("Money for chips and back, fills and counts: the money of every table."),
    Role.DIRECTOR: _("The whole house in figures: today against before, players, tables, theory."),
}


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The tables for a logged-in user; otherwise the demo's logins, if this is the demo, or the login page."""
    if request.user.is_authenticated:
        return _of_staff(request, request.user)
    demo = load_credentials() if settings.DEMO and is_built() else None
    # Without a valid token the wall on this page would not connect.
    token = Token.objects.find(demo.walls[ROBOT_TABLE]) if demo else None
    if demo is None or token is None:
        return redirect("login")
    answer = render(request, "home/demo.html", _demo(demo))
    displays.remember(answer, token, SOCKET)
    return answer


def _of_staff(request: HttpRequest, user: User) -> HttpResponse:
    """His own tables first. Who has no role sees that he has none."""
    his = _own_tables(user)
    tables = sorted(lines(), key=lambda line: line["table"] not in his) if user.role else []
    shown = {"tables": tables, "allowed": _allowed(user), "his": his}
    return render(request, "home/staff.html", shown)


@never_cache
@require_safe
def work(request: HttpRequest) -> HttpResponse:
    """The way from the login to the page where this person works; to the list of tables where there is not one."""
    table = _own_table(request.user) if isinstance(request.user, User) else None
    if table and may_open(role_of(request), "console"):
        return redirect("console", table)
    return redirect(FIRST_PAGES.get(Role(role_of(request)), "home") if role_of(request) else "home")


def _own_tables(user: User) -> list[str]:
    """Where he is on duty; otherwise the tables that he serves."""
    return duty.tables_of(user.username) or user.serves.split()


def _own_table(user: User) -> str | None:
    """Where he is on duty; otherwise the one table that he serves."""
    tables = _own_tables(user)
    return tables[0] if len(tables) == 1 else None


def _allowed(user: User) -> set[str]:
    return {name for name in SCREENS if may_open(user.role, name)}


def _demo(demo: Credentials) -> Json:
    screen = SCREENS["wall"]
    view = view_of(*read(ROBOT_TABLE), Role.DISPLAY)
    query = urlencode({"language": translation.get_language()})
    return {
        "logins": [
            Login(username, str(ROLES[role]), ROLE_TASKS[role], ROLE_ICONS[Role(role)])
            for username, role in STAFF.items()
        ],
        "passphrase": demo.passphrase,
        "view": view,
        "snapshot": view.snapshot,
        "fragments": {name.replace("-", "_"): html for name, html in screen.render(view).items()},
        "version": view.version,
        "socket": f"{SOCKET}?{query}",
        "walls": [(table.name, demo.walls[table.slug]) for table in TABLES],
    }


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language for this device, and for the account: at once if logged in, otherwise with the login.

    It leads back to the page on which it was chosen."""
    answer = _back(request)
    wanted = request.POST.get("language", "")
    if wanted in dict(house().languages):
        _keep(answer, settings.LANGUAGE_COOKIE_NAME, wanted)
        if request.user.pk:
            User.objects.filter(pk=request.user.pk).update(language=wanted)
        else:
            request.session[CHOSEN] = wanted
    return answer


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose the dark or light theme for this device, and stay on the page."""
    answer = _back(request)
    wanted = request.POST.get("theme", "")
    if wanted in THEMES:
        _keep(answer, "theme", wanted)
    return answer


@require_POST
def density(request: HttpRequest) -> HttpResponse:
    """Choose for this device how large what is touched is: a desk's, a finger's, or what its pointer asks for."""
    answer = _back(request)
    wanted = request.POST.get("density", "")
    if wanted in DENSITIES:
        _keep(answer, "density", wanted)
    else:
        answer.delete_cookie("density")
    return answer


def _back(request: HttpRequest) -> HttpResponse:
    """To the page that shows the choices, if it says which one it is: a login form keeps where it leads."""
    return HttpResponseRedirect(within(request.POST.get("next", "")))


def _keep(answer: HttpResponse, name: str, value: str) -> None:
    answer.set_cookie(name, value, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS, httponly=True)
