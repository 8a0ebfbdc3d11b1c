"""Middleware that lets nothing pass from a locked tablet but its unlocking, and enters who was refused what."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from casino.accounts import access_log, staff_sessions
from casino.accounts.access import READING
from casino.accounts.idle import here
from casino.common.answers import refuse
from casino.common.errors import Refusal

View = Callable[[HttpRequest], HttpResponse]

# What a locked tablet may still ask for, by the names of the addresses
OPEN = frozenset(
    {"locked", "lock", "still-here", "login", "logout", "language", "theme", "wall", "wall-link"}
    | {"healthz", "livez", "security-txt"}
)
REFUSED = (401, 403)


class LockMiddleware:
    """It must come after the authentication middleware, and before that which answers refusals."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code in REFUSED and not getattr(request, "is_locked", False):
            access_log.enter_refusal(request, response.status_code)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """The way to the page where it is unlocked, or a refusal; None where the tablet is not locked."""
        if _name(request) in OPEN or not request.user.is_authenticated:
            return None
        session = staff_sessions.of(request.session.session_key)
        if session is None:
            return None
        found = here(session)
        if found.is_locked:
            request.is_locked = True  # type: ignore[attr-defined]
            return _to_unlock(request)
        if request.method not in READING:
            found.touch()
        return None


def _name(request: HttpRequest) -> str:
    return (request.resolver_match.url_name if request.resolver_match else "") or ""


def _to_unlock(request: HttpRequest) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        return refuse(request, Refusal("locked"))
    back = request.get_full_path() if request.method in READING else "/"
    return redirect(f"{reverse('locked')}?{urlencode({'next': back})}")
