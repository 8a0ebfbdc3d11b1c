"""Coming in by the house's directory, and the list of its groups."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.administration.directory import groups, people, provider, watch
from casino.administration.directory.provider import Said
from casino.administration.pages.common import answer as answer_page
from casino.administration.pages.common import by, number, page, telling
from casino.common.address import within
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.labels import ROLES
from casino.people.login import pending, second_factor
from casino.people.models import DirectoryPerson, User
from casino.people.permissions import STAFF
from casino.people.sessions import staff_sessions

BACK = "directory_back"  # in the session: the address that he wanted


@never_cache
@require_safe
def begin(request: HttpRequest) -> HttpResponseBase:
    """The way to the directory, of who wants to come in or shows again who he is. Raises Refusal."""
    _check_on()
    request.session[BACK] = within(request.GET.get("next") or settings.LOGIN_REDIRECT_URL)
    return provider.ask(request)


@never_cache
@require_safe
def answer(request: HttpRequest) -> HttpResponseBase:
    """The way back from the directory. What is not taken is entered in the log of sign-ins. Raises Refusal."""
    _check_on()
    back = request.session.pop(BACK, settings.LOGIN_REDIRECT_URL)
    try:
        said = provider.answered(request)
        if isinstance(request.user, User):
            _show_again(request, request.user, said)
            return redirect(back)
        user = people.come_in(said, access_log.place_of(request)[0])
    except Refusal as refusal:
        detail = f"{refusal.code} {refusal.fields.get('reason', '')}".strip()
        access_log.enter_of(request, access_log.DIRECTORY_FAILED, detail=detail)
        raise
    watch.hold(user, said.refresh)
    return redirect(_let_in(request, user, said, back))


def _let_in(request: HttpRequest, user: User, said: Said, back: str) -> str:
    """Where he goes: to the code of his phone, if one is asked of him and the directory has not asked for two."""
    if second_factor.is_asked_of(user) and not said.factors:
        pending.begin(request, user, back)
        return pending.go_on(request, user)
    login(request, user, backend=pending.BACKEND)
    if said.factors:
        staff_sessions.note_confirmed(request, two_factors=True)
    return str(back)


def _show_again(request: HttpRequest, user: User, said: Said) -> None:
    """Who is logged in has shown again who he is, which unlocks his tablet, too. Raises Refusal."""
    mine = DirectoryPerson.objects.filter(user=user, issuer=settings.DIRECTORY_ISSUER, subject=said.subject)
    session = staff_sessions.of(request.session.session_key)
    if session is None or not mine.exists():
        raise Refusal("directory_other_person")
    people.follow(mine.get(), said)
    watch.hold(user, said.refresh)
    if said.factors or not second_factor.has_one(user):
        staff_sessions.note_confirmed(request, two_factors=said.factors)
    if staff_sessions.state_of(session).is_locked:
        staff_sessions.unlock(session, request)
    access_log.enter_of(request, access_log.CONFIRMED, person=user.username)


def _check_on() -> None:
    if not provider.is_on():
        raise Refusal("no_such_page")


@page("house-directory")
def groups_of(request: HttpRequest) -> HttpResponseBase:
    """The list of groups with their roles, which follow it at once."""
    _check_on()
    acts = {
        "add": telling(_add, _("Whoever is in this group has that role from now on.")),
        "up": telling(lambda request: groups.raise_(by(request), _number(request)), _("Moved.")),
        "remove": telling(lambda request: groups.remove(by(request), _number(request)), _("Removed.")),
    }
    return answer_page(request, "directory.html", _shown, acts)


def _shown() -> Json:
    coming = DirectoryPerson.objects.select_related("user").order_by("user__username")
    return {
        "directory": settings.DIRECTORY_NAME,
        "issuer": settings.DIRECTORY_ISSUER,
        "groups": [(group, ROLES[group.role]) for group in groups.in_order()],
        "unnamed": groups.without_role(),
        "roles": [(role, label) for role, label in ROLES.items() if role in STAFF],
        "coming": coming,
    }


def _add(request: HttpRequest) -> None:
    groups.add(by(request), request.POST.get("name", "").strip(), request.POST.get("role", ""))


def _number(request: HttpRequest) -> int:
    return number(request.POST.get("group"))
