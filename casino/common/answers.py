"""A refusal as HTTP, sockets and pages answer it: in the reader's language, with his figures."""

from typing import Any

from django.utils.translation import gettext

from casino.common import currency
from casino.common.errors import Refusal

Json = dict[str, Any]


def refused(refusal: Refusal) -> tuple[int, Json]:
    """HTTP status and answer; the language is the one that is active now."""
    return refusal.status, {"ok": False, "error": error_of(refusal)}


def error_of(refusal: Refusal) -> Json:
    """The `error` of an answer: code, article, message, fields."""
    return refusal.as_dict(gettext, currency.written)
