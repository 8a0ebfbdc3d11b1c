"""The gate in front of every WebSocket: a person with a session, or a device with a token."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.security.websocket import AllowedHostsOriginValidator
from django.contrib.auth.models import AnonymousUser

from casino.accounts.models import Token

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

WITHDRAWN = 4401  # protocol.md: the login or token is withdrawn (or was never good)


def gate(application: Application) -> Application:
    """Wraps the routes. Inside, `scope["user"]` is the person and `scope["token"]` the device's Token or None.

    A device sends no Origin, a browser no `Authorization: Bearer`: whoever brings a bearer secret is judged
    by it alone, everybody else needs an Origin of ours, since a session cookie travels by itself.
    """
    people = AllowedHostsOriginValidator(AuthMiddlewareStack(_without_token(application)))
    devices = _device_gate(application)

    async def enter(scope: Scope, receive: Receive, send: Send) -> None:
        secret = _bearer(scope)
        if secret is None:
            await people(scope, receive, send)
        else:
            await devices({**scope, "secret": secret}, receive, send)

    return enter


def _without_token(application: Application) -> Application:
    async def person(scope: Scope, receive: Receive, send: Send) -> None:
        await application({**scope, "token": None}, receive, send)

    return person


def _device_gate(application: Application) -> Application:
    async def device(scope: Scope, receive: Receive, send: Send) -> None:
        token = await database_sync_to_async(Token.objects.find)(scope.pop("secret"))
        if token is None:
            await _refuse(receive, send)
        else:
            known = {**scope, "user": AnonymousUser(), "session": None, "token": token}
            await application(known, receive, send)

    return device


async def _refuse(receive: Receive, send: Send) -> None:
    # Accepted first: only an open socket can carry the code that tells the device why.
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": WITHDRAWN})


def _bearer(scope: Scope) -> str | None:
    """The secret in `Authorization: Bearer SECRET`, or None where there is no such header."""
    headers: list[tuple[bytes, bytes]] = scope.get("headers", [])
    for name, value in headers:
        scheme, _, secret = value.decode("latin-1").partition(" ")
        if name == b"authorization" and scheme.lower() == "bearer":
            return secret.strip()
    return None
