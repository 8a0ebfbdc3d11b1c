"""How many requests are answered at the same time, so that tables are served while many log in or read reports.

Every request has a thread and a database connection of its own while it is answered. nginx bounds what strangers may
ask; this bounds what the house's own people ask at once, when all tablets come back for example.
"""

import asyncio
from contextlib import suppress

from casino.people.sockets import Application, Receive, Scope, Send

# The beginning of a path → how many are answered at once. The first that fits counts.
AT_ONCE = {
    "/healthz": 1,  # a busy process is not a dead one
    "/livez": 1,
    "/login/": 1,  # a hash is slow on purpose
    "/reports/": 1,  # may take seconds
    "/api/": 5,
    "/": 3,
}


class Admission:
    """ASGI middleware, behind `casino.site.server.bodies`, in which requests wait for their turn without a thread.

    A request whose client goes meanwhile is dropped; one that has begun is carried out whole, even if its client goes.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._turns = {path: asyncio.Semaphore(most) for path, most in AT_ONCE.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        turn = next(turn for path, turn in self._turns.items() if scope["path"].startswith(path))
        body = await receive()
        async with turn:
            if not await _has_gone(receive):
                await self._application(scope, _saying_only(body), send)


async def _has_gone(receive: Receive) -> bool:
    """Whether the client has gone by now. After the body it says nothing else."""
    with suppress(TimeoutError):
        async with asyncio.timeout(0):
            await receive()
            return True
    return False


def _saying_only(body: Scope) -> Receive:
    """A `receive` that gives the body, and then nothing more: Django would give up a request whose client goes, though
    its thread goes on."""
    messages = [body]

    async def says() -> Scope:
        if not messages:
            await asyncio.get_running_loop().create_future()
        return messages.pop()

    return says
