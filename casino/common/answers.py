"""A refusal as the API, the sockets and the pages answer it, in the active language: those that views raise, and
Django's own.
"""

import sys
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import ngettext
from django.views.defaults import server_error

from casino.common import currency, wording
from casino.common.house import house
from casino.common.json_input import Json
from casino.common.refusals import Reader, Refusal
from casino.common.refusals.catalogue import QUESTIONS
from casino.common.sql import outage
from casino.common.sql.outage import REFUSED
from casino.common.wording import lazy_text as _

RETRY_AFTER = 2  # seconds, where the house is too busy


class LocalReader(Reader):
    """A reader of the active language, in the words of the table that is spoken of."""

    def text(self, english: str) -> str:
        """In the active words and language."""
        return wording.text(english)

    def counted(self, one: str, several: str, number: int) -> str:
        """The form of the active language for this number."""
        return ngettext(one, several, number)

    def amount(self, amount: int) -> str:
        """With the currency's name: 1.500 ARS."""
        return currency.named(amount)


LOCAL = LocalReader()


def error_of(refusal: Refusal, reader: Reader = LOCAL) -> Json:
    """The `error` of an answer (code, article, message, fields, facts, field, asks)."""
    about = {"field": refusal.field, "asks": refusal.code in QUESTIONS}
    return refusal.as_dict(reader) | {"facts": facts_of(refusal, reader)} | about


def refused(refusal: Refusal) -> tuple[int, Json]:
    """The HTTP status and the answer for a refusal."""
    return refusal.status, {"ok": False, "error": error_of(refusal)}


def headers_for(status: int) -> dict[str, str]:
    """The headers of an answer of this status: when to ask again, where the house cannot answer now."""
    return {"Retry-After": str(RETRY_AFTER)} if status == 503 else {}


def is_for_programs(request: HttpRequest) -> bool:
    """Whether the answer is JSON: the address is one of the API's."""
    return request.path_info.startswith("/api/")


class KeptByNobody:
    """Middleware: no browser and no proxy keeps an answer of the API. Pages say so themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if is_for_programs(request):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def refuse(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The response to a refused request: JSON under `/api/`, elsewhere a page with the same sentence."""
    status, answer = refused(refusal)
    headers = headers_for(status)
    if is_for_programs(request):
        return JsonResponse(answer, status=status, headers=headers)
    if status == 503 or not hasattr(request, "user"):
        request.user = AnonymousUser()  # the page asks nothing of a database that cannot answer
    response = render(request, "refused.html", answer, status=status)
    for name, value in headers.items():
        response[name] = value
    return response


# The fields of refusals that are facts. Others only fill the sentence.
FIELD_LABELS: dict[str, Promise] = {
    "player": _("Player"),
    "asked": _("Asked now"),
    "minimum": _("At least"),
    "maximum": _("At most"),
    "unit": _("A multiple of"),
    "seated": _("Seated"),
    "phase": _("Phase"),
    "role": _("Role"),
    "setting": _("Setting"),
    "value": _("Value"),
    "seat": _("Seat"),
    "chance": _("Chance"),
    "card": _("Card"),
    "amount": _("Amount"),
    "half": _("Half"),
    "least": _("At least"),
    "most": _("At most"),
    "total": _("Total"),
    "number": _("Number"),
    "version": _("Version"),
}


def facts_of(refusal: Refusal, reader: Reader) -> list[dict[str, str]]:
    """`{"label", "value"}` of each fact, for this reader."""
    said = refusal.said(reader)
    return [
        {"label": str(label), "value": str(said[name])}
        for name, label in FIELD_LABELS.items()
        if said.get(name) not in (None, "")
    ]


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


def asked_for(request: HttpRequest) -> str:
    """The language in which a request is answered whose person is not known: what the browser has chosen or asks for,
    or the house's."""
    found = translation.get_language_from_request(request)  # Django's own, where nothing is asked for
    chosen, wanted = (
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
        request.headers.get("Accept-Language", ""),
    )
    return house().spoken(found if found in f"{chosen} {wanted}".lower() else "")


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
    with translation.override(asked_for(request)):
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
