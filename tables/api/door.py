"""The short way to the commands: `POST /api/tables/<slug>/commands` without what only pages need.

Django's own way takes longer than the command: it changes threads half a dozen times, reads the session and the user
through the ORM, and passes middleware for static files, messages and policies of content. Here one thread does what the
address needs: host, login or token, CSRF token, permission, pace, language. The answer is the same byte for byte;
`tests/api/test_door.py` compares them.
"""

import asyncio
import json
import re
from collections.abc import Coroutine
from functools import cache, partial
from io import BytesIO
from typing import Any, NamedTuple

import structlog
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.exception import response_for_exception
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils import translation

from casino.accounts import access_log
from casino.accounts.lock import REFUSED
from casino.accounts.logins import logged_in
from casino.accounts.models import User
from casino.accounts.permissions import may_call
from casino.common.answers import KeptByNobody, headers_for, refused
from casino.common.errors import Refusal
from casino.common.languages import spoken
from casino.sockets import Receive, Scope, Send
from tables import access
from tables.api.app import caller_behind

ADDRESS = re.compile(r"/api/tables/([^/]+)/commands")
TOO_LARGE = None  # in place of a body
JSON = "application/json; charset=utf-8"

Json = dict[str, Any]
Headers = list[tuple[bytes, bytes]]


class Response(NamedTuple):
    """What is sent."""

    status: int
    headers: Headers
    content: bytes


class Door:
    """ASGI application for commands; everything else goes to `others`."""

    def __init__(self, others: Any) -> None:
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ADDRESS.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None:
            await self._others(scope, receive, send)
            return
        body = _whole(await receive())
        try:
            response = await _unless_gone(access.door.run(_respond, scope, found[1], body), receive)
        except ConnectionAbortedError:
            return  # nobody waits for an answer any more
        length = (b"Content-Length", b"%d" % len(response.content))
        headers = [*response.headers, length]
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        await send({"type": "http.response.body", "body": response.content})


async def _unless_gone(work: Coroutine[Any, Any, Response], receive: Receive) -> Response:
    """What the work comes to. Whose client goes before a thread is free for it is forgotten: he asks again, and those
    who have gone would keep him waiting. Raises ConnectionAbortedError."""
    task, heard = asyncio.create_task(work), asyncio.ensure_future(receive())

    def has_gone() -> bool:
        return heard.done() and not heard.cancelled() and heard.result()["type"] == "http.disconnect"

    heard.add_done_callback(lambda _: task.cancel() if has_gone() else None)
    try:
        return await task
    except asyncio.CancelledError:
        if has_gone():
            raise ConnectionAbortedError from None
        raise
    finally:
        heard.cancel()


def _whole(message: dict[str, Any]) -> bytes | None:
    """The body, which comes in one message (`casino.bodies`)."""
    body: bytes = message["body"]
    return body if len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE else TOO_LARGE


def _respond(scope: Scope, slug: str, body: bytes | None) -> Response:
    """Runs in a context of its own, which keeps the request's name and the language to itself."""
    structlog.contextvars.bind_contextvars(request=scope.get("request_id"))
    request = ASGIRequest(scope, BytesIO(body or b""))
    try:
        status, answer = _answer(request, slug, body)
    except Exception as error:  # noqa: BLE001 - whatever nobody foresaw is an error page
        response = KeptByNobody(partial(response_for_exception, exc=error))(request)
        return Response(response.status_code, _headers_of(response), response.content)
    return Response(status, _headers(request.is_secure(), status), json.dumps(answer).encode())


@cache
def _headers(is_secure: bool, status: int) -> Headers:
    """Those of every answer, as Django's middleware sets them. They follow from the settings alone."""
    request = HttpRequest()
    request.path_info = "/api/"
    request._get_scheme = lambda: "https" if is_secure else "http"  # type: ignore[attr-defined]
    empty = HttpResponse(content_type=JSON, headers=headers_for(status))
    middleware = SecurityMiddleware(XFrameOptionsMiddleware(KeptByNobody(lambda _: empty)))
    return _headers_of(middleware(request))


def _headers_of(response: Any) -> Headers:
    return [(name.encode(), value.encode("latin-1")) for name, value in response.items()]


def _answer(request: HttpRequest, slug: str, body: bytes | None) -> tuple[int, Json]:
    request.get_host()  # raises DisallowedHost
    request.user = logged_in(request.COOKIES.get(settings.SESSION_COOKIE_NAME)) or AnonymousUser()
    language = getattr(request.user, "language", "") or translation.get_language_from_request(request)
    translation.activate(spoken(language))
    try:
        caller = _caller(request)
    except Refusal as refusal:
        if refusal.status in REFUSED and refusal.code != "locked":
            access_log.enter_refusal(request, refusal.status)
        return refused(refusal)
    return access.command(caller, slug, body, request.META.get("HTTP_IDEMPOTENCY_KEY"))


def _caller(request: HttpRequest) -> access.Caller:
    """Raises Refusal."""
    caller = caller_behind(request)
    if caller is None:
        raise Refusal("not_logged_in")
    if not may_call(caller.actor.role, "commands"):
        raise Refusal("not_for_your_role")
    if caller.table is None and isinstance(request.user, User):
        access.check_in_use(request.user)
    if not access.pace.allows(caller):
        raise Refusal("too_fast")
    return caller
