"""Who sits at the other end of a socket, and whether he still may."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone, translation

from casino.accounts.models import Token, User
from tables.access import Caller, caller_of


@dataclass(frozen=True, slots=True)
class Identity:
    """A caller with what his right hangs on: a session and the account's secret, or a token."""

    caller: Caller
    language: str
    session: str | None = None
    account: int | None = None
    secret: str = ""
    token: int | None = None


def identity_of(scope: dict[str, Any], token_secret: str | None = None) -> Identity | None:
    """Who opened this socket; None for a stranger. `token_secret`: a display's, brought in the address.

    Reads the database.
    """
    token = scope["token"] or (Token.objects.find(token_secret) if token_secret else None)
    user = scope["user"]
    caller = caller_of(user, token)
    if caller is None:
        return None
    if token is not None:
        return Identity(caller, _language(scope), token=token.pk)
    return Identity(
        caller,
        user.language or settings.LANGUAGE_CODE,
        session=scope["session"].session_key,
        account=user.pk,
        secret=user.get_session_auth_hash(),
    )


def withdrawn(identities: Iterable[Identity]) -> set[Identity]:
    """Those whose login or token no longer holds: logged out, another role or password, inactive, revoked."""
    asked = set(identities)
    sessions = {one.session for one in asked if one.session}
    living = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
    open_sessions = set(living.values_list("session_key", flat=True))
    accounts = User.objects.in_bulk({one.account for one in asked if one.account})
    tokens = {one.token for one in asked if one.token}
    good_tokens = set(Token.objects.filter(pk__in=tokens, revoked=None).values_list("pk", flat=True))

    def holds(one: Identity) -> bool:
        if one.token is not None:
            return one.token in good_tokens
        user = accounts.get(one.account)
        return one.session in open_sessions and user is not None and _same(one, user)

    return {one for one in asked if not holds(one)}


def _same(one: Identity, user: User) -> bool:
    return caller_of(user, None) == one.caller and user.get_session_auth_hash() == one.secret


def query_of(scope: dict[str, Any], name: str) -> str | None:
    """A value in the socket's address, or None."""
    found = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(name)
    return found[0] if found else None


def _language(scope: dict[str, Any]) -> str:
    wanted = query_of(scope, "language") or ""
    return wanted if translation.check_for_language(wanted) else settings.LANGUAGE_CODE
