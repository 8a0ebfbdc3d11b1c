"""The body of a request: small, and whole before anything is done for it. In front of a casino's workers nginx says so
already; here it is said for a house of one process, too."""

from collections.abc import Iterable
from io import BytesIO

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from casino.common.answers import asked_for, refuse
from casino.common.refusals import Refusal
from casino.people.sockets import Application, Receive, Scope, Send

MOST = 1 << 20  # bytes; who gets more than DATA_UPLOAD_MAX_MEMORY_SIZE refuses it in words of his own
# Of a form with files, as in deploy/nginx.conf; its page says so of more than it takes
MOST_WITH_FILES = 8 << 20

Headers = Iterable[tuple[bytes, bytes]]


class WholeBodies:
    """ASGI middleware whose application is called once the whole body is there, and told it in one message. One that is
    too large is refused (413). Nobody is called for a client who has gone."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        parts: list[bytes] = []
        size, most, has_more = 0, _most_for(scope["headers"]), True
        while has_more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            has_more = message.get("more_body", False)
            size += len(message.get("body", b""))
            if size <= most:
                parts.append(message.get("body", b""))
        if size > most:
            await _refuse(scope, send, Refusal("too_large", most=most >> 10))
        else:
            await self._application(scope, _saying(b"".join(parts), receive), send)


def _most_for(headers: Headers) -> int:
    """The bytes that a body with these headers may have."""
    kind = dict(headers).get(b"content-type", b"").strip().lower()
    return MOST_WITH_FILES if kind.startswith(b"multipart/form-data") else MOST


def _saying(body: bytes, receive: Receive) -> Receive:
    has_said = False

    async def says() -> Scope:
        nonlocal has_said
        if has_said:
            return await receive()
        has_said = True
        return {"type": "http.request", "body": body, "more_body": False}

    return says


async def _refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    """Answer a request of which nothing reaches the application."""
    request = ASGIRequest(scope, BytesIO())
    with translation.override(asked_for(request)):
        response = refuse(request, refusal)
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]
    headers.append((b"content-length", str(len(response.content)).encode()))
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
