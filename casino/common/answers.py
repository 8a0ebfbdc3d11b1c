"""A refusal as the API, the sockets and the pages answer it, in the active language."""

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


def refuse(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The response to a refused request: JSON under `/api/`, elsewhere a page with the same sentence."""
    status, answer = refused(refusal)
    headers = {"Retry-After": str(RETRY_AFTER)} if status == 503 else None
    if request.path_info.startswith("/api/"):
        return JsonResponse(answer, status=status, headers=headers)
    if status == 503:
        request.user = AnonymousUser()  # the page asks nothing of a database that cannot answer
    response = render(request, "refused.html", answer, status=status)
    for name, value in (headers or {}).items():
        response[name] = value
    return response
