"""One server process: an event loop, what a process keeps in its memory, and Daphne without its network."""

import asyncio
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter

from casino.bodies import WholeBodies
from casino.common.pace import Pace
from casino.draining import DrainingApplication
from casino.proxies import NamedProxies
from casino.sockets import authenticated
from casino.websocket import SocketServer
from tables import access, beside, notify
from tables.api.door import Door
from tables.live import audience, hub
from tables.live.routing import websocket_urlpatterns
from tables.record import commits, states
from tables.record.by_digest import ByDigest
from tables.screen import Screen
from tables.screens.catalogue import SCREENS
from tests.simulation.plain_screens import PLAIN_SCREENS
from tests.simulation.scheduler import Loop, Scheduler

# What each process has of its own: (module, name, how it begins)
OWN: tuple[tuple[ModuleType, str, Callable[[], Any]], ...] = (
    (notify, "_relays", set),
    (beside, "_kept", dict),
    (audience, "_kept", dict),
    (states, "_kept", lambda: ByDigest(states.MOST)),
    (commits, "_kept", lambda: ByDigest(commits.MOST)),
    (access, "pace", lambda: Pace(access.MOST_A_SECOND)),
)
CLOSE_TIMEOUT = 1.0  # seconds that a client has for closing its end: autobahn's
REAPED = 1.0  # seconds until Daphne looks again for applications that have failed


class Memory:
    """What a process keeps in the globals of modules. All processes share those here, so they are exchanged."""

    def __init__(self) -> None:
        self._values = [begin() for *_, begin in OWN]

    def enter(self) -> None:
        """From now on the modules have this memory."""
        for (module, name, _), value in zip(OWN, self._values, strict=True):
            setattr(module, name, value)


async def nothing_else(scope: Any, receive: Any, send: Any) -> None:
    """In place of Django's pages, which nobody asks for here."""
    raise AssertionError(scope["path"])


def screens_of(*, whole: bool) -> Mapping[str, Screen]:
    """The product's own, or plain ones, which take a tenth of the time."""
    return SCREENS if whole else PLAIN_SCREENS


@cache
def application(*, whole_screens: bool) -> Any:
    """The product's, with these screens."""
    sockets = authenticated(URLRouter(websocket_urlpatterns(screens_of(whole=whole_screens))))
    return NamedProxies(
        ProtocolTypeRouter({"http": WholeBodies(Door(nothing_else)), "websocket": sockets}), ()
    )


class Process:
    """It serves until it is killed, or has been told to stop and has drained."""

    def __init__(self, name: str, scheduler: Scheduler, *, whole_screens: bool) -> None:
        self.name = name
        self.loop = Loop(scheduler, name)
        self.memory = Memory()
        self.is_up = True
        self.is_stopping = False
        self.told_to_stop: float | None = None
        self.stopped_after: float | None = None  # seconds from SIGTERM to the end
        self.failures: list[BaseException] = []
        self.when_ended: list[Callable[[], None]] = []  # the lines to it
        self.application = DrainingApplication(application(whole_screens=whole_screens), hub.close_all)
        self.server = SocketServer(self.application, endpoints=["simulated"], signal_handlers=False)
        self.server.connections = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, application: Any, done: Callable[[BaseException | None], None]) -> None:
        """Run a coroutine; `done` is told what it raised."""
        task = self.loop.create_task(application)
        self._tasks.add(task)
        task.add_done_callback(lambda ended: self._ended(ended, done))

    def _ended(self, task: asyncio.Task[None], done: Callable[[BaseException | None], None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.failures.append(error)
        done(error)

    def stop(self) -> None:
        """SIGTERM."""
        if not self.is_up or self.is_stopping:
            return
        self.is_stopping = True
        self.start(self._drain(), lambda error: self.kill())

    async def _drain(self) -> None:
        self.told_to_stop = self.loop.time()
        await self.application.drain()
        self.stopped_after = self.loop.time() - self.told_to_stop

    def kill(self) -> None:
        """SIGKILL: from here on nothing of it runs, and its lines break."""
        if not self.is_up:
            return
        self.is_up = False
        self.loop.scheduler.remove(self.loop)
        for end in self.when_ended:
            end()
        self.when_ended.clear()

    def hub(self) -> hub.Hub | None:
        """Its hub, if it has one."""
        return hub._hubs.get(self.loop)
