"""How many wrong passphrases are taken, and the answer after too many.

django-axes counts them in the database, so that every worker knows. This handler gives it four limits instead of one,
because each stops another kind of guessing: one name from one address, many names from one address, one name from many
addresses, and many names from many addresses.
"""

from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from casino.common.answers import refuse
from casino.common.refusals import Refusal
from casino.people import access_log

Names = tuple[str, ...]

# What the wrong passphrases of the last quarter of an hour have in common -> how many are taken.
LIMITS: dict[Names, int] = {
    ("username", "ip_address"): settings.AXES_FAILURE_LIMIT,
    ("ip_address",): 30,
    ("username",): 50,
}
IN_ALL = 200  # whoever and wherever; who has logged in from his address before is not counted out


def counted_by(*_: Any) -> list[list[str]]:
    """The `AXES_LOCKOUT_PARAMETERS`."""
    return [list(names) for names in LIMITS]


def counted_as(_request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """The `AXES_USERNAME_CALLABLE`: the login that was typed. Of what is nobody's only a digest is kept: it may be
    a passphrase in the wrong field."""
    typed = str((credentials or {}).get("username") or "")
    return access_log.known(typed) or f"?{salted_hmac('casino.accounts.lockout', typed).hexdigest()}"


class FailureLimits(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """The handler of django-axes, with LIMITS."""

    def is_allowed(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Whether a passphrase is looked at at all; the request says so afterwards, for the log of sign-ins."""
        allowed = bool(super().is_allowed(request, credentials))
        request.axes_denied = not allowed  # type: ignore[attr-defined]
        return allowed

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """AXES_FAILURE_LIMIT less the number of tries that are left, for axes to compare with that limit."""
        counted = zip(LIMITS.items(), self.get_user_attempts(request, credentials), strict=True)
        is_known = _is_known(request, credentials)
        left = [
            limit - (attempts.aggregate(sum=Sum("failures_since_start"))["sum"] or 0)
            for (names, limit), attempts in counted
            if names != ("username",) or not is_known
        ]
        if not is_known:
            left.append(IN_ALL - _in_all(request))
        return int(settings.AXES_FAILURE_LIMIT) - min(left)

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """After a success, forget the wrong passphrases of this name from this address. What came from elsewhere, or
        for other names, still counts."""
        return forget_failures(request, str((credentials or {}).get("username")))


def forget_failures(request: HttpRequest, name: str) -> int:
    """Forget the wrong passphrases given for `name` from the address of this request. Returns how many rows."""
    deleted: int
    deleted, _ = AccessAttempt.objects.filter(username=name, ip_address=address_of(request)).delete()
    return deleted


def _in_all(request: HttpRequest) -> int:
    recent = AccessAttempt.objects.filter(attempt_time__gte=get_cool_off_threshold(request))
    return recent.aggregate(sum=Sum("failures_since_start"))["sum"] or 0


def _is_known(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Whether this name has logged in from this address before: guesses from elsewhere do not lock a croupier out of
    his own tablet."""
    name = (credentials or {}).get("username")
    return bool(AccessLog.objects.filter(username=name, ip_address=address_of(request)).exists())


def address_of(request: HttpRequest) -> str | None:
    """The client's address: REMOTE_ADDR, which `casino.site.server.proxies` takes from a named proxy's header."""
    return request.META.get("REMOTE_ADDR") or None


def locked_out(request: HttpRequest, credentials: dict[str, Any] | None, *_: Any) -> HttpResponse:
    """The `AXES_LOCKOUT_CALLABLE` of django-axes."""
    response = refuse(request, Refusal("too_many_tries"))
    response["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME * 3600))
    return response
