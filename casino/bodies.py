"""The body of a request: small, and here before anything is done for it.

A stranger may say whatever he likes, as slowly as he likes. Here he takes no place, no thread and no memory with it.
Daphne reads bodies by itself before it calls any application: `casino.websocket` has the same limits.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from casino.common.answers import refuse
from casino.common.errors import Refusal
from casino.common.languages import spoken
from casino.sockets import Application, Receive, Scope, Send

MOST = 1 << 20  # bytes; who gets more than DATA_UPLOAD_MAX_MEMORY_SIZE refuses it in words of his own
MOST_WITH_FILES = (
    8 << 20
)  # of a form with files, as in deploy/nginx.conf; its page says so of more than it takes
WITHIN = 30.0  # seconds in which the whole body has to come
LINGER = 5.0  # seconds in which a client who was refused may go on sending, so that he reads why
CLOSE = (b"connection", b"close")

Headers = Iterable[tuple[bytes, bytes]]


def most_for(headers: Headers) -> int:
    """The bytes that a body with these headers may have."""
    found = dict(headers)
    has_files = found.get(b"content-type", b"").strip().lower().startswith(b"multipart/form-data")
    return MOST_WITH_FILES if has_files else MOST


def too_large(most: int) -> Refusal:
    """The refusal of a body that has more bytes than `most`."""
    return Refusal("too_large", most=most >> 10)


class WholeBodies:
    """ASGI middleware whose application is called once the whole body is there, and told it in one message."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = _Body(scope["headers"], receive)
        try:
            async with asyncio.timeout(WITHIN):
                whole = await body.whole()
        except ConnectionAbortedError:
            return  # nobody waits for an answer, and nobody has said all that he wanted to say
        except TimeoutError:
            await _refuse(scope, body, send, Refusal("too_slow"))
        except Refusal as refusal:
            await _refuse(scope, body, send, refusal)
        else:
            await self._application(scope, _saying(whole, receive), send)


class _Body:
    """What a client says, and may say. `has_more`: whether more of it will come."""

    def __init__(self, headers: Headers, receive: Receive) -> None:
        self.most, self.has_more = most_for(headers), True
        self._declared, self._receive = _declared(headers), receive

    async def whole(self) -> bytes:
        """Raises Refusal if it is too long, ConnectionAbortedError if the client goes before its end."""
        parts: list[bytes] = []
        size = 0
        while self.has_more and max(size, self._declared) <= self.most:
            parts.append(await self._part())
            size += len(parts[-1])
        if max(size, self._declared) > self.most:
            raise too_large(self.most)
        return b"".join(parts)

    async def rest(self) -> None:
        """Hear the rest, and forget it."""
        while self.has_more:
            await self._part()

    async def _part(self) -> bytes:
        message = await self._receive()
        if message["type"] == "http.disconnect":
            raise ConnectionAbortedError
        self.has_more = message.get("more_body", False)
        part: bytes = message.get("body", b"")
        return part


def _declared(headers: Headers) -> int:
    """The length that the client says; 0 if he does not."""
    said = dict(headers).get(b"content-length", b"")
    return int(said) if said.isdigit() else 0


def _saying(body: bytes, receive: Receive) -> Receive:
    has_said = False

    async def says() -> Scope:
        nonlocal has_said
        if has_said:
            return await receive()
        has_said = True
        return {"type": "http.request", "body": body, "more_body": False}

    return says


async def _refuse(scope: Scope, body: _Body, send: Send, refusal: Refusal) -> None:
    """The answer is whole before the connection ends. Ended while its client still sends, he would never read it."""
    await turn_away(scope, send, refusal, is_last=False)
    with suppress(TimeoutError, ConnectionAbortedError):
        async with asyncio.timeout(LINGER):
            await body.rest()
    await send({"type": "http.response.body", "body": b""})


async def turn_away(scope: Scope, send: Send, refusal: Refusal, *, is_last: bool = True) -> None:
    """Answer a request of which nothing reaches the application, and end its connection. `is_last`: nothing more will
    be sent."""
    request = ASGIRequest(scope, BytesIO())
    with translation.override(spoken(translation.get_language_from_request(request))):
        response = refuse(request, refusal)
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]
    length = (b"content-length", str(len(response.content)).encode())
    await send(
        {"type": "http.response.start", "status": response.status_code, "headers": [*headers, length, CLOSE]}
    )
    await send({"type": "http.response.body", "body": response.content, "more_body": not is_last})
