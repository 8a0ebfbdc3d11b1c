"""The people of the house: the list with its views, a new login, a list of many."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.administration import people
from casino.administration.csv_list import LARGEST, Source
from casino.administration.pages.common import Done, answer, by, page
from casino.administration.tables import in_order as floor_in_order
from casino.common.house import house
from casino.common.json_input import Json
from casino.common.pages.listing import Choice, Choices, Column, said_in, views
from casino.common.pages.ordered import Listed, in_order
from casino.common.spans import spans
from casino.common.text import folded, natural_order, words
from casino.people.labels import ROLES, ROLES_MANY
from casino.people.models import User
from casino.people.permissions import STAFF, Right, may
from casino.people.search import in_name

MOST = 200  # people of a list: a hash takes a tenth of a second, and nobody waits longer for a page
FIELDS = ("who", "role", "state", "order", "page")
STATES: dict[str, Callable[[User], bool]] = {
    "suspended": lambda user: not user.is_active and user.ended is None,
    "unused": lambda user: user.is_active and user.last_login is None,
    "ended": lambda user: user.ended is not None,
}
STATE_VIEWS: Choices = (
    ("", _("Any state")),
    ("suspended", _("Suspended")),
    ("unused", _("Never logged in")),
    ("ended", _("Ended")),
)
COLUMNS = (
    Column(_("Choose all"), css="tick", chooses=True),
    Column(_("Name"), name="name"),
    Column(_("Login"), name="login"),
    Column(_("Role"), name="role"),
    Column(_("Tables"), name="tables"),
    Column(_("Language"), name="language"),
    Column(_("Last login"), name="last"),
    Column(_("State"), name="state"),
    Column(_("More"), is_hidden=True, css="number"),
)


@page("people")
def everybody(request: HttpRequest) -> HttpResponseBase:
    """The list, a new login, and many from a list."""
    return answer(request, "people.html", lambda: _shown(request), {"add": _add, "import": _import})


def choices() -> Json:
    """What the forms of a person offer."""
    roles = [(role, label) for role, label in ROLES.items() if role in STAFF]
    return {"roles": roles, "languages": house().languages, "of_a_list": ",".join(people.COLUMNS)}


def served(users: Iterable[User]) -> list[tuple[User, str]]:
    """Each of them with the tables that he may serve, in short: 1–12."""
    floor = {table.slug: table.name for table in floor_in_order()}
    return [(user, _served(user, floor)) for user in users]


def _served(user: User, floor: Mapping[str, str]) -> str:
    if not may(user.role, Right.BOUND_TO_TABLES):
        return gettext("All tables") if user.role else ""
    named = [floor[slug] for slug in user.serves.split() if slug in floor]
    return gettext("All tables") if floor and len(named) == len(floor) else spans(named)


def _shown(request: HttpRequest) -> Json:
    said = said_in(request.GET, FIELDS)
    everybody = _found(said)
    within: Callable[[User], bool] = STATES.get(said.get("state", ""), lambda _user: True)
    wanted = {said["role"]} if "role" in said else set(ROLES) | {""}
    users = [user for user in everybody if within(user) and user.role in wanted]
    listed = _listed(users, said)
    return {
        "said": said,
        "search": said.get("who", ""),
        "form": _form(request),
        "roles_shown": _role_views(said, [user for user in everybody if within(user)]),
        "states_shown": _state_views(said, [user for user in everybody if user.role in wanted]),
        "can_enter": User.objects.filter(is_active=True).count(),
        **listed.shown,
        "rows": served(listed.rows),
        **choices(),
    }


def _form(request: HttpRequest) -> str:
    """The form that stands beside the list: the one that was asked for, or that has been sent."""
    sent = {"add": "new", "import": "list"}.get(request.POST.get("act", ""), "")
    return sent or next((form for form in ("new", "list") if form in request.GET), "")


def _found(said: Mapping[str, str]) -> list[User]:
    found = User.objects.all()
    for word in words(said.get("who", "")):
        found = found.filter(in_name(word))
    return list(found)


def _listed(users: list[User], said: Mapping[str, str]) -> Listed:
    return in_order(users, COLUMNS, KEYS, said)


def _named(user: User) -> list[str | int]:
    return natural_order(folded(user.get_full_name() or user.username))


def _state(user: User) -> tuple[bool, bool, bool]:
    return user.ended is not None, not user.is_active, user.last_login is None


KEYS: dict[str, Callable[[User], Any]] = {
    "name": _named,
    "login": lambda user: natural_order(folded(user.username)),
    "role": lambda user: (folded(str(ROLES.get(user.role, ""))), _named(user)),
    "tables": lambda user: (natural_order(user.serves), _named(user)),
    "language": lambda user: (user.language, _named(user)),
    "last": lambda user: (user.last_login is not None, user.last_login or user.date_joined),
    "state": lambda user: (_state(user), _named(user)),
}


def _role_views(said: Mapping[str, str], users: Iterable[User]) -> list[Choice]:
    counts = Counter(user.role for user in users)
    offered = [(role, ROLES_MANY.get(role, label)) for role, label in ROLES.items() if role in STAFF]
    return views(said, "role", [("", _("All")), *offered], {**counts, "": counts.total()})


def _state_views(said: Mapping[str, str], users: Iterable[User]) -> list[Choice]:
    users = list(users)
    counts = {name: sum(map(fits, users)) for name, fits in STATES.items()}
    return views(said, "state", STATE_VIEWS, counts | {"": len(users)})


def _add(request: HttpRequest) -> Done:
    row = {name: request.POST.get(name, "").strip() for name in people.COLUMNS}
    return {"made": [(row["username"], people.add(by(request), row))]}


def _import(request: HttpRequest) -> Done:
    file = request.FILES.get("file")
    typed = request.POST.get("list", "").encode()
    source = Source(str(file.name), file.read(LARGEST + 1)) if file else Source(gettext("the list"), typed)
    return {"made": people.take(by(request), source, most=MOST)}
