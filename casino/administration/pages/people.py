"""The people of the house: a list with filters, a new login, a list of many; each with what may be done to it."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.accounts import second_factor, staff_sessions
from casino.accounts.labels import ROLES
from casino.accounts.models import User
from casino.accounts.named import named
from casino.accounts.permissions import STAFF
from casino.administration import people
from casino.administration.csv_list import LARGEST, Source
from casino.administration.pages.common import Done, Json, answer, by, number, page, shown, telling
from casino.administration.tables import in_order
from casino.common import languages
from casino.common.folding import words
from casino.common.listing import Column, Filter, by_name, said_in
from casino.house.models import Act

MOST = 200  # people of a list: a hash takes a tenth of a second, and nobody waits longer for a page
STATES: dict[str, dict[str, Any]] = {
    "active": {"is_active": True},
    "suspended": {"is_active": False, "ended": None},
    "ended": {"ended__isnull": False},
}
STATE_LABELS = {"active": lazy("Active"), "suspended": lazy("Suspended"), "ended": lazy("Ended")}
COLUMNS = (
    Column(lazy("Login")),
    Column(lazy("Name")),
    Column(lazy("Role")),
    Column(lazy("Language")),
    Column(lazy("Last login")),
    Column(lazy("State")),
)


@page("people")
def everybody(request: HttpRequest) -> HttpResponseBase:
    """The list, a new login, and many from a list."""
    return answer(request, "people.html", lambda: _listed(request), {"add": _add, "import": _import})


@page("person")
def person(request: HttpRequest, number: int) -> HttpResponseBase:
    """One login: what it says, what may be done to it, where it is logged in."""
    user = get_object_or_404(User, pk=number)
    login = user.username
    acts = {
        "change": lambda request: _change(request, login),
        "assign": lambda request: _assign(request, login),
        "second-factor": lambda request: _new_phone(request, login),
        "reset": lambda request: _reset(request, login),
        "suspend": telling(lambda request: people.suspend(by(request), login), _("Suspended.")),
        "resume": telling(lambda request: people.resume(by(request), login), _("Let in again.")),
        "end": telling(lambda request: people.end(by(request), login), _("Ended.")),
        "end-session": lambda request: _end_session(request, login),
    }
    return answer(request, "person.html", lambda: _shown(User.objects.get(pk=user.pk)), acts)


def _listed(request: HttpRequest) -> Json:
    said = said_in(request.GET, ("who", "role", "state"))
    found = User.objects.filter(**STATES.get(said.get("state", ""), {}))
    if "role" in said:
        found = found.filter(role=said["role"])
    for word in words(said.get("who", "")):
        found = found.filter(named(word))
    listed, onward = by_name(found, said, request.GET.get("after", ""), "username")
    return {"filters": _filters(said), "columns": COLUMNS, "rows": listed, "onward": onward, **_choices()}


def _filters(said: dict[str, str]) -> list[Filter]:
    roles = [(role, label) for role, label in ROLES.items() if role in STAFF]
    return [
        Filter("who", _("Who"), said.get("who", "")),
        Filter("role", _("Role"), said.get("role", ""), "choice", groups=(("", roles),)),
        Filter(
            "state", _("State"), said.get("state", ""), "choice", groups=(("", tuple(STATE_LABELS.items())),)
        ),
    ]


def _add(request: HttpRequest) -> Done:
    row = {name: request.POST.get(name, "").strip() for name in people.COLUMNS}
    return {"made": [(row["username"], people.add(by(request), row))]}


def _import(request: HttpRequest) -> Done:
    file = request.FILES.get("file")
    typed = request.POST.get("list", "").encode()
    source = Source(str(file.name), file.read(LARGEST + 1)) if file else Source(_("the list"), typed)
    return {"made": people.take(by(request), source, most=MOST)}


def _shown(user: User) -> Json:
    return {
        "person": user,
        "sessions": staff_sessions.open_sessions(user),
        "has_phone": second_factor.has_one(user),
        "serves": user.serves.split(),
        "floor": in_order(),
        "assigned_only": settings.ASSIGNED_ONLY,
        "acts": Act.objects.filter(about=user.username).order_by("-pk")[:5],
        **_choices(),
    }


def _choices() -> Json:
    roles = [(role, label) for role, label in ROLES.items() if role in STAFF]
    return {"roles": roles, "languages": languages.offered(), "of_a_list": ",".join(people.COLUMNS)}


def _change(request: HttpRequest, login: str) -> Done:
    wanted = ("role", "language", "first_name", "last_name")
    said = {name: request.POST[name].strip() for name in wanted if name in request.POST}
    people.change(by(request), login, shown(request, said), **said)
    return _("Changed.")


def _assign(request: HttpRequest, login: str) -> Done:
    serves = " ".join(sorted(request.POST.getlist("serves")))
    people.change(by(request), login, shown(request, ["serves"]), serves=serves)
    return _("Changed.")


def _reset(request: HttpRequest, login: str) -> Done:
    return {"made": [(login, people.reset_passphrase(by(request), login))]}


def _new_phone(request: HttpRequest, login: str) -> Done:
    people.reset_second_factor(by(request), login)
    return _("At the next login another phone is set up.")


def _end_session(request: HttpRequest, login: str) -> Done:
    people.end_session(by(request), login, number(request.POST.get("session")))
    return _("Session ended.")
