"""What is done to many people at once: they were chosen in the list, and what is asked for stands on a page of its own.

Each is an act for itself, entered as if it were done on the page of that person: what is refused to one is done to the
others, and said.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.administration import people
from casino.administration.pages.common import Done, answer, by, number, page
from casino.administration.pages.people import served
from casino.administration.tables import in_order
from casino.common.answers import LOCAL
from casino.common.house import house
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.people.models import User
from casino.people.permissions import Right, may

MOST = 200  # at once: see `casino.administration.pages.people`
NAMED = 8  # in the sentence that says what was done
HOW = {
    "add": _("Also these"),
    "only": _("Only these"),
    "take": _("These no more"),
}


@dataclass(frozen=True, slots=True)
class ManyAct:
    """`title`: what is asked for; `about`: what it does to each; `verb`: its button; `done`: what then is said."""

    title: Promise
    about: Promise
    verb: Promise
    done: Promise
    icon: str


ACTS = {
    "tables": ManyAct(
        _("Tables that they may serve"),
        _("What a croupier does at any other table is refused, if the settings bind him."),
        _("Keep"),
        _("Tables changed: %(names)s"),
        "table-2",
    ),
    "passphrases": ManyAct(
        _("New passphrases"),
        _("Each is shown once and replaced at the next login. Their sessions end at once."),
        _("Make new passphrases"),
        _("New passphrase: %(names)s"),
        "key-round",
    ),
    "suspend": ManyAct(
        _("Suspend"),
        _("They are out at once, and come in again when you let them."),
        _("Suspend"),
        _("Suspended: %(names)s"),
        "lock",
    ),
    "resume": ManyAct(
        _("Let in again"),
        _("They can log in with the passphrase that they have."),
        _("Let in again"),
        _("Let in again: %(names)s"),
        "door-open",
    ),
    "end": ManyAct(
        _("Have left the house"),
        _("What was done with their logins stays under their names. They are never let in again."),
        _("End"),
        _("Ended: %(names)s"),
        "user-x",
    ),
}


@page("people-chosen")
def many(request: HttpRequest) -> HttpResponseBase:
    """The chosen people, and the form of what is asked for."""
    acts = {name: _doing(name) for name in ACTS}
    return answer(request, "chosen.html", lambda: _shown(request), acts, reverse("people"))


def _shown(request: HttpRequest) -> Json:
    users = _chosen(request.GET.getlist("person"))
    name = request.GET.get("act", "")
    bound = [user for user in users if may(user.role, Right.BOUND_TO_TABLES)]
    return {
        "name": name,
        "act": ACTS.get(name),
        "people": served(bound if name == "tables" else users),
        "left_out": [user for user in users if user not in bound] if name == "tables" else [],
        "floor": in_order(),
        "how": HOW.items(),
        "assigned_only": house().assigned_only,
    }


def _chosen(said: Iterable[str]) -> list[User]:
    wanted = {number(one) for one in list(said)[:MOST]}
    return list(User.objects.filter(pk__in=wanted).order_by("username"))


def _doing(name: str) -> Callable[[HttpRequest], Done]:
    def act(request: HttpRequest) -> Done:
        users = _chosen(request.POST.getlist("person"))
        if not users:
            raise Refusal("nobody_chosen")
        return _told(name, *_done(name, request, users))

    return act


def _done(
    name: str, request: HttpRequest, users: Iterable[User]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """(login, passphrase or nothing) of those to whom it was done, and (login, why) of the others."""
    done, refused = [], []
    for user in users:
        try:
            done.append((user.username, _do(name, by(request), user, request) or ""))
        except Refusal as refusal:
            refused.append((user.username, refusal.text(LOCAL)))
    return done, refused


def _do(name: str, who: By, user: User, request: HttpRequest) -> str | None:
    if name == "passphrases":
        return people.reset_passphrase(who, user.username)
    if name == "tables":
        people.change(who, user.username, serves=" ".join(sorted(_wanted(user, request))))
    else:
        {"suspend": people.suspend, "resume": people.resume, "end": people.end}[name](who, user.username)
    return None


def _wanted(user: User, request: HttpRequest) -> set[str]:
    chosen, has = set(request.POST.getlist("serves")), set(user.serves.split())
    return {"add": has | chosen, "take": has - chosen}.get(request.POST.get("how", ""), chosen)


def _told(name: str, done: list[tuple[str, str]], refused: list[tuple[str, str]]) -> Done:
    logins = [login for login, _passphrase in done]
    more = f" … ({len(logins)})" if len(logins) > NAMED else ""
    sentence = str(ACTS[name].done) % {"names": ", ".join(logins[:NAMED]) + more}
    if name == "passphrases" or refused:
        return {
            "made": done if name == "passphrases" else [],
            "told": sentence if logins and name != "passphrases" else "",
            "not_done": refused,
            "is_done": True,
        }
    return sentence
