"""The pages of the login, and those of a person's own account."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.common.answers import LOCAL
from casino.common.refusals import Refusal


def page(
    request: HttpRequest, template: str, shown: dict[str, Any], refusal: Refusal | None = None
) -> HttpResponse:
    """A page that `shown` fills; above it stands why what was asked is refused, if it is."""
    told = shown | {"refused": refusal and refusal.text(LOCAL)}
    return render(request, f"account/{template}", told, status=refusal.status if refusal else 200)
