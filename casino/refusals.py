"""Answers Django's own refusals, and those that views raise, like all others."""

import sys
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.defaults import server_error

from casino.common import outage
from casino.common.answers import is_for_programs, refuse
from casino.common.errors import Refusal
from casino.common.languages import spoken
from casino.common.outage import REFUSED

View = Callable[[HttpRequest], HttpResponse]


class RefusalMiddleware:
    """Answers a Refusal raised by a view, and a method that an address does not accept."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        return _method_refused(request, response) if response.status_code == 405 else response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The response to a Refusal, and to what the database cannot do now; None for every other exception."""
        if isinstance(exception, REFUSED):
            exception = outage.refusal(exception)
        return refuse(request, exception) if isinstance(exception, Refusal) else None


def _method_refused(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    answer = refuse(request, Refusal("no_such_method", method=request.method))
    answer["Allow"] = response["Allow"]
    return answer


def failed(request: HttpRequest) -> HttpResponse:
    """The `handler500` of Django, for what no view has answered. What may work in a moment is refused, and so is what
    the database cannot keep; anything else is a defect, which Django has logged."""
    error = sys.exc_info()[1]
    if isinstance(error, REFUSED):
        error = outage.refusal(error)
    if not isinstance(error, Refusal):
        if not is_for_programs(request):
            return server_error(request)
        error = Refusal("failed")
    with translation.override(spoken(translation.get_language_from_request(request))):
        return refuse(request, error)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The `handler404` of Django."""
    return refuse(request, Refusal("no_such_page"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The `handler403` of Django."""
    return refuse(request, Refusal("page_not_for_you"))


def bad_csrf(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The `CSRF_FAILURE_VIEW`: a form came without a valid CSRF token, or from another address than the house knows to
    be its own, where loading it again does not help."""
    origin = request.headers.get("Origin", "null")
    if origin in ("null", f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS):
        return refuse(request, Refusal("bad_csrf"))
    return refuse(request, Refusal("other_origin", origin=origin))
