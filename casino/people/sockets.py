"""Authentication of WebSockets: people with a session, displays with their cookie, devices with a token."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import parse_cookie

from casino.common.sql import outage
from casino.common.sql.in_threads import in_thread
from casino.common.sql.outage import OUTAGES
from casino.people.models import Token
from casino.people.sessions import displays
from casino.people.sessions.staff_sessions import logged_in

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

NOT_LOGGED_IN = 4401  # close code: no valid login or token
COME_AGAIN = 4503  # close code: not now, connect again shortly
NO_SUCH_ADDRESS = 4404  # close code
LOCKED = 4423  # close code: the tablet waits for its PIN
opening = ThreadPoolExecutor(2, thread_name_prefix="opening")  # in which it is asked who opens a socket


def authenticated(application: Application) -> Application:
    """ASGI middleware that sets `scope["user"]` to the person, and `scope["token"]` to the display's or device's Token
    or None.

    A device sends no Origin, and a browser sends no `Authorization: Bearer`, so a bearer secret is enough by itself.
    Any other connection needs our own Origin, because a browser sends its cookies for requests from any site.
    """
    browsers = _with_cookies(application)
    devices = _with_token(application)

    async def authenticate(scope: Scope, receive: Receive, send: Send) -> None:
        # Who is let in as soon as the database is back need not come again and again meanwhile.
        await outage.known_is_over(outage.HANDSHAKE)
        secret = bearer(scope)
        if secret is not None:
            await devices({**scope, "secret": secret}, receive, send)
        elif is_of_ours(scope):
            await browsers(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    return authenticate


def is_of_ours(scope: Scope) -> bool:
    """Whether the connection comes from a page of this house: from the scheme, host and port under which the browser
    reaches us, or one of TRUSTED_ORIGINS."""
    request = ASGIRequest({**scope, "type": "http", "method": "GET", "scheme": _scheme(scope)}, BytesIO())
    origin = request.headers.get("Origin")
    try:
        ours = f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False
    return origin is not None and (origin == ours or origin in settings.CSRF_TRUSTED_ORIGINS)


def _scheme(scope: Scope) -> str:
    return "https" if scope.get("scheme") in ("wss", "https") else "http"


def _with_cookies(application: Application) -> Application:
    async def browser(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            known = await in_thread(opening, _known, _cookies(scope))
        except OUTAGES as error:
            await _out_of_order(error, receive, send)
        else:
            await application({**scope, **known}, receive, send)

    return browser


def _known(cookies: dict[str, str]) -> Scope:
    token = displays.behind(cookies)
    key = None if token else cookies.get(settings.SESSION_COOKIE_NAME)
    return {"session_key": key, "user": logged_in(key) or AnonymousUser(), "token": token}


def _cookies(scope: Scope) -> dict[str, str]:
    found = [value.decode("latin-1") for name, value in scope.get("headers", []) if name == b"cookie"]
    return parse_cookie("; ".join(found))


def _with_token(application: Application) -> Application:
    async def device(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            token = await in_thread(opening, Token.objects.find, scope.pop("secret"))
        except OUTAGES as error:
            await _out_of_order(error, receive, send)
            return
        if token is None:
            await refuse_socket(receive, send, NOT_LOGGED_IN)
        else:
            known = {**scope, "user": AnonymousUser(), "session_key": None, "token": token}
            await application(known, receive, send)

    return device


async def _out_of_order(error: Exception, receive: Receive, send: Send) -> None:
    outage.refusal(error)
    await refuse_socket(receive, send, COME_AGAIN)


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    """The application of every address that has no socket."""
    await refuse_socket(receive, send, NO_SUCH_ADDRESS)


async def refuse_socket(receive: Receive, send: Send, code: int) -> None:
    # Accept first: only an open socket can be closed with a code that tells the device why.
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


def bearer(scope: Scope) -> str | None:
    """The secret in `Authorization: Bearer SECRET`; None if there is no such header."""
    headers: list[tuple[bytes, bytes]] = scope.get("headers", [])
    for name, value in headers:
        scheme, _, secret = value.decode("latin-1").partition(" ")
        if name == b"authorization" and scheme.lower() == "bearer":
            return secret.strip()
    return None
