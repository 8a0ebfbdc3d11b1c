"""Middleware that uses the logged-in user's language instead of the browser's, as far as the house offers it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from casino.common.languages import spoken

View = Callable[[HttpRequest], HttpResponse]


CHOSEN = "language"  # in the session of who has chosen one before he logged in


class UserLanguageMiddleware:
    """Activates the user's own language, or the house's. It must come after the authentication middleware."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wanted = getattr(request.user, "language", "") or translation.get_language()
        translation.activate(spoken(wanted))
        request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)
