"""Authentication of WebSockets: people with a session, devices and displays with a token."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import parse_cookie

from casino.accounts.logins import logged_in
from casino.accounts.models import Token
from casino.common.threads import Threads

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

NOT_LOGGED_IN = 4401  # close code: no valid login or token
opening = Threads("opening", 2)  # in which it is asked who opens a socket


def authenticated(application: Application) -> Application:
    """ASGI middleware that sets `scope["user"]` to the person, and `scope["token"]` to the device's Token or None.

    A device sends no Origin, and a browser sends no `Authorization: Bearer`, so a bearer secret is enough by itself.
    Any other connection needs an allowed Origin, because a browser sends the session cookie for requests from any site.
    """
    people = AllowedHostsOriginValidator(_without_token(application))
    devices = _with_token(application)

    async def authenticate(scope: Scope, receive: Receive, send: Send) -> None:
        secret = _bearer(scope)
        if secret is None:
            await people(scope, receive, send)
        else:
            await devices({**scope, "secret": secret}, receive, send)

    return authenticate


def _without_token(application: Application) -> Application:
    async def person(scope: Scope, receive: Receive, send: Send) -> None:
        known = await opening.run(_login, scope)
        await application({**scope, **known, "token": None}, receive, send)

    return person


def _login(scope: Scope) -> Scope:
    key = _cookie(scope, settings.SESSION_COOKIE_NAME)
    return {"session_key": key, "user": logged_in(key) or AnonymousUser()}


def _cookie(scope: Scope, name: str) -> str | None:
    for header, value in scope.get("headers", []):
        if header == b"cookie" and name in (found := parse_cookie(value.decode("latin-1"))):
            return found[name]
    return None


def _with_token(application: Application) -> Application:
    async def device(scope: Scope, receive: Receive, send: Send) -> None:
        token = await opening.run(Token.objects.find, scope.pop("secret"))
        if token is None:
            await _refuse(receive, send)
        else:
            known = {**scope, "user": AnonymousUser(), "session_key": None, "token": token}
            await application(known, receive, send)

    return device


async def _refuse(receive: Receive, send: Send) -> None:
    # Accept first: only an open socket can be closed with a code that tells the device why.
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": NOT_LOGGED_IN})


def _bearer(scope: Scope) -> str | None:
    """The secret in `Authorization: Bearer SECRET`; None if there is no such header."""
    headers: list[tuple[bytes, bytes]] = scope.get("headers", [])
    for name, value in headers:
        scheme, _, secret = value.decode("latin-1").partition(" ")
        if name == b"authorization" and scheme.lower() == "bearer":
            return secret.strip()
    return None
