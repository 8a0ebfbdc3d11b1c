"""Middleware: the language of a person, and the lock of his tablet."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode

from casino.common.address import came_from
from casino.common.answers import asked_for, refuse
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.access import READING, role_of
from casino.people.models import StaffSession
from casino.people.sessions import staff_sessions
from casino.people.sessions.staff_sessions import lets_in, state_of

View = Callable[[HttpRequest], HttpResponse]

# What a locked tablet may still ask for, by the names of the addresses
OPEN = frozenset(
    {"locked", "lock", "relief", "still-here", "login", "logout", "language", "theme", "wall", "walls"}
    | {"directory", "directory-answer"}
    | {"wall-link", "healthz", "livez", "security-txt", "logo"}
)
REFUSED = (401, 403)
ASKS_ITSELF = (
    "still-here"  # a page that was left open goes on asking after its session, and nobody tries anything
)


class UserLanguageMiddleware:
    """Activates the user's own language, or that of the browser or the house. It must come after the authentication
    middleware."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        translation.activate(house().spoken(language) if language else asked_for(request))
        request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class LockMiddleware:
    """Lets nothing pass from a locked tablet but its unlocking, ends a session without the second factor that its
    person's role demands, and enters who was refused what. It must come after the authentication middleware, and before
    that which answers refusals."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_told = response.status_code in REFUSED and _name(request) != ASKS_ITSELF
        if is_told and not getattr(request, "is_locked", False):
            access_log.enter_refusal(request, response.status_code)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """The way to the page where it is unlocked, or a refusal; None where the tablet is not locked."""
        if _name(request) in OPEN or not request.user.is_authenticated:
            return None
        session = staff_sessions.of(request.session.session_key)
        found = state_of(session) if session else None
        if not lets_in(role_of(request), found):
            return _out(request, session)
        if found is None:
            return None
        request.user.session = found
        if found.is_locked:
            if request.method in READING and found.shows(_name(request)):
                request.only_shows = True  # type: ignore[attr-defined] # said by the page
                return None
            request.is_locked = True  # type: ignore[attr-defined]
            return _to_unlock(request)
        if request.method not in READING:
            found.touch()
        return None


def _name(request: HttpRequest) -> str:
    return (request.resolver_match.url_name if request.resolver_match else "") or ""


def _out(request: HttpRequest, session: StaffSession | None) -> HttpResponse:
    """As after a change of role, or of the house's settings: he logs in again, with his second factor."""
    if session:
        staff_sessions.end(session, "no second factor")
    logout(request)
    if request.path_info.startswith("/api/"):
        return refuse(request, Refusal("not_logged_in"))
    return redirect_to_login(request.get_full_path())


def _to_unlock(request: HttpRequest) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        return refuse(request, Refusal("locked"))
    back = request.get_full_path() if request.method in READING else came_from(request)
    return redirect(f"{reverse('locked')}?{urlencode({'next': back})}")
