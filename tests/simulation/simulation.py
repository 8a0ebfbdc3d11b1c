"""One seed from its beginning to its end: a time of trouble, and then everything must be right again."""

import sys
from asyncio import all_tasks
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.core.signals import got_request_exception
from django.db import DatabaseError, OperationalError

from casino.common import clock
from tables import disputes, notify, signature_service
from tables.live import hub, notifications
from tables.models import SignatureRequest
from tests.house import JEFE
from tests.simulation import redis
from tests.simulation.clients import Device
from tests.simulation.database import MOST_CLIENTS, TABLES, Connection, casino_database
from tests.simulation.ending import Ending
from tests.simulation.errands import Errand, command
from tests.simulation.truth import Broken
from tests.simulation.weather import LONGEST, TROUBLES
from tests.simulation.world import World

TROUBLED = (3.0, 8.0)  # seconds: the shortest and the longest time of trouble
BETWEEN = (0.15, 1.0)  # seconds between two commands
MOST_TROUBLES = 5
NERVOUS = 0.2  # how often a command is sent twice, whatever the answer
CLIENTS = (2, MOST_CLIENTS)


class Simulation:
    """One seed."""

    def __init__(self, seed: int, database: Connection) -> None:
        self.world = World(seed, database)
        self.random = Random(f"plan {seed}")
        self.until = self.random.uniform(*TROUBLED)
        self.plan: list[str] = []  # what goes wrong, for who reads of a failure
        self._ends: dict[int, Callable[[], None]] = {}
        self._number = 0

    def run(self) -> None:
        """Raises Broken where a promise is not kept."""
        world = self.world
        world.add_clients(self.random.randint(*CLIENTS))
        for number in range(self.random.randint(0, MOST_TROUBLES)):
            begin = self.random.uniform(0.2, self.until)
            trouble = self.random.choice(TROUBLES)
            self.plan.append(f"{begin:.1f} s {trouble.__name__}")
            world.loop.call_later(begin, self._begin, number, trouble)
        world.loop.call_later(self.random.uniform(*BETWEEN), self._act)
        world.scheduler.run(self.until)
        for end in self._ends.values():
            end()
        self._ends.clear()
        world.weather.clear_up()
        world.redis.is_down = False
        world.redis.be_reliable()
        Ending(world, self.random).check()

    def _begin(self, number: int, trouble: Any) -> None:
        self._ends[number] = trouble(self.world, self.random)
        self.world.loop.call_later(self.random.uniform(0.3, LONGEST), self._end, number)

    def _end(self, number: int) -> None:
        end = self._ends.pop(number, None)
        if end is not None:
            end()

    def _act(self) -> None:
        if self.world.now() > self.until - 0.1:
            return
        self.world.loop.call_later(self.random.uniform(*BETWEEN), self._act)
        self.random.choice(
            (
                self._touch,
                self._touch,
                self._touch,
                self._post,
                self._post,
                self._reuse,
                self._write,
                self._deal,
                self._aside,
                self._aside,
            )
        )()

    # What people do

    def _errand(self, table: str, by: str, version: int) -> Errand:
        self._number += 1
        return Errand(
            f"key {self._number}", table, by, command(self.random, version), self.world.truth.broken
        )

    def _touch(self) -> None:
        """On a console."""
        console = self.world.clients[0]
        assert console.topic
        errand = self._errand(console.topic, console.who, console.version)
        self.world.doors.touch(errand, console)

    def _post(self) -> None:
        """Over HTTP."""
        errand = self._errand(self.random.choice(TABLES), "jefe", -1)
        doors = self.world.doors
        doors.give(errand)
        if self.random.random() < NERVOUS:
            self.world.loop.call_later(self.random.uniform(0.0, 1.0), errand.post, doors.post)

    def _reuse(self) -> None:
        """Another command under a key that has been used."""
        doors = self.world.doors
        answered = [one for one in doors.errands if one.answer is not None and one.after is None]
        if answered:
            first = self.random.choice(answered)
            other = {"command": "note", "text": f"not {first.key}"}
            broken = self.world.truth.broken
            doors.give(Errand(first.key, first.table, first.by, other, broken, after=first))

    def _write(self) -> None:
        """By a command of `manage.py`."""
        with suppress(DatabaseError):  # who gave the command has seen it on his screen
            self.world.outside(self.world.write_outside)

    def _deal(self) -> None:
        """The shoe reads a card."""
        for client in self.world.clients:
            if isinstance(client, Device) and client.line and client.is_live:
                client.line.say({"command": "card", "hand": "punto", "card": "7"})

    def _aside(self) -> None:
        """A dispute, or a request that is declined, in one of the processes."""
        work = self.random.choice((_decline, partial(disputes.mark, self.random.choice(TABLES), JEFE)))
        self.world.in_process(work)


def _decline() -> None:
    request = SignatureRequest.objects.filter(outcome=None).order_by("pk").first()
    if request:
        signature_service.take_step(request.pk, "declined", JEFE, "not now")


def simulate(seed: int, trace: list[str] | None = None) -> str | None:
    """Run a seed; what was not as promised, or None. `trace` is filled with all that is said to the clients."""
    found: list[str] = []
    with casino_database() as database, ExitStack() as stack:
        simulation = Simulation(seed, database)
        world = simulation.world
        world.trace = trace
        for context in _replaced(world, found):
            stack.enter_context(context)
        trouble = database.trouble
        trouble.statement, trouble.committed = world.on_statement, world.truth.learn
        trouble.before_commit, trouble.after_commit = world.weather.on_commit, world.weather.on_committed
        try:
            simulation.run()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told with its seed
            found.append(_words(error))
        finally:
            trouble.__init__()  # type: ignore[misc]
            _clean_up(world)
    if not found:
        return None
    what = ", ".join(simulation.plan) or "nothing goes wrong"
    return f"seed {seed}: {found[0]} ({'several processes' if world.many else 'one process'}; {what})"


def _words(error: Exception) -> str:
    if isinstance(error, Broken):
        return str(error)
    import traceback

    return "".join(traceback.format_exception(error))


def _replaced(world: World, found: list[str]) -> Iterator[Any]:
    """What stands between the product and a machine, in place of the machine's."""
    yield clock.on_machine(clock.Machine(world.time_of_day, world.now))
    redis.Client.server = world.redis
    yield patch.object(notifications, "Redis", redis.Client)
    yield patch.object(notify, "_publisher", lambda url, channel: redis.Publisher())
    yield patch.object(settings, "REDIS_URL", "redis://simulated" if world.many else None)
    yield patch.object(settings, "IDLE_MINUTES", 15)
    yield patch.object(settings, "SECOND_FACTOR", "off")
    yield patch.object(hub, "log", Log(found))
    yield patch.object(notifications, "log", Log(found))
    yield _requests_watched(found)


class Log:
    """In place of the hub's log: an error is a defect."""

    def __init__(self, found: list[str]) -> None:
        self._found = found

    def warning(self, words: str, **more: Any) -> None:
        """The database or Redis does not answer."""

    def error(self, words: str, exc_info: BaseException, **more: Any) -> None:
        """The hub has failed, or a table cannot be shown."""
        self._found.append(f"{words}: {_words(exc_info)}")  # type: ignore[arg-type]


@contextmanager
def _requests_watched(found: list[str]) -> Iterator[None]:
    def failed(**_: Any) -> None:
        error = sys.exc_info()[1]
        if not isinstance(error, OperationalError):
            found.append(f"a request ended with {error!r}")

    got_request_exception.connect(failed, weak=False)
    try:
        yield
    finally:
        got_request_exception.disconnect(failed)


def _clean_up(world: World) -> None:
    """Nothing of this simulation is left for the next."""
    scheduler = world.scheduler
    scheduler.is_over = True
    for client in world.clients:
        client.is_out, client.line = True, None
    for process in world.everybody:
        loop = process.loop
        loop.frozen_until, loop.ready = 0.0, []
        if loop.is_dead:
            loop.is_dead = False
            scheduler.add(loop)
        for task in all_tasks(loop):
            task.cancel()
    scheduler.run(scheduler.now + 5.0)
    for process in world.everybody:
        hub._hubs.pop(process.loop, None)
    world._outside.enter()
