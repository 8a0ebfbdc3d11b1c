"""One round: the server starts, is kept busy, and is told to stop."""

import asyncio
import random
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from autobahn.asyncio.websocket import WebSocketClientFactory, WebSocketClientProtocol

from deploy.stopping.clients import (
    CUT,
    STOPPING,
    Busy,
    commands,
    dropped,
    half_a_request,
    idle,
    readings,
)
from deploy.stopping.house import PEOPLE, House, Server, headers_of, serving
from deploy.worker import EMBEDDED

SIGNALS = (signal.SIGTERM, signal.SIGINT)
SCREENS = 6
IN_ORDER = 4503  # close code of a socket whose server stops
DEADLINE = 20.0  # seconds from the signal to the end: more than twice what a loaded machine has needed
SHORTEST, LONGEST = 0.3, 1.2  # seconds that the server is busy before the signal
OPENING = 60.0  # seconds that a screen has for opening
PAGES = ("/login/", "/floor/", "/tables/mesa-0/console/", "/api/tables", "/api/tables/mesa-0")


@dataclass
class Outcome:
    """How a round ended. `status`: of the server's process, None if it did not end."""

    status: int | None = None
    seconds: float = 0.0
    closed: list[int | None] = field(default_factory=list)  # the close code of each screen
    ends: Counter[int | str] = field(default_factory=Counter)
    accepted: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """What was not in order."""
        failed = {end for end in self.ends if isinstance(end, int) and end >= 500 and end != STOPPING}
        found = {
            f"the server ended with {self.status} after {self.seconds:.1f} s": self.status != 0,
            f"{self.ends[CUT]} requests were cut": self.ends[CUT] > 0,
            f"answers {sorted(failed)}": bool(failed),
            f"screens were closed with {self.closed}": self.closed != [IN_ORDER] * SCREENS,
        }
        return [fault for fault, holds in found.items() if holds]


def play(house: House, number: int, chance: random.Random, server: str = EMBEDDED) -> Outcome:
    """The round of this number."""
    with serving(house, server) as running:
        return asyncio.run(_round(house, running, SIGNALS[number % len(SIGNALS)], chance))


async def _round(house: House, server: Server, number: signal.Signals, chance: random.Random) -> Outcome:
    clients = list(_clients(house, server.port))
    screens = [await _screen(server.port, house.sessions[0]) for _ in range(SCREENS)]
    held = [await half_a_request(server.port), await idle(server.port)]
    asking = [asyncio.create_task(client.run()) for client in clients]
    await asyncio.sleep(chance.uniform(SHORTEST, LONGEST))
    status, seconds = await asyncio.to_thread(server.stop, number, DEADLINE)
    if status is None:
        server.process.kill()
    outcome = Outcome(status, seconds)
    await asyncio.wait(asking, timeout=DEADLINE)
    outcome.closed = [await _code(screen) for screen in screens]
    dropped(*held)
    for client in clients:
        outcome.ends += client.ends
        outcome.accepted += client.accepted
    return outcome


def _clients(house: House, port: int) -> Iterator[Busy]:
    for place in range(PEOPLE):
        headers = headers_of(house.sessions[place])
        yield Busy(port, headers, commands(f"mesa-{place}"), kept=place > 0)
        yield Busy(port, headers, readings(*PAGES[place:], *PAGES[:place]), kept=place > 1)


class _Line(WebSocketClientProtocol):  # type: ignore[misc]
    def onOpen(self) -> None:
        self.factory.opened.set_result(None)

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        self.factory.closed.set_result(code)


async def _screen(port: int, cookie: str) -> "asyncio.Future[int | None]":
    """Open a screen; gives what will be its close code."""
    loop = asyncio.get_running_loop()
    factory = WebSocketClientFactory(
        f"ws://127.0.0.1:{port}/ws/screens/floor/",
        origin=f"http://127.0.0.1:{port}",
        headers={"Cookie": cookie},
    )
    factory.protocol = _Line
    factory.opened, factory.closed = loop.create_future(), loop.create_future()
    await loop.create_connection(factory, "127.0.0.1", port)
    await asyncio.wait_for(factory.opened, OPENING)
    closed: asyncio.Future[int | None] = factory.closed
    return closed


async def _code(closed: "asyncio.Future[int | None]") -> int | None:
    with suppress(TimeoutError):
        return await asyncio.wait_for(asyncio.shield(closed), 1)
    return None
