"""A person who has given his passphrase and is not in yet: the session says so for a while, and is no login."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from casino.common.address import within
from casino.people.login import passphrases, second_factor
from casino.people.models import User
from casino.people.sessions import staff_sessions

BACKEND = "casino.people.login.passphrases.PassphraseBackend"
LASTS = timedelta(minutes=10)  # from the passphrase to the last step
KEY = "waiting_for_code"


def has_to_wait(user: User) -> bool:
    """Whether the passphrase alone does not let this person in."""
    return second_factor.is_asked_of(user) or passphrases.is_given(user)


def begin(request: HttpRequest, user: User, back: str) -> None:
    """His passphrase was right; `back`: the address that he wanted."""
    request.session.cycle_key()
    request.session[KEY] = {
        "account": user.pk,
        "hash": user.get_session_auth_hash(),
        "until": (timezone.now() + LASTS).timestamp(),
        "back": back,
        "code": False,
    }


def who(request: HttpRequest) -> User | None:
    """The person who waits in this browser; None if nobody does, or it was too long ago."""
    said = _said(request)
    if not said or said["until"] < timezone.now().timestamp():
        return None
    user = User.objects.filter(pk=said["account"], is_active=True).first()
    return user if user and constant_time_compare(said["hash"], user.get_session_auth_hash()) else None


def has_given_code(request: HttpRequest) -> bool:
    """Whether who waits has given the code of his second factor."""
    return bool(_said(request).get("code"))


def note_code(request: HttpRequest) -> None:
    """Note that the person who waits has given the code of his second factor."""
    request.session[KEY] = _said(request) | {"code": True}


def begin_again(request: HttpRequest, user: User) -> None:
    """Let the person who waits go on waiting after he has chosen another passphrase."""
    request.session[KEY] = _said(request) | {"hash": user.get_session_auth_hash()}


def go_on(request: HttpRequest, user: User) -> str:
    """The address of the next step; after the last one he is logged in, and it is the one that he wanted."""
    if second_factor.is_asked_of(user) and not has_given_code(request):
        return reverse("login-code")
    if passphrases.is_given(user):
        return reverse("passphrase")
    return _let_in(request, user)


def _let_in(request: HttpRequest, user: User) -> str:
    said = request.session.pop(KEY)
    login(request, user, backend=BACKEND)
    if said["code"]:
        staff_sessions.note_confirmed(request, two_factors=True)
    return within(said["back"])


def _said(request: HttpRequest) -> dict[str, Any]:
    return request.session.get(KEY) or {}
