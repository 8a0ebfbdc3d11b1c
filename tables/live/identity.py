"""The person at the other end of a socket, and whether his rights still hold."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs

from django.contrib.sessions.models import Session

from casino.common import clock
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.people.models import StaffSession, Token, User
from casino.people.sessions.staff_sessions import logged_in, shows
from casino.people.sockets import LOCKED, NOT_LOGGED_IN
from tables.door import access
from tables.door.access import Caller, caller_of

PERSON = (
    "id",
    "password",
    "username",
    "is_active",
    "role",
    "language",
    "serves",
)  # in the order of the model


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
    screen: str = ""  # that the socket keeps up to date
    is_locked: bool = False  # for this screen, when the socket was opened


def identity_of(scope: dict[str, Any]) -> Identity | None:
    """The identity that opened this socket; None if nobody is logged in."""
    token, user = scope["token"], scope["user"]
    caller = caller_of(user, token)
    if caller is None:
        return None
    if token is not None:
        return Identity(caller, _language(scope), token=token.pk, stamp=token.stamp)
    screen = scope["url_route"]["kwargs"].get("screen", "")
    return Identity(
        caller,
        house().spoken(user.language),
        screen=screen,
        session=scope["session_key"],
        account=user.pk,
        password_hash=user.get_session_auth_hash(),
        is_locked=user.session is not None and not user.session.shows(screen),
    )


def ended(identities: Iterable[Identity]) -> dict[Identity, int]:
    """The identities that are let in no longer, and the code with which their sockets close. NOT_LOGGED_IN: logged out,
    another role or password, inactive; a token revoked, expired or given a new secret. LOCKED: the tablet is locked,
    and this screen is none that it shows all the same."""
    asked = set(identities)
    kept = _Kept(asked)
    gone = {one: NOT_LOGGED_IN for one in asked if not kept.holds(one)}
    return gone | {one: LOCKED for one in asked - gone.keys() if not kept.shows(one)}


class _Kept:
    """The rows that these identities depend on, as they are now."""

    def __init__(self, identities: set[Identity]) -> None:
        sessions = {one.session for one in identities if one.session}
        kept = Session.objects.filter(session_key__in=sessions, expire_date__gt=clock.now())
        staff = StaffSession.objects.filter(session_key__in=sessions)
        tokens = Token.objects.filter(pk__in={one.token for one in identities if one.token})
        self._open = set(kept.values_list("session_key", flat=True))
        self._touched: dict[str | None, tuple[datetime, datetime | None]] = {
            one.session_key: (one.active, one.locked) for one in staff
        }
        self._people = User.objects.in_bulk({one.account for one in identities if one.account})
        self._tokens = {(token.pk, token.stamp) for token in tokens if token.holds}

    def shows(self, one: Identity) -> bool:
        """Whether its tablet, locked or not, shows this one's screen. A token's is never locked."""
        touched = self._touched.get(one.session or "")
        return touched is None or shows(one.screen, *touched)

    def holds(self, one: Identity) -> bool:
        """Whether this one is let in, or would be if the tablet were not locked."""
        if one.token is not None:
            return (one.token, one.stamp) in self._tokens
        user = self._people.get(one.account)
        return one.session in self._open and user is not None and _is_unchanged(one, user)


def check(one: Identity) -> Caller:
    """The caller as he is now. Raises Refusal (`not_logged_in`, `locked`) where this one is let in no longer, as in
    `ended`; otherwise his tablet is in use now."""
    if one.token is not None:
        if Token.objects.behind(one.token, one.stamp) is None:
            raise Refusal("not_logged_in")
        return one.caller
    user = logged_in(one.session)
    caller = caller_of(user, None)
    if user is None or caller is None or user.pk != one.account or not _is_unchanged(one, user):
        raise Refusal("not_logged_in")
    access.check_in_use(user)
    return caller


def _is_unchanged(one: Identity, user: User) -> bool:
    return caller_of(user, None) == one.caller and user.get_session_auth_hash() == one.password_hash


def query_parameter(scope: dict[str, Any], name: str) -> str | None:
    """A parameter of the socket's address, or None."""
    found = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(name)
    return found[0] if found else None


def _language(scope: dict[str, Any]) -> str:
    wanted = query_parameter(scope, "language") or ""
    return house().spoken(wanted)
