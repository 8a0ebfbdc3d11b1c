"""Showing who one is: a passphrase or a code, counted and entered in the log; and again before a grave act."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.access import View
from casino.people.login import passkeys, passphrases, second_factor
from casino.people.login.lockout import forget_failures
from casino.people.login.passkeys import Purpose
from casino.people.models import User
from casino.people.permissions import Grave
from casino.people.sessions import staff_sessions
from casino.people.sessions.required import FRESH, is_fresh


def who_signs(request: HttpRequest, login: str, passphrase: str) -> User:
    """The person of this login and passphrase, wherever a passphrase confirms or signs something. Wrong ones count as
    at the login, and one that somebody else has given is no more enough than there. Raises Refusal (`wrong_secret`,
    `given_passphrase`, `too_busy`)."""
    # PostgreSQL rejects NUL in text: nobody has such a login
    is_text = "\x00" not in login + passphrase
    user = authenticate(request, username=login, password=passphrase) if is_text else None
    if not isinstance(user, User):
        raise Refusal("wrong_secret")
    passphrases.check_replaced(user)
    return user


def check_passphrase(request: HttpRequest, user: User, passphrase: str) -> None:
    """The passphrase of who is logged in. Raises Refusal, see `who_signs`."""
    who_signs(request, user.username, passphrase)
    forget_failures(request, user.username)


def check_code(request: HttpRequest, user: User, code: str) -> None:
    """The code of the person's phone, or a recovery code; what does not fit is entered in the log. Raises Refusal
    (`wrong_code`, `too_many_codes`)."""
    try:
        if second_factor.check(user, code):
            access_log.enter_of(request, access_log.RECOVERY_CODE_USED, person=user.username)
    except Refusal as refusal:
        if refusal.code == "too_many_codes":
            access_log.enter_alarm_of(request, access_log.CODES_LOCKED_OUT, person=user.username)
        else:
            access_log.enter_of(request, access_log.CODE_FAILED, person=user.username)
        raise


def check_passkey(request: HttpRequest, user: User, purpose: Purpose, said: str) -> None:
    """Check what the browser says of a passkey that has signed; enter in the log what does not fit. Raises Refusal
    (`wrong_passkey`, `copied_passkey`, and those of `passkeys.address_of`)."""
    address = passkeys.address_of(request)
    try:
        passkeys.check(user, address, passkeys.take_challenge(request, user, purpose), said)
    except Refusal as refusal:
        copied = refusal.code == "copied_passkey"
        what = access_log.PASSKEY_COPIED if copied else access_log.PASSKEY_FAILED
        access_log.enter_of(request, what, person=user.username)
        raise


def confirm(request: HttpRequest, user: User) -> None:
    """The person shows again who he is: with a passkey, with a code where he has a phone for that, otherwise with his
    passphrase. Raises Refusal."""
    said = request.POST.get("secret", "")
    if signed := request.POST.get("passkey"):
        check_passkey(request, user, Purpose.CONFIRM, signed)
    elif second_factor.has_one(user):
        check_code(request, user, said)
    else:
        check_passphrase(request, user, said)
    staff_sessions.note_confirmed(request)
    access_log.enter_of(request, access_log.CONFIRMED, person=user.username)


def is_confirmed(request: HttpRequest) -> bool:
    """Whether the person who is logged in has shown who he is within the last quarter of an hour."""
    session = staff_sessions.of(request.session.session_key)
    return is_fresh(session.confirmed if session else None)


def has_shown(request: HttpRequest) -> bool:
    """Whether the person has shown who he is within the last quarter of an hour, whatever the house asks for."""
    session = staff_sessions.of(request.session.session_key)
    return session is not None and timezone.now() - session.confirmed < FRESH


def ask_first(request: HttpRequest) -> HttpResponseBase:
    """The way to the page that asks who he is, and back to the page that he wanted and the form open on it."""
    return redirect(f"{reverse('confirm')}?{urlencode({'next': request.get_full_path()})}")


def confirmed(act: Grave) -> Callable[[View], View]:
    """Decorator, inside of `needs`: a page on which that grave act is done. Who has not lately shown who he is is asked
    for it first; what he sent is not carried out."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(request, *args, **kwargs) if is_confirmed(request) else ask_first(request)

        guarded.grave = act  # type: ignore[attr-defined] # for whoever lists the pages
        return guarded

    return decorate
