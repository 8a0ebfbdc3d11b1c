"""Who is at the other end of a socket, and whether his rights still hold."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import translation

from casino.accounts.idle import here
from casino.accounts.logins import logged_in
from casino.accounts.models import StaffSession, Token, User
from casino.common import clock
from casino.common.errors import Refusal
from casino.sockets import LOCKED, NOT_LOGGED_IN
from tables import access
from tables.access import Caller, caller_of


@dataclass(frozen=True, slots=True)
class Identity:
    """A caller with what his rights depend on: a session and the hash of his password, or a token."""

    caller: Caller
    language: str
    session: str | None = None
    account: int | None = None
    password_hash: str = ""
    token: int | None = None
    stamp: str = ""  # of the token's secret
    is_locked: bool = False  # when the socket was opened


def identity_of(scope: dict[str, Any]) -> Identity | None:
    """Who opened this socket; None if nobody is logged in."""
    token, user = scope["token"], scope["user"]
    caller = caller_of(user, token)
    if caller is None:
        return None
    if token is not None:
        return Identity(caller, _language(scope), token=token.pk, stamp=token.stamp)
    return Identity(
        caller,
        user.language or settings.LANGUAGE_CODE,
        session=scope["session_key"],
        account=user.pk,
        password_hash=user.get_session_auth_hash(),
        is_locked=user.here is not None and user.here.is_locked,
    )


def ended(identities: Iterable[Identity]) -> dict[Identity, int]:
    """Those who are let in no longer, and the code with which their sockets close. NOT_LOGGED_IN: logged out, another
    role or password, inactive; a token revoked, expired or given a new secret. LOCKED: the tablet is locked."""
    asked = set(identities)
    sessions = {one.session for one in asked if one.session}
    unexpired = Session.objects.filter(session_key__in=sessions, expire_date__gt=clock.now())
    open_sessions = set(unexpired.values_list("session_key", flat=True))
    kept = StaffSession.objects.filter(session_key__in=sessions)
    locked = {one.session_key for one in kept if here(one).is_locked}
    accounts = User.objects.in_bulk({one.account for one in asked if one.account})
    tokens = {one.token for one in asked if one.token}
    good_tokens = {(token.pk, token.stamp) for token in Token.objects.in_force().filter(pk__in=tokens)}

    def holds(one: Identity) -> bool:
        if one.token is not None:
            return (one.token, one.stamp) in good_tokens
        user = accounts.get(one.account)
        return one.session in open_sessions and user is not None and _is_unchanged(one, user)

    gone = {one: NOT_LOGGED_IN for one in asked if not holds(one)}
    return gone | {one: LOCKED for one in asked - gone.keys() if one.session in locked}


def check(one: Identity) -> None:
    """Raises Refusal (`not_logged_in`, `locked`) where this one is let in no longer, as in `ended`; otherwise his
    tablet is in use now."""
    if one.token is not None:
        if Token.objects.behind(one.token, one.stamp) is None:
            raise Refusal("not_logged_in")
        return
    user = logged_in(one.session)
    if user is None or user.pk != one.account or not _is_unchanged(one, user):
        raise Refusal("not_logged_in")
    access.check_in_use(user)


def _is_unchanged(one: Identity, user: User) -> bool:
    return caller_of(user, None) == one.caller and user.get_session_auth_hash() == one.password_hash


def query_parameter(scope: dict[str, Any], name: str) -> str | None:
    """A parameter of the socket's address, or None."""
    found = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(name)
    return found[0] if found else None


def _language(scope: dict[str, Any]) -> str:
    wanted = query_parameter(scope, "language") or ""
    return wanted if translation.check_for_language(wanted) else settings.LANGUAGE_CODE
