"""Middleware that uses the logged-in user's language instead of the browser's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

View = Callable[[HttpRequest], HttpResponse]


class UserLanguageMiddleware:
    """Activates the user's own language. It must come after the authentication middleware."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)
