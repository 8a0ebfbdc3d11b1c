"""Who is at the other end of a socket, and whether his rights still hold."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone, translation

from casino.accounts.logins import logged_in
from casino.accounts.models import Token, User
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
    )


def revoked(identities: Iterable[Identity]) -> set[Identity]:
    """Those whose login or token no longer holds: logged out, another role or password, inactive; a token revoked,
    expired or given a new secret."""
    asked = set(identities)
    sessions = {one.session for one in asked if one.session}
    unexpired = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
    open_sessions = set(unexpired.values_list("session_key", flat=True))
    accounts = User.objects.in_bulk({one.account for one in asked if one.account})
    tokens = {one.token for one in asked if one.token}
    good_tokens = {(token.pk, token.stamp) for token in Token.objects.in_force().filter(pk__in=tokens)}

    def holds(one: Identity) -> bool:
        if one.token is not None:
            return (one.token, one.stamp) in good_tokens
        user = accounts.get(one.account)
        return one.session in open_sessions and user is not None and _is_unchanged(one, user)

    return {one for one in asked if not holds(one)}


def holds(one: Identity) -> bool:
    """Whether the login or token of this one still holds. Reads the database; the rest as in `revoked`."""
    if one.token is not None:
        return Token.objects.behind(one.token, one.stamp) is not None
    user = logged_in(one.session)
    return user is not None and user.pk == one.account and _is_unchanged(one, user)


def _is_unchanged(one: Identity, user: User) -> bool:
    return caller_of(user, None) == one.caller and user.get_session_auth_hash() == one.password_hash


def query_parameter(scope: dict[str, Any], name: str) -> str | None:
    """A parameter of the socket's address, or None."""
    found = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(name)
    return found[0] if found else None


def _language(scope: dict[str, Any]) -> str:
    wanted = query_parameter(scope, "language") or ""
    return wanted if translation.check_for_language(wanted) else settings.LANGUAGE_CODE
