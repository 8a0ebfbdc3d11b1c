"""A refusal as the API, the sockets and the pages answer it, in the active language."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext

from casino.common import currency
from casino.common.errors import Refusal
from casino.common.facts import facts_of

Json = dict[str, Any]


def error_of(refusal: Refusal) -> Json:
    """The `error` of an answer (code, article, message, fields, facts), in the active language."""
    return refusal.as_dict(gettext, currency.written) | {"facts": facts_of(refusal)}


def refused(refusal: Refusal) -> tuple[int, Json]:
    """The HTTP status and the answer for a refusal."""
    return refusal.status, {"ok": False, "error": error_of(refusal)}


def refuse(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The response to a refused request: JSON under `/api/`, elsewhere a page with the same sentence."""
    status, answer = refused(refusal)
    if request.path_info.startswith("/api/"):
        return JsonResponse(answer, status=status)
    return render(request, "refused.html", answer, status=status)
