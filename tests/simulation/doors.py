"""The ways on which commands are given: over the socket of a console, as `static/js/act.js` does, and over HTTP."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from django.conf import settings

from tests.simulation.clients import Client
from tests.simulation.database import cookie_of_display, secret_of, session_of
from tests.simulation.errands import DOOR, NOT_NOW, PATIENCE, Errand
from tests.simulation.line import Json
from tests.simulation.request import Headers, Heard, Request

if TYPE_CHECKING:
    from tests.simulation.world import World

AGAIN = 2.0  # seconds after which a console gives a command once more
NOT_LOGGED_IN = 401
CSRF = "c" * 32
HOST = (b"host", b"localhost")
ORIGIN = (b"origin", b"http://localhost")


def head_of(name: str) -> Headers:
    """The headers by which this person, device or display is known."""
    if name.startswith("device"):
        return [HOST, (b"authorization", f"Bearer {secret_of(name)}".encode())]
    if name.startswith("display"):
        return [HOST, ORIGIN, (b"cookie", f"wall0={cookie_of_display(name)}".encode())]
    cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(name)}; {settings.CSRF_COOKIE_NAME}={CSRF}"
    return [HOST, ORIGIN, (b"cookie", cookie.encode())]


class Doors:
    """Of one house. All errands that have been sent are kept."""

    def __init__(self, world: "World", random: Random) -> None:
        self.errands: list[Errand] = []
        self._world, self._random = world, random

    def give(self, errand: Errand) -> None:
        """Give a command over HTTP, again and again until it is answered."""
        self.errands.append(errand)
        errand.post(self.post)

    def touch(self, errand: Errand, console: Client) -> None:
        """A console gives a command over its own line, and once more where it could not be taken or no answer came."""
        if console.line is None or not console.is_live:
            return
        self.errands.append(errand)

        def first(status: int, answer: Json | None) -> None:
            if answer is None or status == NOT_NOW:
                self._world.loop.call_later(AGAIN, self._exchange, errand, console, last)
            else:
                heard(status, answer)

        def last(status: int, answer: Json | None) -> None:
            errand.is_over = True
            if answer is not None:
                heard(status, answer)

        def heard(status: int, answer: Json) -> None:
            errand.hear(status, answer)
            if status == NOT_LOGGED_IN:
                console.end()  # the page leads to the login, or to the lock

        self._exchange(errand, console, first)

    def _exchange(self, errand: Errand, console: Client, heard: Heard) -> None:
        """One attempt; `heard` is told the answer, or that none came."""
        line = console.line
        if line is None:
            self.post(errand, heard)
            return
        over = self._once(errand, heard)

        def hear(message: Json | None) -> None:
            if message is None:
                over(0, None)
                return
            without = ("type", "key", "status")
            over(message["status"], {name: said for name, said in message.items() if name not in without})

        console.unanswered[errand.key] = hear
        line.say({"type": "command", "key": errand.key, "command": errand.command})
        self._world.loop.call_later(PATIENCE, over, 0, None)

    def post(self, errand: Errand, heard: Heard) -> None:
        """One attempt over HTTP at one of the processes; `heard` is told the answer, or that none came."""
        world = self._world
        process = self._random.choice(world.processes)
        over = self._once(errand, heard)
        if not process.is_up:
            world.loop.call_later(0.5, over, 0, None)
            return
        world.loop.call_later(PATIENCE, over, 0, None)
        head = [*head_of(errand.by), (b"x-csrftoken", CSRF.encode())]
        request = Request(world.loop, errand, head, over)
        request.latency = world.weather.latency
        request.accepted = world.truth.answered
        request.broken = world.truth.broken
        world.loop.call_later(world.weather.latency(), request.arrive, process)

    def _once(self, errand: Errand, heard: Heard) -> Callable[[int, Json | None], None]:
        """`heard`, which is told the first outcome alone. Where nothing might be done in this name already when the
        attempt was made, it must be refused at the door."""
        world = self._world
        ended = world.rights.since(errand.by)
        is_over = False

        def over(status: int, answer: Json | None) -> None:
            nonlocal is_over
            if is_over:
                return
            is_over = True
            taken = answer is not None and status not in (*DOOR, NOT_NOW)
            if ended is not None and taken and world.rights.since(errand.by) == ended:
                world.truth.broken(f"{errand.by} may do nothing, and {errand.key} was answered {answer}")
            heard(status, answer)

        return over
