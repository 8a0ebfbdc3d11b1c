"""A refusal as the API, the sockets and the pages answer it, in the active language."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import ngettext

from casino.common import currency, wording
from casino.common.errors import QUESTIONS, Reader, Refusal
from casino.common.facts import facts_of

Json = dict[str, Any]
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
    """What an answer of this status says beside its content: when to ask again, where the house cannot answer now."""
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
