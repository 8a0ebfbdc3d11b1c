"""Pages side by side: a few at a time, so that tables are served while many log in or read reports.

Every request for a page has a thread of its own, and all threads share one interpreter with the commands, which do not
come this way (`tables.api.door`). Without this, twenty long reports at once made a command seventy times as slow. Who
waits for a place here has no thread yet, and has read nothing from the database.
"""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, parse_cookie

from casino.clients import Client
from casino.common.answers import refuse
from casino.common.errors import Refusal
from casino.common.places import Places
from casino.sockets import Application, Receive, Scope, Send

View = Callable[[HttpRequest], HttpResponse]
Messages = list[dict[str, Any]]
Reader = tuple[bytes | str, ...]  # what a refusal's bytes depend on

TOO_BUSY = "casino.too_busy"  # in the scope of a request that is to be refused
MOST_KEPT = 64  # refusals


class Crowd(NamedTuple):
    """Requests whose path begins so: how many are answered at the same time, how many may wait, and how long a place
    stays empty after each, as a part of the time that it took."""

    path: str
    at_once: int
    waiting: int
    rest: float = 0.0


CROWDS = (
    Crowd("/healthz", 1, 20),  # a busy process is not a dead one
    Crowd("/livez", 1, 20),
    Crowd("/login/", 1, 20, rest=1.0),  # a hash is slow on purpose, and strangers may ask for it
    Crowd("/reports/", 1, 20, rest=1.0),  # may take seconds
    Crowd("/api/", 3, 500),  # slips, duty, disputes: at most two wait for one table (`tables.row_lock`)
    Crowd("/", 2, 500),  # every tablet of a house comes back at once after a break
)


class Crowds:
    """ASGI middleware that gives each request a place, or has it refused (503, with Retry-After) where too many wait.
    Files go past it."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._places = [(crowd.path, Places(*crowd[1:])) for crowd in CROWDS]
        self._refusals: dict[Reader, Messages] = {}
        self._served: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path.startswith(settings.STATIC_URL):
            await self._application(scope, receive, send)
            return
        places = next(places for begin, places in self._places if path.startswith(begin))
        client = Client(receive)
        try:
            await self._serve(places, client, scope, send)
        except Refusal:
            await self._refuse(scope, client.says, send)

    async def _serve(self, places: Places, client: Client, scope: Scope, send: Send) -> None:
        """When a place is free, and then to the end, even if the server gives the request up: Daphne cancels one whose
        client has gone for some seconds. Cut off, it would stop the event loop until its thread has ended, and that
        thread's connection would never come back to the pool.

        Whose client goes before that is forgotten at once. Clients ask again when they have waited for some seconds:
        if those who have gone were served, a busy house would be busy with nobody else. Raises Refusal if too many
        wait."""
        has_begun = False

        async def serve() -> None:
            nonlocal has_begun
            await client.heard()
            async with places.taken():
                has_begun = True
                going.cancel()
                await self._application(scope, client.says, send)

        def give_up(_: object = None) -> None:
            if not has_begun:
                task.cancel()

        task, going = asyncio.create_task(serve()), asyncio.create_task(client.gone())
        self._served.add(task)
        task.add_done_callback(self._served.discard)
        going.add_done_callback(give_up)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            give_up()
            if not task.done():
                raise
        finally:
            going.cancel()

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Django answers the first of those who read the same; the others are told the same bytes."""
        reader = _reader(scope)
        if reader not in self._refusals:
            messages: Messages = []

            async def keep(message: dict[str, Any]) -> None:
                messages.append(message)

            await self._application({**scope, TOO_BUSY: True}, receive, keep)
            if len(self._refusals) >= MOST_KEPT:
                self._refusals.clear()
            self._refusals[reader] = messages
        for message in self._refusals[reader]:
            await send(message)


def _reader(scope: Scope) -> Reader:
    """The kind of address, and what says how this browser reads: language, theme, compression."""
    headers = dict(scope["headers"])
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    return (
        scope["path"][:5],
        headers.get(b"host", b""),
        headers.get(b"accept-language", b""),
        headers.get(b"accept-encoding", b""),
        cookies.get(settings.LANGUAGE_COOKIE_NAME, ""),
        cookies.get("theme", ""),
    )


class TooBusyMiddleware:
    """Answers those whom `Crowds` refuses, with the headers of every page and without a question to the database."""

    def __init__(self, get_response: View) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if getattr(request, "scope", {}).get(TOO_BUSY):
            return refuse(request, Refusal("too_busy"))
        return self._get_response(request)
