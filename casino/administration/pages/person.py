"""The page of one person: what the login says, what may be done to it, where it is logged in."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from casino.administration import people
from casino.administration.directory import people as directory
from casino.administration.directory.provider import is_on
from casino.administration.pages.common import Done, answer, by, number, page, shown, telling
from casino.administration.pages.people import choices
from casino.administration.tables import in_order
from casino.common.house import house
from casino.common.json_input import Json
from casino.people.login import second_factor
from casino.people.models import User
from casino.people.sessions import staff_sessions


@page("person")
def one(request: HttpRequest, number: int) -> HttpResponseBase:
    """One login: what it says, what may be done to it, where it is logged in."""
    user = get_object_or_404(User, pk=number)
    login = user.username
    acts = {
        "change": lambda request: _change(request, login),
        "assign": lambda request: _assign(request, login),
        "second-factor": lambda request: _new_phone(request, login),
        "reset": lambda request: _reset(request, login),
        "hand-over": telling(
            lambda request: directory.hand_over(by(request), login), _("Handed over to the directory.")
        ),
        "take-out": lambda request: {"made": [(login, directory.take_out(by(request), login))]},
        "suspend": telling(lambda request: people.suspend(by(request), login), _("Suspended.")),
        "resume": telling(lambda request: people.resume(by(request), login), _("Let in again.")),
        "end": telling(lambda request: people.end(by(request), login), _("Ended.")),
        "end-session": lambda request: _end_session(request, login),
    }
    return answer(request, "person.html", lambda: _shown(User.objects.get(pk=user.pk)), acts)


def _shown(user: User) -> Json:
    return {
        "person": user,
        "sessions": staff_sessions.open_sessions(user),
        "has_phone": second_factor.has_one(user),
        "serves": user.serves.split(),
        "floor": in_order(),
        "has_directory": is_on(),
        "assigned_only": house().assigned_only,
        **choices(),
    }


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
