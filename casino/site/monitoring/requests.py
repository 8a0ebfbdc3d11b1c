"""Each request has a name, which stands in every line of the log about it and in its answer; and it is counted."""

import re
from random import getrandbits

import structlog

from casino.common.telemetry import metrics
from casino.people.sockets import Application, Receive, Scope, Send

HEADER = b"x-request-id"
NAME = re.compile(rb"[A-Za-z0-9_-]{8,64}")


class NamedRequests:
    """ASGI middleware that sets `scope["request_id"]`: the name that the proxy in front gave
    (`casino.site.server.proxies` removes anybody else's), or a new one. HTTP responses bear it as `X-Request-ID`, and
    are counted by their status."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._application(scope, receive, send)
            return
        name = _given(scope) or f"{getrandbits(64):016x}"

        async def answer(message: Scope) -> None:
            if message["type"] == "http.response.start":
                metrics.RESPONSES.labels(f"{message['status'] // 100}xx").inc()
                message = {**message, "headers": [*message.get("headers", []), (HEADER, name.encode())]}
            await send(message)

        # A socket's messages go straight to the server: they are many, and no response.
        say = answer if scope["type"] == "http" else send
        with structlog.contextvars.bound_contextvars(request=name):
            await self._application({**scope, "request_id": name}, receive, say)


def _given(scope: Scope) -> str | None:
    found = [value for name, value in scope["headers"] if name == HEADER]
    return found[0].decode() if len(found) == 1 and NAME.fullmatch(found[0]) else None
