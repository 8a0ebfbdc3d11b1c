"""The answer after too many wrong passphrases."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from casino.common.answers import refuse
from casino.common.errors import Refusal


def locked_out(request: HttpRequest, credentials: dict[str, Any] | None, *_: Any) -> HttpResponse:
    """The `AXES_LOCKOUT_CALLABLE` of django-axes."""
    return refuse(request, Refusal("too_many_tries"))
